// Package smtptest is a real mail server for tests and proofs, which remembers
// the mails it took and can be slow or unwilling.
package smtptest
