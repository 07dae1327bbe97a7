package config

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

type commandInfo struct {
	name string
	args []string // positional arguments, all required
	help string
}

var commands = []commandInfo{
	{"serve", nil, "run the console"},
	{"admin create", nil, "make an administrator; asks for the password, or takes BTRACKER_ADMIN_PASSWORD"},
	{"demo", nil, "fill an empty database with companies and what belongs to them"},
	{"migrate", nil, "bring the database schema up to date"},
	{"backup", []string{"FILE"}, "write a consistent copy of the SQLite database, also while it is served"},
	{"restore", []string{"FILE"}, "put a backup into a data directory that has no SQLite database yet"},
	{"import", []string{"FILE"}, "fill an empty PostgreSQL with a backup of SQLite; goes on where it stopped if it was interrupted"},
	{"export", []string{"FILE"}, "write PostgreSQL into a new SQLite file, which restore takes; goes on where it stopped if it was interrupted"},
	{"audit verify", nil, "recompute all seals of the change log; status 1 names the first change that does not fit"},
	{"audit head", nil, "print the end of the sealed change log, to be kept elsewhere"},
	{"audit export", nil, "print all sealed changes and their seals as JSON lines, to be verified without this program"},
	{"audit reindex", nil, "write the table anew by which filters of the history find changes, from the changes themselves, also while it is served"},
	{"mail test", []string{"ADDRESS"}, "send one mail to an address and say what happened"},
	{"mcp", nil, "pass an assistant's messages on from standard input to the installation at BTRACKER_URL, with the key BTRACKER_KEY, and the answers back"},
	{"doctor", nil, "look at configuration, TLS, rights, disk, secret, schema, documents, clock and mail, and say what to do; it changes nothing"},
	{"health", nil, "ask the btracker that serves at --addr whether it is alive; status 1 if it is not, as health checks of containers want"},
	{"completion", []string{"SHELL"}, "print a script that completes commands and flags in bash, zsh or fish"},
	{"manual", nil, "print the manual page, for man -l -"},
	{"version", nil, "print version, commit and Go version"},
}

func findCommand(name string) (commandInfo, bool) {
	i := slices.IndexFunc(commands, func(c commandInfo) bool { return c.name == name })
	if i < 0 {
		return commandInfo{}, false
	}
	return commands[i], true
}

// setting is one flag, variable or both. An error of set reads on from the name of
// the flag or variable: "must be a number".
type setting struct {
	flag     string // empty: by environment alone
	env      string // empty: by flag alone
	value    string // the kind of value, for help
	fallback string
	isSwitch bool
	commands []string // empty: every command
	help     string
	set      func(string) error
}

func (s setting) knownTo(command string) bool {
	return len(s.commands) == 0 || slices.Contains(s.commands, command)
}

func (s setting) title() string {
	if s.flag == "" {
		return s.env
	}
	return "--" + s.flag
}

var (
	serve = []string{"serve", "doctor"}
	mails = []string{"serve", "mail test", "doctor"}
	asks  = []string{"serve", "doctor", "health"}
)

const day = 24 * time.Hour

