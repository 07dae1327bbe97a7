// Package mail writes and sends the mails of the product: templates, delivery by SMTP, and an
// outbox directory for machines without a mail server.
//
// identity and notify decide who gets which mail, and make the links. A link is as good as a password, so
// no link is logged or put into an error.
package mail
