// Package auth holds the cryptography of signing in: password hashes, signed
// access tokens, opaque single-use tokens, the server's secret, the rule by which
// wrong sign-ins are slowed down, and the queue for the few hashes at once.
//
// It stores nothing and knows no database: app decides which session a token
// belongs to, whether that session still stands, and where failures are counted.
package auth
