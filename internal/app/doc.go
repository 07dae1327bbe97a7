// Package app holds the use cases, one method each: validate, decide on a reader,
// write in one transaction, and have effects after the commit. Every change of an
// entity goes through mutate (mutation.go), which also keeps the change log.
//
// It names what it needs of the queue, the mailer, the bus and the open pages as
// small interfaces and knows neither HTTP nor SQL.
package app
