// Package auth has the cryptography of signing in: password hashes, signed access tokens,
// opaque single-use tokens and the server's secret. It also has the rule that slows wrong
// sign-ins down (backoff.go), and the queue for password hashes (turns.go).
//
// auth knows no database. identity keeps sessions and counts failures.
package auth
