package main_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestMailTest(t *testing.T) {
	t.Parallel()
	const from, to = "BTRACKER_MAIL_FROM=tracker@example.com", "ada@example.com"
	box := newMailbox(t, smtpPassword)
	server := func(password, more string) string {
		return "BTRACKER_SMTP_URL=smtp://user:" + password + "@" + box.Addr + more
	}
	out := succeed(t, []string{server(smtpPassword, ""), from}, "mail", "test", to)
	for _, says := range []string{"from tracker@example.com to " + to + " through " + box.Addr + "\n", box.Addr + " took the mail in clear, without TLS, and said: ", "queued"} {
		if !strings.Contains(out, says) {
			t.Errorf("%q does not say %q", out, says)
		}
	}
	if mails := box.Mails(); len(mails) != 1 || !regexp.MustCompile(`(?m)^Subject: .*Test mail`).MatchString(mails[0].Data) {
		t.Errorf("the mails that arrived: %+v", mails)
	}

	failed := run(t, []string{server("wrong", ""), from}, "mail", "test", to)
	if failed.code != 1 || strings.Count(failed.stderr, "\n") != 1 || !strings.Contains(failed.stderr, "AUTH") || !strings.Contains(failed.stderr, "Check the user and the password") {
		t.Errorf("a wrong password: %+v", failed)
	}
	failed = run(t, []string{"BTRACKER_SMTP_URL=smtps://" + box.Addr, from}, "mail", "test", to)
	if failed.code != 1 || strings.Count(failed.stderr, "\n") != 1 || !strings.Contains(failed.stderr, "use smtp://") {
		t.Errorf("TLS from the start with a server that has none: %+v", failed)
	}

	mistake(t, []string{server(smtpPassword, "?tls=perhaps"), from}, "other than tls=off", "mail", "test", to)
	mistake(t, []string{server(smtpPassword, "?tls=perhaps"), from}, "other than tls=off", "serve", "--data", t.TempDir())
	mistake(t, []string{server(smtpPassword, "")}, "BTRACKER_MAIL_FROM", "mail", "test", to)
	mistake(t, []string{server(smtpPassword, ""), from}, "not one mail address", "mail", "test", "ada")
	mistake(t, nil, "ADDRESS", "mail", "test")
	mistake(t, nil, "mail test ADDRESS", "mail")
}

func TestMailTestWithoutAServer(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	out := succeed(t, nil, "mail", "test", "ada@example.com", "--data", data)
	files, err := filepath.Glob(filepath.Join(data, "outbox", "*.eml"))
	if err != nil || len(files) != 1 || !strings.Contains(out, "BTRACKER_SMTP_URL is empty") || !strings.HasSuffix(out, files[0]+"\n") {
		t.Fatalf("%v, %v: %s", files, err, out)
	}
	if text, err := os.ReadFile(files[0]); err != nil || !strings.Contains(string(text), "To: <ada@example.com>") {
		t.Errorf("%v\n%s", err, text)
	}
	missing := filepath.Join(data, "missing")
	mistake(t, nil, "no data directory", "mail", "test", "ada@example.com", "--data", missing)
	if _, err := os.Stat(missing); err == nil {
		t.Error("it made the directory")
	}
}
