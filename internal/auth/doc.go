// Package auth holds the cryptography of signing in: password hashes, signed
// access tokens, opaque single-use tokens, the server's secret, and the rule by
// which wrong sign-ins are slowed down.
//
// It keeps no state and knows no database: app decides which session a token
// belongs to, whether that session still stands, and where failures are counted.
package auth