// settingsOf is the table of all settings of c. A setting that carries a password is a
// variable without a flag, because every user of a machine can read its command
// lines. The one exception, --database-url, is for URLs without a password.
func settingsOf(c *Config) []setting {
	return []setting{
		{flag: "data", env: "BTRACKER_DATA", value: "DIR", fallback: "./data",
			help: "directory of the SQLite database, the generated secret, ACME's keys and the outbox",
			set:  text(&c.Data, required)},
		{flag: "database-url", env: "BTRACKER_DATABASE_URL", value: "URL",
			help: "PostgreSQL instead of SQLite: postgres://user:password@host/database",
			set:  secret(&c.DatabaseURL, checkDatabaseURL)},
		{flag: "log-level", env: "BTRACKER_LOG_LEVEL", value: "LEVEL", fallback: "info",
			help: "debug, info, warn or error",
			set:  c.setLogLevel},
		{flag: "log-format", env: "BTRACKER_LOG_FORMAT", value: "FORMAT", fallback: "text",
			help: "text or json",
			set:  c.setLogFormat},

		{flag: "addr", env: "BTRACKER_ADDR", value: "HOST:PORT", fallback: "127.0.0.1:8080", commands: asks,
			help: "address to listen on",
			set:  text(&c.Addr, checkAddr)},
		{flag: "base-path", env: "BTRACKER_BASE_PATH", value: "PATH", fallback: "/", commands: serve,
			help: "prefix of every path but /healthz and /readyz",
			set:  c.setBasePath},
		{flag: "tls-cert", env: "BTRACKER_TLS_CERT", value: "FILE", commands: asks,
			help: "speak TLS with the certificate of this PEM file, its chain included; read again when it changes (default: no TLS)",
			set:  text(&c.TLSCert, anything)},
		{flag: "tls-key", env: "BTRACKER_TLS_KEY", value: "FILE", commands: asks,
			help: "PEM file of the certificate's private key; required with --tls-cert",
			set:  text(&c.TLSKey, anything)},
		{flag: "acme-hosts", env: "BTRACKER_ACME_HOSTS", value: "NAME,...", commands: asks,
			help: "speak TLS with certificates that an ACME authority issues for these names; by this you accept its terms (default: no TLS)",
			set:  c.setACMEHosts},
		{flag: "acme-email", env: "BTRACKER_ACME_EMAIL", value: "EMAIL", commands: serve,
			help: "where the authority tells of problems with the certificates (default: nowhere)",
			set:  text(&c.ACMEEmail, optional(checkAddress))},
		{flag: "acme-url", env: "BTRACKER_ACME_URL", value: "URL", commands: serve,
			help: "directory of the ACME authority (default: Let's Encrypt)",
			set:  text(&c.ACMEURL, optional(checkSecureURL("https://acme.example.com/directory")))},
		{flag: "redirect-addr", env: "BTRACKER_REDIRECT_ADDR", value: "HOST:PORT", commands: serve,
			help: "address at which people who come without TLS are led to the public URL, :80 as a rule (default: none)",
			set:  text(&c.RedirectAddr, optional(checkAddr))},
		{flag: "public-url", env: "BTRACKER_PUBLIC_URL", value: "URL", commands: serve,
			help: "address users reach the console at, for links in mail (default http://{addr}{base-path}, or https://)",
			set:  c.setPublicURL},
		{flag: "metrics-addr", env: "BTRACKER_METRICS_ADDR", value: "HOST:PORT", commands: serve,
			help: "address of the Prometheus listener (default: none)",
			set:  text(&c.MetricsAddr, optional(checkAddr))},
		{flag: "trusted-proxies", env: "BTRACKER_TRUSTED_PROXIES", value: "CIDR,...", commands: serve,
			help: "proxies whose X-Forwarded-For counts (default: none)",
			set:  c.setTrustedProxies},
		{env: "BTRACKER_SECRET", commands: serve,
			help: "secret of 32 bytes or more that signs tokens; generated into the data directory with SQLite, required with PostgreSQL; " +
				"base64: and the content of that file stand for the same one",
			set: c.setSigningSecret},
		{flag: "token-ttl", env: "BTRACKER_TOKEN_TTL", value: "DURATION", fallback: "8h", commands: serve,
			help: "life of an access token",
			set:  duration(&c.TokenTTL, time.Second, 30*day)},
		{env: "BTRACKER_SMTP_URL", commands: mails,
			help: "mail server, smtp://user:password@host:587 or smtps://; TLS is required unless it is this machine or the URL ends in ?tls=off; " +
				"without it mail is written to {data}/outbox",
			set: secret(&c.SMTPURL, checkSMTPURL)},
		{flag: "mail-from", env: "BTRACKER_MAIL_FROM", value: "ADDRESS", commands: mails,
			help: "sender of mail; required with BTRACKER_SMTP_URL",
			set:  text(&c.MailFrom, optional(checkMailbox))},
		{flag: "hub-max-connections-per-user", env: "BTRACKER_HUB_MAX_CONNECTIONS_PER_USER", value: "N", fallback: "20", commands: serve,
			help: "live connections one user may hold",
			set:  number(&c.HubMaxPerUser, 1, 10_000)},
		{flag: "keep-changes", env: "BTRACKER_KEEP_CHANGES", value: "DURATION", fallback: "730d", commands: serve,
			help: "how long the change log is kept; 0 is for ever",
			set:  retention(&c.KeepChanges)},
		{flag: "keep-sessions", env: "BTRACKER_KEEP_SESSIONS", value: "DURATION", fallback: "30d", commands: serve,
			help: "how long a session is kept after its end; 0 is for ever",
			set:  retention(&c.KeepSessions)},
		{flag: "keep-notifications", env: "BTRACKER_KEEP_NOTIFICATIONS", value: "DURATION", fallback: "365d", commands: serve,
			help: "how long notifications are kept; 0 is for ever",
			set:  retention(&c.KeepNotifications)},
		{flag: "keep-security-events", env: "BTRACKER_KEEP_SECURITY_EVENTS", value: "DURATION", fallback: "365d", commands: serve,
			help: "how long sign-ins and other security events are kept; 0 is for ever",
			set:  retention(&c.KeepEvents)},
		{flag: "document-mb", env: "BTRACKER_DOCUMENT_MB", value: "NUMBER", fallback: "25", commands: serve,
			help: "how many MiB a document may have",
			set:  number(&c.DocumentMB, 1, 1024)},
		{flag: "documents-gb", env: "BTRACKER_DOCUMENTS_GB", value: "NUMBER", fallback: "5", commands: serve,
			help: "how many GiB all documents together may have",
			set:  number(&c.DocumentsGB, 1, 10_000)},
		{flag: "require-second-factor", env: "BTRACKER_REQUIRE_SECOND_FACTOR", value: "WHO", fallback: "none", commands: serve,
			help: "who must have a second factor: none, admins or all",
			set:  oneOf(&c.SecondFactor, "none", "admins", "all")},
		{flag: "webhook-private", env: "BTRACKER_WEBHOOK_PRIVATE", fallback: "false", isSwitch: true, commands: []string{"serve"},
			help: "let webhooks lead to this machine and to private networks",
			set:  boolean(&c.WebhookPrivate)},
		{flag: "oidc-issuer", env: "BTRACKER_OIDC_ISSUER", value: "URL", commands: serve,
			help: "OpenID Connect provider of single sign-on, as it names itself (default: none)",
			set:  text(&c.OIDCIssuer, optional(checkSecureURL("https://login.example.com")))},
		{flag: "oidc-client-id", env: "BTRACKER_OIDC_CLIENT_ID", value: "ID", commands: serve,
			help: "what the provider calls this program; required with an issuer",
			set:  text(&c.OIDCClientID, anything)},
		{env: "BTRACKER_OIDC_CLIENT_SECRET", commands: serve,
			help: "secret of this program at the provider; none for a public client",
			set:  secret(&c.OIDCClientSecret, anything)},
		{flag: "oidc-name", env: "BTRACKER_OIDC_NAME", value: "NAME", commands: serve,
			help: "name of the provider on the sign-in page (default: host of the issuer)",
			set:  text(&c.OIDCName, checkOIDCName)},
		{flag: "oidc-create", env: "BTRACKER_OIDC_CREATE", fallback: "false", isSwitch: true, commands: serve,
			help: "make a user, without any rights, of everyone whom the provider vouches for",
			set:  boolean(&c.OIDCCreate)},
		{flag: "oidc-groups", env: "BTRACKER_OIDC_GROUPS", value: "CLAIM", commands: serve,
			help: "claim in which the provider names the groups of a person, such as groups (default: groups give no rights)",
			set:  text(&c.OIDCGroups, checkClaim)},
		{flag: "demo", env: "BTRACKER_DEMO", fallback: "false", isSwitch: true, commands: []string{"serve"},
			help: "fill an empty database with demo data and print how to sign in",
			set:  boolean(&c.Demo)},

		{flag: "email", value: "EMAIL", commands: []string{"admin create"},
			help: "e-mail address of the administrator",
			set:  text(&c.AdminEmail, anything)},
		{flag: "name", value: "NAME", commands: []string{"admin create"},
			help: "display name of the administrator",
			set:  text(&c.AdminName, anything)},
		{env: "BTRACKER_ADMIN_PASSWORD", commands: []string{"admin create"},
			help: "password of the administrator; asked for on the terminal when it is not set",
			set:  secret(&c.AdminPassword, anything)},
		{env: "BTRACKER_URL", commands: []string{"mcp"},
			help: "address of the installation that an assistant works with, such as https://tracker.example.com/",
			set:  text(&c.BridgeURL, anything)},
		{env: "BTRACKER_KEY", commands: []string{"mcp"},
			help: "key that the assistant works with, from the account page",
			set:  secret(&c.BridgeKey, anything)},
		{flag: "scale", value: "N", fallback: "100", commands: []string{"demo"},
			help: "number of companies",
			set:  number(&c.Scale, 1, 10_000_000)},
		{flag: "status", fallback: "false", isSwitch: true, commands: []string{"migrate"},
			help: "only say which migrations are pending",
			set:  boolean(&c.Status)},
		{flag: "restored", fallback: "false", isSwitch: true, commands: []string{"migrate"},
			help: "the database was just restored, by pg_restore perhaps: also end all sessions and mailed links",
			set:  boolean(&c.Restored)},
		{flag: "no-backup", env: "BTRACKER_NO_BACKUP", fallback: "false", isSwitch: true, commands: []string{"serve", "admin create", "demo", "migrate"},
			help: "do not copy an existing SQLite database to {data}/backups before its schema changes",
			set:  boolean(&c.NoBackup)},
		{flag: "head", value: "HEAD", commands: []string{"audit verify"},
			help: "what audit head printed earlier, or its hash, or a file with one of these a line: each must still be in the chain",
			set:  text(&c.Head, anything)},
	}
}

