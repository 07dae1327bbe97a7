package mail

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"btracker/internal/datadir"
)

// Outbox writes each mail to a file, for a laptop without a mail server.
type Outbox struct {
	dir  string
	from *netmail.Address
	log  *slog.Logger
}

// NewOutbox makes the directory if it is missing.
func NewOutbox(dir, from string, log *slog.Logger) (*Outbox, error) {
	sender, err := parseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("sender of mail: %w", err)
	}
	if err := datadir.MakeBelow(dir); err != nil {
		return nil, fmt.Errorf("make the outbox directory: %w", err)
	}
	return &Outbox{dir: dir, from: sender, log: log}, nil
}

// Send implements Sender. It logs the name of the file, and not its content, which has a link.
func (o *Outbox) Send(ctx context.Context, m Message) (Receipt, error) {
	if err := ctx.Err(); err != nil {
		return Receipt{}, err
	}
	// Without encoding, so that the link can be copied from the file.
	msg, err := compose(o.from, m, gomail.NoEncoding)
	if err != nil {
		return Receipt{}, err
	}
	path, err := o.write(msg)
	if err != nil {
		return Receipt{}, fmt.Errorf("write mail to the outbox: %w", err)
	}
	o.log.InfoContext(ctx, "no mail server is set, the mail is in a file", "file", path, "subject", m.Subject)
	return Receipt{File: path}, nil
}

// write puts a complete file in place, so that a program that watches the directory never
// reads half a mail.
func (o *Outbox) write(msg *gomail.Msg) (string, error) {
	temp, err := datadir.CreateTemp(o.dir, ".mail-*")
	if err != nil {
		return "", err
	}
	defer os.Remove(temp.Name()) // fails after the rename
	_, err = msg.WriteTo(temp)
	if err := errors.Join(err, temp.Close()); err != nil {
		return "", err
	}
	// Names sort by time; the random part makes them unique.
	unique := strings.TrimPrefix(filepath.Base(temp.Name()), ".mail-")
	path := filepath.Join(o.dir, time.Now().UTC().Format("20060102-150405.000")+"-"+unique+".eml")
	return path, os.Rename(temp.Name(), path)
}
