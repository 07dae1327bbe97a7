// Package tracker is the vocabulary that all packages share: the entities and their
// enumerations, the limits (limits.go), the validation rules with their exact messages
// (rules.go), the permission table (policy.go), the two-step removal rule (removal.go),
// when a subscription is due (due.go), and every error that a user can meet (refusals.go).
//
// It knows no SQL, no HTTP and no clock, and imports only the standard library.
package tracker
