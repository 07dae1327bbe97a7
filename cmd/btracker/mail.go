package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"unicode"

	"btracker/internal/config"
	"btracker/internal/mail"
)

// testMail sends one mail as the server would, and prints the result.
func testMail(ctx context.Context, c config.Config, args []string) error {
	to := args[0]
	if err := mail.CheckAddress(to); err != nil {
		return usageError{fmt.Errorf("%q is %w", to, err)}
	}
	if c.SMTPURL == "" {
		if _, err := os.Stat(c.Data); err != nil {
			return usageError{fmt.Errorf("BTRACKER_SMTP_URL is not set, and there is no data directory %s for the outbox", c.Data)}
		}
	}
	sender, err := newSender(c, slog.New(slog.DiscardHandler)) // the file is named below
	if err != nil {
		return err
	}
	server, bySMTP := sender.(*mail.SMTP)
	if bySMTP {
		fmt.Printf("Sending from %s to %s through %s\n", c.MailFrom, to, server.Server())
	}
	receipt, err := sender.Send(ctx, mail.TestMail(to))
	switch {
	case err != nil && bySMTP:
		return fmt.Errorf("%w. %s", err, mail.Advice(err))
	case err != nil:
		return err
	case !bySMTP:
		fmt.Printf("No mail server is set: BTRACKER_SMTP_URL is empty. The mail is in %s\n", receipt.File)
	default:
		fmt.Printf("%s took the mail %s and said: %s\n", receipt.Server, protection(receipt), oneLine(receipt.Answer))
	}
	return nil
}

func protection(r mail.Receipt) string {
	if r.TLS == "" {
		return "in clear, without TLS,"
	}
	return "over " + r.TLS
}

// oneLine removes control characters: the answer of a foreign server must not write
// over the terminal.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}
