// Package app holds the use cases, one method each: authorise, validate, write
// in one transaction, and have effects after the commit. Every mutation goes
// through mutate (mutation.go), which also keeps the change log.
//
// It names what it needs of the queue and the mailer as small interfaces and
// knows neither HTTP nor SQL.
package app
