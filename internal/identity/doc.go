// Package identity holds the use cases of who somebody is: sign-in by password, passkey or provider, sessions, second factors, keys of
// programs, mailed links, and the throttles that slow guessing down.
package identity
