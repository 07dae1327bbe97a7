package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"btracker/internal/config"
	"btracker/internal/datadir"
	"btracker/internal/mail"
	"btracker/internal/store"
)

// verdict is how one thing that the doctor looked at is.
type verdict string

const (
	isWell verdict = "ok  "
	isNote verdict = "note" // it works, but the operator may want to know
	isBad  verdict = "FIX "
)

// finding is one line: what is well, or what is wrong and what to do.
type finding struct {
	verdict verdict
	says    string
}

func well(format string, args ...any) finding { return finding{isWell, fmt.Sprintf(format, args...)} }
func note(format string, args ...any) finding { return finding{isNote, fmt.Sprintf(format, args...)} }
func bad(format string, args ...any) finding  { return finding{isBad, fmt.Sprintf(format, args...)} }

// examinations are what the doctor looks at, in this order. None of them changes anything.
var examinations = []struct {
	name string
	look func(context.Context, config.Config) finding
}{
	{"configuration", lookAtConfiguration},
	{"address", lookAtAddress},
	{"proxy", lookAtProxy},
	{"tls", lookAtTLS},
	{"rights", lookAtRights},
	{"disk", lookAtDisk},
	{"secret", lookAtSecret},
	{"schema", lookAtSchema},
	{"documents", lookAtDocuments},
	{"channels", lookAtChannels},
	{"clock", lookAtClock},
	{"mail", lookAtMail},
}

const examinationTimeout = 15 * time.Second

// doctor looks at everything that an installation needs, and prints a line for each.
func doctor(ctx context.Context, c config.Config, _ []string) error {
	wrong := 0
	for _, e := range examinations {
		looking, cancel := context.WithTimeout(ctx, examinationTimeout)
		f := e.look(looking, c)
		cancel()
		if f.verdict == isBad {
			wrong++
		}
		fmt.Printf("%s  %-14s %s\n", f.verdict, e.name, oneLine(f.says))
	}
	if wrong > 0 {
		return fmt.Errorf("to be fixed: %d of %d", wrong, len(examinations))
	}
	return nil
}

func lookAtConfiguration(_ context.Context, c config.Config) finding {
	var unknown []string
	for _, u := range config.UnknownVariables(os.Environ()) {
		name := u.Name
		if u.Nearest != "" {
			name += " (perhaps " + u.Nearest + "?)"
		}
		unknown = append(unknown, name)
	}
	if len(unknown) > 0 {
		return bad("variables that have no effect: %s; correct or remove them", strings.Join(unknown, ", "))
	}
	return well("every flag and variable is known and can be read")
}

// lookAtAddress asks for the console where its users do.
func lookAtAddress(ctx context.Context, c config.Config) finding {
	public, err := url.Parse(c.PublicURL)
	if err != nil {
		return bad("%s can not be read: correct --public-url", c.PublicURL)
	}
	if public.Scheme != "https" && !isLoopback(public.Hostname()) {
		return bad("%s is without TLS, so passwords cross the network in clear: "+
			"put a proxy with a certificate in front and set --public-url to its https address, or give --tls-cert or --acme-hosts", c.PublicURL)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.PublicURL, nil)
	if err != nil {
		return bad("%s can not be asked for: correct --public-url", c.PublicURL)
	}
	answer, err := http.DefaultClient.Do(request)
	if untrusted, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return bad("%s has a certificate that this machine does not trust, and neither may browsers: %v", c.PublicURL, untrusted.Err)
	}
	if err != nil {
		return note("nothing answers at %s: that is well while btracker does not serve; else look at the proxy and at --public-url", c.PublicURL)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Security-Policy") == "" {
		return bad("%s answers %d, but not as btracker does: look at the proxy, --public-url and --base-path", c.PublicURL, answer.StatusCode)
	}
	return well("btracker answers at %s", c.PublicURL)
}

func isLoopback(host string) bool {
	address := net.ParseIP(host)
	return host == "localhost" || address != nil && address.IsLoopback()
}

