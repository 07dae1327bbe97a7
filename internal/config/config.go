package config

import (
	"cmp"
	"encoding"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"time"
)

// ErrHelp is returned when the user asked for help: print Usage and exit with 0.
var ErrHelp = flag.ErrHelp

// Config holds every setting of the program. A command fills the fields it knows;
// the others keep their zero value.
type Config struct {
	Command string

	Data        string // directory of the SQLite file, the secret and the outbox
	DatabaseURL Secret // PostgreSQL instead of SQLite

	BridgeURL string // of the installation that an assistant works with
	BridgeKey Secret

	Addr           string
	BasePath       string // begins and ends with a slash
	PublicURL      string // ends with a slash; links in mail are built from it alone
	MetricsAddr    string // empty: no metrics listener
	TLSCert        string // files of a certificate and its key; empty: none
	TLSKey         string
	ACMEHosts      []string // names to get certificates for by ACME; empty: none
	ACMEEmail      string
	ACMEURL        string // empty: Let's Encrypt
	RedirectAddr   string // empty: no listener for people who come without TLS
	TrustedProxies []netip.Prefix
	SigningSecret  Secret // empty: kept in the data directory
	TokenTTL       time.Duration
	SMTPURL        Secret // empty: mail goes to the outbox directory
	MailFrom       string
	Demo           bool
	HubMaxPerUser  int

	// How long to keep them; zero is for ever.
	KeepChanges       time.Duration
	KeepSessions      time.Duration // after their end
	KeepNotifications time.Duration
	KeepEvents        time.Duration
	DocumentMB        int // of a document
	DocumentsGB       int // of all documents together
	SecondFactor      string
	WebhookPrivate    bool

	OIDCIssuer       string // empty: no single sign-on
	OIDCClientID     string
	OIDCClientSecret Secret
	OIDCName         string
	OIDCCreate       bool
	OIDCGroups       string // the claim that names groups; empty: they give no rights

	LogLevel slog.Level
	LogJSON  bool

	AdminEmail    string
	AdminName     string
	AdminPassword Secret // empty: asked for on the terminal
	Scale         int
	Status        bool
	Restored      bool
	NoBackup      bool
	Head          string // of the audit trail: itself, its hash, or a file of heads
}

// SQLiteFile is the path of the database when there is no DatabaseURL.
func (c Config) SQLiteFile() string { return filepath.Join(c.Data, "btracker.db") }

// SecretFile is where a generated signing secret is kept.
func (c Config) SecretFile() string { return filepath.Join(c.Data, "secret") }

// ACMEDir is where keys and certificates of ACME are kept.
func (c Config) ACMEDir() string { return filepath.Join(c.Data, "acme") }

// UsesTLS reports whether TLS ends in this process.
func (c Config) UsesTLS() bool { return c.TLSCert != "" || len(c.ACMEHosts) > 0 }

// OutboxDir is where mail is written when there is no SMTPURL.
func (c Config) OutboxDir() string { return filepath.Join(c.Data, "outbox") }

// Secret is a text that must not be printed: every verb of fmt and every log
// handler shows only that it is set. string(s) is the text itself.
type Secret string

var (
	_ fmt.Formatter          = Secret("")
	_ encoding.TextMarshaler = Secret("")
)

func (s Secret) Format(f fmt.State, _ rune) {
	_, _ = io.WriteString(f, s.redacted())
}

func (s Secret) MarshalText() ([]byte, error) { return []byte(s.redacted()), nil }

func (s Secret) redacted() string {
	if s == "" {
		return ""
	}
	return "[set]"
}

// Command finds the command at the beginning of args and returns the arguments
// behind it.
func Command(args []string) (command string, rest []string, err error) {
	if len(args) == 0 {
		return "", nil, errors.New("no command given; try btracker --help")
	}
	switch args[0] {
	case "-h", "-help", "--help":
		return "", nil, ErrHelp
	case "help":
		return strings.Join(args[1:], " "), nil, ErrHelp
	case "--version":
		return "version", args[1:], nil
	}
	for _, c := range commands {
		words := strings.Fields(c.name)
		if len(args) >= len(words) && strings.Join(args[:len(words)], " ") == c.name {
			return c.name, args[len(words):], nil
		}
	}
	for _, c := range commands {
		if group, _, ok := strings.Cut(c.name, " "); ok && args[0] == group {
			if len(args) > 1 && isHelp(args[1]) {
				return "", nil, ErrHelp
			}
			return "", nil, fmt.Errorf(`%s needs a command: "btracker %s"`, group, c.signature())
		}
	}
	return "", nil, fmt.Errorf("unknown command %q; try btracker --help", quotable(args[0]))
}

func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

// Parse reads the flags and the environment of a command, and returns the
// positional arguments, as many as the command takes. The error is one line
// that names the flag or variable at fault, and holds no secret.
func Parse(command string, args []string, getenv func(string) string) (Config, []string, error) {
	cmd, ok := findCommand(command)
	if !ok {
		return Config{}, nil, fmt.Errorf("unknown command %q; try btracker --help", command)
	}
	given, positional, err := parseFlags(cmd, args)
	if err != nil {
		return Config{}, nil, err
	}
	if len(positional) > len(cmd.args) {
		return Config{}, nil, fmt.Errorf("%s: unexpected argument %q", command, quotable(positional[len(cmd.args)]))
	}
	if len(positional) < len(cmd.args) {
		return Config{}, nil, fmt.Errorf("%s: %s is missing", command, cmd.args[len(positional)])
	}

	c := Config{Command: command}
	for _, s := range settingsOf(&c) {
		if !s.knownTo(command) {
			continue
		}
		value, source := s.fallback, s.title()
		if v, ok := given[s.flag]; ok && s.flag != "" {
			value, source = v, "--"+s.flag
		} else if v := getenv(s.env); v != "" { // a setting without a variable asks for "", which is never set
			value, source = v, s.env
		}
		if err := s.set(value); err != nil {
			return Config{}, nil, fmt.Errorf("%s %w", source, err)
		}
	}
	if err := c.complete(); err != nil {
		return Config{}, nil, err
	}
	return c, positional, nil
}

