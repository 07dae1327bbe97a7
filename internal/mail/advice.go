package mail

import (
	"crypto/tls"
	"errors"
	"net"
	"strings"

	gomail "github.com/wneessen/go-mail"
)

// Advice says what an operator can do about an error of SMTP.Send.
func Advice(err error) string {
	var certificate *tls.CertificateVerificationError
	var notTLS tls.RecordHeaderError
	var refused *gomail.SendError
	var network net.Error
	switch {
	case errors.As(err, &certificate):
		return "Use the host name that the server's certificate is for, or install the certificate of the authority that signed it."
	case errors.As(err, &notTLS):
		return "The port does not speak TLS from the start: use smtp:// instead of smtps://, or the port that does."
	// The library has no error of its own for this.
	case strings.Contains(err.Error(), "does not support STARTTLS"):
		return "The server offers no TLS, or somebody on the way took the offer away. Use smtps:// if it has a port for that; add ?tls=off to BTRACKER_SMTP_URL only if nobody else can read along."
	case strings.Contains(err.Error(), "AUTH"):
		return "Check the user and the password in BTRACKER_SMTP_URL; special characters are written as %XX."
	case errors.As(err, &refused):
		return "The server was reached and refused the mail: check the address, and whether the server lets BTRACKER_MAIL_FROM send."
	case errors.As(err, &network):
		return "Check the host and the port in BTRACKER_SMTP_URL, and that no firewall is in between."
	default:
		return "Check BTRACKER_SMTP_URL, and look into the log of the mail server."
	}
}