func lookAtProxy(_ context.Context, c config.Config) finding {
	for _, p := range c.TrustedProxies {
		if p.Bits() == 0 {
			return bad("--trusted-proxies trusts everybody (%s), so anybody can claim any address: name the proxies alone", p)
		}
	}
	listens, _, _ := net.SplitHostPort(c.Addr)
	public, err := url.Parse(c.PublicURL)
	isBehindProxy := err == nil && public.Scheme == "https"
	switch {
	case len(c.TrustedProxies) > 0:
		return well("X-Forwarded-For counts from %v", c.TrustedProxies)
	case c.UsesTLS():
		return well("no proxy is needed: btracker speaks TLS itself")
	case isBehindProxy:
		return bad("--public-url is https, so a proxy is in front, but none is trusted: everybody seems to have its address, and sign-ins of all are slowed together; " +
			"set --trusted-proxies")
	case !isLoopback(listens):
		return note("%s is open to the network without a proxy", c.Addr)
	}
	return well("no proxy is in front, and %s is of this machine alone", c.Addr)
}

// usesData reports whether anything is kept in the data directory.
func usesData(c config.Config) bool {
	return c.DatabaseURL == "" || c.SMTPURL == "" || len(c.ACMEHosts) > 0
}

func lookAtRights(_ context.Context, c config.Config) finding {
	if !usesData(c) {
		return well("the data directory is not used")
	}
	info, err := os.Stat(c.Data)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return note("there is no data directory %s yet: serve makes it", c.Data)
	case err != nil:
		return bad("the data directory can not be looked at: %v", err)
	case !info.IsDir():
		return bad("%s is not a directory: set --data", c.Data)
	}
	if rights, isOpen := datadir.OpenToOthers(c.Data); isOpen {
		return bad("other users of this machine can enter %s (%04o): chmod 700 %s", c.Data, rights, shellWord(c.Data))
	}
	probe, err := os.CreateTemp(c.Data, ".doctor-*")
	if err != nil {
		return bad("%s can not be written to by this user: run as its owner, or chown it", c.Data)
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return bad("%s: %v", c.Data, err)
	}
	return well("%s can be written to, and is closed to others", c.Data)
}

// lookAtDisk wants room for one more copy: an update and a migration make one.
func lookAtDisk(_ context.Context, c config.Config) finding {
	if !usesData(c) {
		return well("the data directory is not used")
	}
	dir := c.Data
	for {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir) // it is made there
	}
	free, err := datadir.Free(dir)
	if err != nil {
		return bad("the disk of %s can not be looked at: %v", dir, err)
	}
	const mib, least = 1 << 20, 100 << 20
	var size uint64
	if info, err := os.Stat(c.SQLiteFile()); c.DatabaseURL == "" && err == nil {
		size = uint64(info.Size()) // #nosec G115 -- a file has a size
	}
	if needed := max(size, least); free < needed {
		return bad("%d MiB are free on the disk of %s, and an update needs %d: make room", free/mib, dir, needed/mib)
	}
	return well("%d MiB are free on the disk of %s; the database has %d", free/mib, dir, size/mib)
}

func lookAtSecret(_ context.Context, c config.Config) finding {
	if c.SigningSecret != "" {
		return well("BTRACKER_SECRET is set; keep a copy where the backups are, second factors can not be checked without it")
	}
	_, err := os.Stat(c.SecretFile())
	rights, isOpen := datadir.OpenToOthers(c.SecretFile())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return note("serve makes a secret in %s; keep a copy where the backups are", c.SecretFile())
	case err != nil:
		return bad("the secret can not be looked at: %v", err)
	case isOpen:
		return bad("others can read %s (%04o): chmod 600 %s", c.SecretFile(), rights, shellWord(c.SecretFile()))
	}
	return well("%s is closed to others; keep a copy where the backups are", c.SecretFile())
}