// parseFlags collects the flags given; of a repeated flag the last one counts.
// Flags may come behind positional arguments, as people type them: "backup FILE
// --data D".
func parseFlags(cmd commandInfo, args []string) (given map[string]string, positional []string, err error) {
	given = map[string]string{}
	flags := flag.NewFlagSet(cmd.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	for _, s := range settingsOf(&Config{}) {
		if s.flag == "" || !s.knownTo(cmd.name) {
			continue
		}
		record := func(value string) error {
			given[s.flag] = value
			return nil
		}
		if s.isSwitch {
			flags.BoolFunc(s.flag, s.help, record)
		} else {
			flags.Func(s.flag, s.help, record)
		}
	}
	for len(args) > 0 {
		before := len(args)
		if err := flags.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, nil, ErrHelp
			}
			return nil, nil, fmt.Errorf("%s: %w; try btracker %s --help", cmd.name, err, cmd.name)
		}
		rest := flags.Args()
		if consumed := before - len(rest); consumed > 0 && args[consumed-1] == "--" {
			return given, append(positional, rest...), nil
		}
		if len(rest) > 0 {
			positional, rest = append(positional, rest[0]), rest[1:]
		}
		args = rest
	}
	return given, positional, nil
}

// complete checks settings that depend on each other, and fills in their defaults.
func (c *Config) complete() error {
	switch c.Command {
	case "serve", "doctor":
		if c.DatabaseURL != "" && c.SigningSecret == "" {
			return errors.New("BTRACKER_SECRET is required with PostgreSQL, so that all replicas share it: 32 random bytes or more")
		}
		if err := c.completeTLS(); err != nil {
			return err
		}
		if err := c.completeOIDC(); err != nil {
			return err
		}
		return c.completeMail()
	case "mail test":
		return c.completeMail()
	case "migrate":
		if c.Status && c.Restored {
			return errors.New("--status changes nothing and --restored does: give one of them")
		}
	case "import":
		if c.DatabaseURL == "" {
			return errors.New("import needs --database-url, or BTRACKER_DATABASE_URL; a backup goes into SQLite by btracker restore")
		}
	case "export":
		if c.DatabaseURL == "" {
			return errors.New("export needs --database-url, or BTRACKER_DATABASE_URL; SQLite is copied by btracker backup")
		}
	case "admin create":
		if c.AdminEmail == "" {
			return errors.New("--email is required")
		}
		if c.AdminName == "" {
			return errors.New("--name is required")
		}
	}
	return nil
}

// completeTLS fills in the public URL too, which depends on TLS.
func (c *Config) completeTLS() error {
	switch {
	case (c.TLSCert == "") != (c.TLSKey == ""):
		return errors.New("BTRACKER_TLS_CERT and BTRACKER_TLS_KEY need each other: give both files")
	case c.TLSCert != "" && len(c.ACMEHosts) > 0:
		return errors.New("BTRACKER_TLS_CERT names a certificate and BTRACKER_ACME_HOSTS asks for one: give one of them")
	case len(c.ACMEHosts) == 0 && (c.ACMEEmail != "" || c.ACMEURL != ""):
		return errors.New("BTRACKER_ACME_HOSTS is required with BTRACKER_ACME_EMAIL and BTRACKER_ACME_URL")
	case c.RedirectAddr != "" && !c.UsesTLS():
		return errors.New("BTRACKER_REDIRECT_ADDR leads to TLS: it needs BTRACKER_TLS_CERT or BTRACKER_ACME_HOSTS")
	case c.UsesTLS() && strings.HasPrefix(c.PublicURL, "http:"):
		return errors.New("BTRACKER_PUBLIC_URL must begin with https://, because btracker speaks TLS")
	case c.PublicURL == "" && len(c.ACMEHosts) > 0:
		_, port, _ := net.SplitHostPort(c.Addr)
		c.PublicURL = c.URLAt(net.JoinHostPort(c.ACMEHosts[0], port))
	case c.PublicURL == "":
		c.PublicURL = c.URLAt(c.Addr)
	}
	return nil
}

func (c *Config) completeOIDC() error {
	switch {
	case c.OIDCIssuer == "" && c.OIDCClientID != "":
		return errors.New("BTRACKER_OIDC_ISSUER is required with BTRACKER_OIDC_CLIENT_ID")
	case c.OIDCIssuer != "" && c.OIDCClientID == "":
		return errors.New("BTRACKER_OIDC_CLIENT_ID is required with BTRACKER_OIDC_ISSUER")
	case c.OIDCIssuer != "" && c.OIDCName == "":
		issuer, err := url.Parse(c.OIDCIssuer)
		if err != nil {
			return err
		}
		c.OIDCName = issuer.Hostname()
	}
	return nil
}

func (c *Config) completeMail() error {
	if c.SMTPURL != "" && c.MailFrom == "" {
		return errors.New("BTRACKER_MAIL_FROM is required with BTRACKER_SMTP_URL")
	}
	c.MailFrom = cmp.Or(c.MailFrom, "btracker <btracker@localhost>")
	return nil
}
