// Package mail writes and sends the mails of the product: templates, delivery by SMTP, and an
// outbox directory for machines without a mail server.
//
// app decides who gets which mail, and makes the links. A link is as good as a password, so
// no link is logged or put into an error.
package mail
