package mail

import (
	"crypto/tls"
	"errors"
	"net"
	"strings"

	gomail "github.com/wneessen/go-mail"
)

// Advice tells an operator what to do about an error of SMTP.Send.
func Advice(err error) string {
	_, badCertificate := errors.AsType[*tls.CertificateVerificationError](err)
	_, notTLS := errors.AsType[tls.RecordHeaderError](err)
	_, refused := errors.AsType[*gomail.SendError](err)
	_, unreachable := errors.AsType[net.Error](err)
	switch {
	case badCertificate:
		return "Use the host name that the server's certificate is for, or install the certificate of the authority that signed it."
	case notTLS:
		return "The port does not speak TLS from the start: use smtp:// instead of smtps://, or the port that does."
	// The library has no error type for this.
	case strings.Contains(err.Error(), "does not support STARTTLS"):
		return "The server offers no TLS, or somebody on the way took the offer away. " +
			"Use smtps:// if it has a port for that; add ?tls=off to BTRACKER_SMTP_URL only if nobody else can read along."
	case strings.Contains(err.Error(), "AUTH"):
		return "Check the user and the password in BTRACKER_SMTP_URL; special characters are written as %XX."
	case refused:
		return "The server was reached and refused the mail: check the address, and whether the server lets BTRACKER_MAIL_FROM send."
	case unreachable:
		return "Check the host and the port in BTRACKER_SMTP_URL, and that no firewall is in between."
	default:
		return "Check BTRACKER_SMTP_URL, and look into the log of the mail server."
	}
}
