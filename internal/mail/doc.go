// Package mail writes and sends the product's few mails: templates, delivery by
// SMTP, and an outbox directory for machines without a mail server.
//
// It does not know who gets a mail or why; app decides that and hands over a
// finished link. A link is a password for as long as it lives, so nothing here
// puts one into a log or an error.
package mail
