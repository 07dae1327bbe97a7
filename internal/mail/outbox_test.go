package mail

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func newOutbox(t *testing.T) (outbox *Outbox, dir string, log *bytes.Buffer) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "data", "outbox")
	log = &bytes.Buffer{}
	outbox, err := NewOutbox(dir, "Tracker <tracker@example.com>", slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	return outbox, dir, log
}

func TestOutbox(t *testing.T) {
	outbox, dir, log := newOutbox(t)
	if _, err := outbox.Send(t.Context(), invitation()); err != nil {
		t.Fatal(err)
	}
	files, _ := os.ReadDir(dir)
	if len(files) != 1 || !strings.HasSuffix(files[0].Name(), ".eml") {
		t.Fatalf("files: %v", files)
	}
	path := filepath.Join(dir, files[0].Name())
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %o", info.Mode().Perm())
	}
	if info, _ := os.Stat(dir); info.Mode().Perm() != 0o700 {
		t.Errorf("mode of the directory %o", info.Mode().Perm())
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	checkInvitation(t, bytes.NewReader(data))
	if !strings.Contains(string(data), "\r\n"+link+"\r\n") {
		t.Error("the link can not be copied out of the file")
	}
	if !strings.Contains(log.String(), path) {
		t.Errorf("the log does not name %s: %s", path, log)
	}
	if strings.Contains(log.String(), "s3cr3t") {
		t.Errorf("the log holds the link: %s", log)
	}
}

func TestOutboxKeepsEveryMail(t *testing.T) {
	outbox, dir, _ := newOutbox(t)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if _, err := outbox.Send(t.Context(), invitation()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	all, _ := os.ReadDir(dir)
	if mails, _ := filepath.Glob(filepath.Join(dir, "*.eml")); len(mails) != 20 || len(all) != 20 {
		t.Errorf("%d mails among %d files", len(mails), len(all))
	}
}

func TestOutboxFailures(t *testing.T) {
	outbox, dir, _ := newOutbox(t)
	bad := invitation()
	bad.To = "a@example.com, b@example.com"
	if _, err := outbox.Send(t.Context(), bad); !IsPermanent(err) {
		t.Errorf("two recipients: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := outbox.Send(ctx, invitation()); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := outbox.Send(t.Context(), invitation()); err == nil || IsPermanent(err) {
		t.Errorf("no directory: %v", err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := NewOutbox(dir, "a@example.com", slog.Default()); err == nil {
		t.Error("a file was accepted as the directory")
	}
}

// checkInvitation reads a mail the way a mail program would.
func checkInvitation(t *testing.T, r io.Reader) {
	t.Helper()
	m, err := netmail.ReadMessage(r)
	if err != nil {
		t.Fatal(err)
	}
	decode := func(name string) string {
		value, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get(name))
		if err != nil {
			t.Error(err)
		}
		return value
	}
	for name, want := range map[string]string{
		"From":           `"Tracker" <tracker@example.com>`,
		"To":             "<zoe@example.com>",
		"Subject":        "You are invited to btracker",
		"Auto-Submitted": "auto-generated",
		"Cc":             "",
		"Bcc":            "",
		"User-Agent":     "",
	} {
		if got := decode(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if id := m.Header.Get("Message-Id"); !strings.HasSuffix(id, "@example.com>") {
		t.Errorf("Message-ID %q", id)
	}
	if _, err := m.Header.Date(); err != nil {
		t.Error(err)
	}

	mediaType, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || mediaType != "multipart/alternative" {
		t.Fatalf("%s, %v", mediaType, err)
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	for _, want := range []struct {
		contentType string
		content     []string
	}{
		{"text/plain; charset=UTF-8", []string{"Hello Zoë O'Neil,", "Ann <b>Lee</b> has made an account", "\r\n" + link + "\r\n", "for 7 days"}},
		{"text/html; charset=UTF-8", []string{"Hello Zoë O&#39;Neil,", "Ann &lt;b&gt;Lee&lt;/b&gt; has made", `href="` + strings.ReplaceAll(link, "&", "&amp;") + `"`, "for 7 days"}},
	} {
		part, err := parts.NextRawPart()
		if err != nil {
			t.Fatal(err)
		}
		if got := part.Header.Get("Content-Type"); got != want.contentType {
			t.Errorf("part of type %s", got)
		}
		var body io.Reader = part
		if part.Header.Get("Content-Transfer-Encoding") == "quoted-printable" {
			body = quotedprintable.NewReader(part)
		}
		text, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		for _, content := range want.content {
			if !strings.Contains(string(text), content) {
				t.Errorf("%s leaves out %q:\n%s", want.contentType, content, text)
			}
		}
	}
	if _, err := parts.NextRawPart(); err != io.EOF {
		t.Errorf("a third part: %v", err)
	}
}
