// Package tracker is the vocabulary every other room shares: the entities, their
// enumerations and limits, the validation rules with their exact messages, the
// permission table (policy.go), the two-step removal rule (removal.go) and the
// kinds of error (errors.go).
//
// It knows no SQL, no HTTP and no clock, and imports only the standard library.
package tracker
