// Package oidc asks the OpenID Connect provider of single sign-on who somebody is: where the browser goes to sign
// in, and what the provider's signed answer says. It keeps nothing but the provider's own description and keys, and
// knows nothing of users, sessions or cookies.
package oidc