// The functions below build the set function of a setting from its field and check.

func text(field *string, check func(string) error) func(string) error {
	return func(value string) error {
		value = strings.TrimSpace(value)
		*field = value
		return check(value)
	}
}

func secret(field *Secret, check func(string) error) func(string) error {
	return func(value string) error {
		*field = Secret(value)
		if value == "" {
			return nil
		}
		return check(value)
	}
}

func number(field *int, lowest, highest int) func(string) error {
	return func(value string) error {
		n, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil || n < lowest || n > highest {
			return wrong(value, "a whole number from %d to %d", lowest, highest)
		}
		*field = n
		return nil
	}
}

func boolean(field *bool) func(string) error {
	return func(value string) error {
		b, err := strconv.ParseBool(strings.TrimSpace(value))
		if err != nil {
			return wrong(value, "true or false")
		}
		*field = b
		return nil
	}
}

func oneOf(field *string, options ...string) func(string) error {
	return func(value string) error {
		*field = strings.TrimSpace(value)
		if !slices.Contains(options, *field) {
			return wrong(value, "one of %s", strings.Join(options, ", "))
		}
		return nil
	}
}

func duration(field *time.Duration, shortest, longest time.Duration) func(string) error {
	return func(value string) error {
		d, err := parseDuration(value)
		if err != nil || d < shortest || d > longest {
			return wrong(value, "a duration such as 90m, 8h or 7d, from %s to %s", durationText(shortest), durationText(longest))
		}
		*field = d
		return nil
	}
}

func retention(field *time.Duration) func(string) error {
	return func(value string) error {
		d, err := parseDuration(value)
		if err != nil || d < 0 || (d > 0 && d < day) {
			return wrong(value, "a duration of a day or more such as 90d, or 0 for ever")
		}
		*field = d
		return nil
	}
}