// withDatabase looks at a database that is there.
func withDatabase(ctx context.Context, c config.Config, look func(*store.Store) finding) finding {
	if _, err := os.Stat(c.SQLiteFile()); c.DatabaseURL == "" && errors.Is(err, fs.ErrNotExist) {
		return note("there is no database yet: serve makes it")
	}
	s, err := openStore(ctx, c, false)
	if err != nil {
		return bad("the database can not be opened: %v", err)
	}
	defer s.Close()
	return look(s)
}

func lookAtSchema(ctx context.Context, c config.Config) finding {
	return withDatabase(ctx, c, func(s *store.Store) finding {
		pending, err := s.Pending(ctx)
		switch {
		case err != nil:
			return bad("%v", err)
		case len(pending) > 0:
			return note("%d migrations wait: serve and migrate run them, after a copy of SQLite; take a backup of PostgreSQL first", len(pending))
		}
		isScrubbed, err := s.IsScrubbed(ctx)
		switch {
		case err != nil:
			return bad("%v", err)
		case !isScrubbed:
			return note("%s may still have bytes in its free space of what an earlier version deleted: the next start of serve writes it anew, if there is room for a copy", s.Location())
		}
		return well("%s is up to date", s.Location())
	})
}

// lookAtDocuments tells how much room documents take, and warns before they are refused.
func lookAtDocuments(ctx context.Context, c config.Config) finding {
	return withDatabase(ctx, c, func(s *store.Store) finding {
		if pending, err := s.Pending(ctx); err != nil || len(pending) > 0 {
			return note("the documents can not be looked at before the schema is up to date")
		}
		bytes, files, err := s.ContentSize(ctx)
		const mib = 1 << 20
		most := int64(c.DocumentsGB) << 10
		switch {
		case err != nil:
			return bad("the documents can not be looked at: %v", err)
		case bytes/mib >= most*9/10:
			return note("%d files of documents have %d MiB of %d: remove some, or raise --documents-gb", files, bytes/mib, most)
		}
		return well("%d files of documents have %d MiB of %d", files, bytes/mib, most)
	})
}

// lookAtChannels finds channels of chats that are told nothing.
func lookAtChannels(ctx context.Context, c config.Config) finding {
	return withDatabase(ctx, c, func(s *store.Store) finding {
		if pending, err := s.Pending(ctx); err != nil || len(pending) > 0 {
			return note("channels of chats can not be looked at before the schema is up to date")
		}
		channels, err := s.Channels(ctx)
		if err != nil {
			return bad("channels of chats can not be looked at: %v", err)
		}
		var off []string
		for _, ch := range channels {
			if ch.OffReason != nil || ch.FailingSince != nil {
				off = append(off, fmt.Sprintf("%q to %s", ch.Name, ch.Host))
			}
		}
		if len(off) > 0 {
			return note("%d of %d channels of chats fail or were switched off: %s; their page has a test", len(off), len(channels), strings.Join(off, ", "))
		}
		return well("%d channels of chats, and none fails", len(channels))
	})
}

// aLittle is how far clocks may be apart.
const aLittle = 5 * time.Second

func lookAtClock(ctx context.Context, c config.Config) finding {
	return withDatabase(ctx, c, func(s *store.Store) finding {
		latest, err := s.LatestTime(ctx)
		if err != nil {
			return note("the time of the last change can not be read: %v", err)
		}
		if behind := time.Until(latest); behind > aLittle {
			return bad("the last change was made %s after now: set the clock of this machine by NTP, else sessions and reminders are wrong", behind.Round(time.Second))
		}
		return well("it is %s, and no change is later", time.Now().UTC().Format(time.RFC3339))
	})
}

func lookAtMail(ctx context.Context, c config.Config) finding {
	if c.SMTPURL == "" {
		return note("no mail server is set, so mails are written to %s and nobody receives them: set BTRACKER_SMTP_URL", c.OutboxDir())
	}
	server, err := mail.NewSMTP(string(c.SMTPURL), c.MailFrom)
	if err != nil {
		return bad("%v", err)
	}
	if err := server.Try(ctx); err != nil {
		return bad("%s: %v. %s", server.Server(), err, mail.Advice(err))
	}
	return well("%s lets this program in; btracker mail test ADDRESS sends one", server.Server())
}
