// Package oidctest proves single sign-on against a real OpenID Connect provider: the example server of zitadel/oidc, in
// this process. It is a module of its own, because that provider brings much that the program does not need.
package oidctest
