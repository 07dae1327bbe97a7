package config

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

type env map[string]string

func (e env) get(name string) string { return e[name] }

const longSecret = "0123456789abcdef0123456789abcdef"

func parse(t *testing.T, command string, e env, args ...string) (Config, []string) {
	t.Helper()
	c, rest, err := Parse(command, args, e.get)
	if err != nil {
		t.Fatalf("Parse(%q, %q): %v", command, args, err)
	}
	return c, rest
}

func TestServeDefaults(t *testing.T) {
	got, rest := parse(t, "serve", nil)
	want := Config{
		Command:           "serve",
		Data:              "./data",
		Addr:              "127.0.0.1:8080",
		BasePath:          "/",
		PublicURL:         "http://127.0.0.1:8080/",
		TokenTTL:          8 * time.Hour,
		MailFrom:          "btracker <btracker@localhost>",
		HubMaxPerUser:     20,
		DocumentMB:        25,
		DocumentsGB:       5,
		KeepChanges:       730 * day,
		KeepSessions:      30 * day,
		KeepNotifications: 365 * day,
		KeepEvents:        365 * day,
		SecondFactor:      "none",
		LogLevel:          slog.LevelInfo,
	}
	if diff := cmp.Diff(want, got); diff != "" || len(rest) != 0 {
		t.Errorf("%s %v", diff, rest)
	}
}

func TestEverySettingByEnvironment(t *testing.T) {
	got, _ := parse(t, "serve", env{
		"BTRACKER_ADDR":                         "0.0.0.0:9000",
		"BTRACKER_DATA":                         "/var/lib/btracker",
		"BTRACKER_DATABASE_URL":                 "postgres://u:p@one:5432,two:5432/db",
		"BTRACKER_BASE_PATH":                    "tools/tracker",
		"BTRACKER_PUBLIC_URL":                   "https://example.com/tools/tracker",
		"BTRACKER_METRICS_ADDR":                 ":9100",
		"BTRACKER_TRUSTED_PROXIES":              "10.1.2.3/8, 192.0.2.7,::1",
		"BTRACKER_SECRET":                       longSecret,
		"BTRACKER_TOKEN_TTL":                    "90m",
		"BTRACKER_SMTP_URL":                     "smtp://u:p@mail.example.com:587",
		"BTRACKER_MAIL_FROM":                    "Tracker <tracker@example.com>",
		"BTRACKER_HUB_MAX_CONNECTIONS_PER_USER": "5",
		"BTRACKER_KEEP_CHANGES":                 "0",
		"BTRACKER_KEEP_SESSIONS":                "48h",
		"BTRACKER_KEEP_NOTIFICATIONS":           "90d",
		"BTRACKER_KEEP_SECURITY_EVENTS":         "120d",
		"BTRACKER_REQUIRE_SECOND_FACTOR":        "admins",
		"BTRACKER_OIDC_ISSUER":                  "https://login.example.com/realm/",
		"BTRACKER_OIDC_CLIENT_ID":               "tracker",
		"BTRACKER_OIDC_CLIENT_SECRET":           "shared",
		"BTRACKER_OIDC_NAME":                    "Example",
		"BTRACKER_OIDC_CREATE":                  "true",
		"BTRACKER_OIDC_GROUPS":                  "groups",
		"BTRACKER_DEMO":                         "1",
		"BTRACKER_NO_BACKUP":                    "1",
		"BTRACKER_LOG_LEVEL":                    "debug",
		"BTRACKER_LOG_FORMAT":                   "json",
	})
	want := Config{
		Command:     "serve",
		Addr:        "0.0.0.0:9000",
		Data:        "/var/lib/btracker",
		DatabaseURL: "postgres://u:p@one:5432,two:5432/db",
		BasePath:    "/tools/tracker/",
		PublicURL:   "https://example.com/tools/tracker/",
		MetricsAddr: ":9100",
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"),
			netip.MustParsePrefix("192.0.2.7/32"), netip.MustParsePrefix("::1/128")},
		SigningSecret:     longSecret,
		TokenTTL:          90 * time.Minute,
		SMTPURL:           "smtp://u:p@mail.example.com:587",
		MailFrom:          "Tracker <tracker@example.com>",
		HubMaxPerUser:     5,
		DocumentMB:        25,
		DocumentsGB:       5,
		KeepSessions:      48 * time.Hour,
		KeepNotifications: 90 * day,
		KeepEvents:        120 * day,
		SecondFactor:      "admins",
		OIDCIssuer:        "https://login.example.com/realm/",
		OIDCClientID:      "tracker",
		OIDCClientSecret:  "shared",
		OIDCName:          "Example",
		OIDCCreate:        true,
		OIDCGroups:        "groups",
		Demo:              true,
		NoBackup:          true,
		LogLevel:          slog.LevelDebug,
		LogJSON:           true,
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b netip.Prefix) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
}

func TestFlagWinsOverEnvironment(t *testing.T) {
	e := env{"BTRACKER_ADDR": "no address", "BTRACKER_DEMO": "true", "BTRACKER_DATABASE_URL": "postgres://h/d"}
	c, _ := parse(t, "serve", e, "--addr", "[::1]:81", "-demo=false", "--database-url=")
	if c.Addr != "[::1]:81" || c.Demo || c.DatabaseURL != "" {
		t.Errorf("%+v", c)
	}
	if c, _ := parse(t, "serve", nil, "--addr=:1", "--addr=:2"); c.Addr != ":2" {
		t.Errorf("the last flag should win: %s", c.Addr)
	}
}

func TestOtherCommands(t *testing.T) {
	e := env{"BTRACKER_DATA": "/d", "BTRACKER_ADMIN_PASSWORD": " Pass word1! ", "BTRACKER_ADDR": "broken, but not read here"}
	c, _ := parse(t, "admin create", e, "--email", " a@example.com", "--name", "Ann Lee")
	if c.AdminEmail != "a@example.com" || c.AdminName != "Ann Lee" || c.AdminPassword != " Pass word1! " || c.Data != "/d" {
		t.Errorf("admin create: %+v", c)
	}
	if c, _ := parse(t, "demo", e, "--scale", "100000"); c.Scale != 100_000 {
		t.Errorf("demo: %+v", c)
	}
	if c, _ := parse(t, "migrate", e, "--status"); !c.Status {
		t.Errorf("migrate: %+v", c)
	}
	if c, rest := parse(t, "backup", e, "copy.db", "--data", "/e"); c.Data != "/e" || !slices.Equal(rest, []string{"copy.db"}) {
		t.Errorf("backup: %+v, %v", c, rest)
	}
	if _, rest := parse(t, "restore", e, "--", "--odd-name"); !slices.Equal(rest, []string{"--odd-name"}) {
		t.Errorf("restore: %v", rest)
	}
	for _, command := range commands {
		args := append([]string{"--data=/x", "--database-url=postgres://h/d"}, command.args...)
		_, _, err := Parse(command.name, args, env{"BTRACKER_SECRET": longSecret}.get)
		if err != nil && command.name != "admin create" {
			t.Errorf("%s does not take --data and --database-url: %v", command.name, err)
		}
	}
}

func TestBadInput(t *testing.T) {
	const password = "hunter2-hunter2"
	for _, test := range []struct {
		command string
		args    []string
		env     env
		names   string // what the message must name
	}{
		{"serve", []string{"--colour"}, nil, "-colour"},
		{"serve", []string{"--addr"}, nil, "-addr"},
		{"serve", []string{"--addr", "localhost"}, nil, "--addr"},
		{"serve", []string{"--addr", ""}, nil, "--addr"},
		{"serve", []string{"--addr", "localhost:http"}, nil, "--addr"},
		{"serve", []string{"--addr", "localhost:70000"}, nil, "--addr"},
		{"serve", []string{"extra"}, nil, "extra"},
		{"serve", []string{"--email", "a@example.com"}, nil, "-email"},
		{"serve", []string{"--demo=perhaps"}, nil, "--demo"},
		{"serve", []string{"--data", " "}, nil, "--data"},
		{"serve", nil, env{"BTRACKER_METRICS_ADDR": "9100"}, "BTRACKER_METRICS_ADDR"},
		{"serve", nil, env{"BTRACKER_BASE_PATH": "/a/../b"}, "BTRACKER_BASE_PATH"},
		{"serve", nil, env{"BTRACKER_BASE_PATH": "/a//b"}, "BTRACKER_BASE_PATH"},
		{"serve", nil, env{"BTRACKER_BASE_PATH": `/a"b`}, "BTRACKER_BASE_PATH"},
		{"serve", nil, env{"BTRACKER_BASE_PATH": "/{id}"}, "BTRACKER_BASE_PATH"},
		{"serve", nil, env{"BTRACKER_PUBLIC_URL": "example.com"}, "BTRACKER_PUBLIC_URL"},
		{"serve", nil, env{"BTRACKER_PUBLIC_URL": "javascript://example.com"}, "BTRACKER_PUBLIC_URL"},
		{"serve", nil, env{"BTRACKER_PUBLIC_URL": "https://u:" + password + "@example.com"}, "BTRACKER_PUBLIC_URL"},
		{"serve", nil, env{"BTRACKER_PUBLIC_URL": "https://example.com/?a=b"}, "BTRACKER_PUBLIC_URL"},
		{"serve", nil, env{"BTRACKER_TRUSTED_PROXIES": "10.0.0.0/8,proxy.example.com"}, "BTRACKER_TRUSTED_PROXIES"},
		{"serve", nil, env{"BTRACKER_TRUSTED_PROXIES": "10.0.0.0/33"}, "BTRACKER_TRUSTED_PROXIES"},
		{"serve", nil, env{"BTRACKER_TOKEN_TTL": "8"}, "BTRACKER_TOKEN_TTL"},
		{"serve", nil, env{"BTRACKER_TOKEN_TTL": "0s"}, "BTRACKER_TOKEN_TTL"},
		{"serve", nil, env{"BTRACKER_TOKEN_TTL": "31d"}, "BTRACKER_TOKEN_TTL"},
		{"serve", nil, env{"BTRACKER_OIDC_ISSUER": "login.example.com"}, "BTRACKER_OIDC_ISSUER"},
		{"serve", nil, env{"BTRACKER_OIDC_ISSUER": "http://login.example.com", "BTRACKER_OIDC_CLIENT_ID": "a"}, "BTRACKER_OIDC_ISSUER"},
		{"serve", nil, env{"BTRACKER_OIDC_ISSUER": "https://login.example.com/?a=b", "BTRACKER_OIDC_CLIENT_ID": "a"}, "BTRACKER_OIDC_ISSUER"},
		{"serve", nil, env{"BTRACKER_OIDC_ISSUER": "https://login.example.com"}, "BTRACKER_OIDC_CLIENT_ID"},
		{"serve", nil, env{"BTRACKER_OIDC_CLIENT_ID": "a"}, "BTRACKER_OIDC_ISSUER"},
		{"serve", nil, env{"BTRACKER_OIDC_NAME": strings.Repeat("n", 41)}, "BTRACKER_OIDC_NAME"},
		{"serve", nil, env{"BTRACKER_OIDC_CREATE": "perhaps"}, "BTRACKER_OIDC_CREATE"},
		{"serve", nil, env{"BTRACKER_OIDC_GROUPS": "my groups"}, "BTRACKER_OIDC_GROUPS"},
		{"serve", nil, env{"BTRACKER_TLS_CERT": "c.pem"}, "BTRACKER_TLS_KEY"},
		{"serve", nil, env{"BTRACKER_TLS_KEY": "k.pem"}, "BTRACKER_TLS_CERT"},
		{"serve", nil, env{"BTRACKER_TLS_CERT": "c.pem", "BTRACKER_TLS_KEY": "k.pem", "BTRACKER_ACME_HOSTS": "a.example.com"}, "BTRACKER_ACME_HOSTS"},
		{"serve", nil, env{"BTRACKER_TLS_CERT": "c.pem", "BTRACKER_TLS_KEY": "k.pem", "BTRACKER_PUBLIC_URL": "http://a.example.com"}, "BTRACKER_PUBLIC_URL"},
		{"serve", nil, env{"BTRACKER_REDIRECT_ADDR": ":80"}, "BTRACKER_REDIRECT_ADDR"},
		{"serve", nil, env{"BTRACKER_REDIRECT_ADDR": "80", "BTRACKER_ACME_HOSTS": "a.example.com"}, "BTRACKER_REDIRECT_ADDR"},
		{"serve", nil, env{"BTRACKER_ACME_EMAIL": "a@example.com"}, "BTRACKER_ACME_HOSTS"},
		{"serve", nil, env{"BTRACKER_ACME_URL": "https://acme.example.com/dir"}, "BTRACKER_ACME_HOSTS"},
		{"serve", nil, env{"BTRACKER_ACME_HOSTS": "a.example.com", "BTRACKER_ACME_EMAIL": "nobody"}, "BTRACKER_ACME_EMAIL"},
		{"serve", nil, env{"BTRACKER_ACME_HOSTS": "a.example.com", "BTRACKER_ACME_EMAIL": "Ann <a@example.com>"}, "BTRACKER_ACME_EMAIL"},
		{"serve", nil, env{"BTRACKER_ACME_HOSTS": "a.example.com", "BTRACKER_ACME_URL": "http://acme.example.com/dir"}, "BTRACKER_ACME_URL"},
		{"serve", nil, env{"BTRACKER_ACME_HOSTS": "localhost"}, "BTRACKER_ACME_HOSTS"},
		{"serve", nil, env{"BTRACKER_ACME_HOSTS": "192.0.2.7"}, "BTRACKER_ACME_HOSTS"},
		{"serve", nil, env{"BTRACKER_ACME_HOSTS": "*.example.com"}, "BTRACKER_ACME_HOSTS"},
		{"serve", nil, env{"BTRACKER_ACME_HOSTS": "a.example.com/x"}, "BTRACKER_ACME_HOSTS"},
		{"serve", nil, env{"BTRACKER_ACME_HOSTS": "../a.example.com"}, "BTRACKER_ACME_HOSTS"},
		{"serve", nil, env{"BTRACKER_ACME_HOSTS": strings.Repeat("a.", 126) + "example.com"}, "BTRACKER_ACME_HOSTS"},
		{"serve", nil, env{"BTRACKER_ACME_HOSTS": manyHosts(21)}, "BTRACKER_ACME_HOSTS"},
		{"serve", nil, env{"BTRACKER_KEEP_CHANGES": "1h"}, "BTRACKER_KEEP_CHANGES"},
		{"serve", nil, env{"BTRACKER_KEEP_SESSIONS": "-3d"}, "BTRACKER_KEEP_SESSIONS"},
		{"serve", nil, env{"BTRACKER_KEEP_NOTIFICATIONS": "4000000000d"}, "BTRACKER_KEEP_NOTIFICATIONS"},
		{"serve", nil, env{"BTRACKER_HUB_MAX_CONNECTIONS_PER_USER": "0"}, "BTRACKER_HUB_MAX_CONNECTIONS_PER_USER"},
		{"serve", nil, env{"BTRACKER_REQUIRE_SECOND_FACTOR": "everyone"}, "BTRACKER_REQUIRE_SECOND_FACTOR"},
		{"serve", nil, env{"BTRACKER_LOG_LEVEL": "loud"}, "BTRACKER_LOG_LEVEL"},
		{"serve", nil, env{"BTRACKER_LOG_FORMAT": "xml"}, "BTRACKER_LOG_FORMAT"},
		{"serve", nil, env{"BTRACKER_MAIL_FROM": "a@example.com, b@example.com"}, "BTRACKER_MAIL_FROM"},
		{"serve", nil, env{"BTRACKER_MAIL_FROM": "a@example.com\r\nBcc: b@example.com"}, "BTRACKER_MAIL_FROM"},
		{"serve", nil, env{"BTRACKER_SECRET": password}, "BTRACKER_SECRET"},
		{"serve", nil, env{"BTRACKER_SECRET": "base64:" + password + "\n"}, "BTRACKER_SECRET"},
		{"serve", nil, env{"BTRACKER_SECRET": "base64:" + strings.Repeat(password+"!", 4)}, "BTRACKER_SECRET"},
		{"serve", nil, env{"BTRACKER_SMTP_URL": "smtp://u:" + password + "%zz@host"}, "BTRACKER_SMTP_URL"},
		{"serve", nil, env{"BTRACKER_SMTP_URL": "http://u:" + password + "@host"}, "BTRACKER_SMTP_URL"},
		{"serve", nil, env{"BTRACKER_SMTP_URL": "smtp://u:" + password + "@host"}, "BTRACKER_MAIL_FROM"},
		{"serve", nil, env{"BTRACKER_DATABASE_URL": "mysql://u:" + password + "@host/db"}, "BTRACKER_DATABASE_URL"},
		{"serve", nil, env{"BTRACKER_DATABASE_URL": "postgres://u:" + password + "@host/db"}, "BTRACKER_SECRET"},
		{"admin create", []string{"--name", "Ann"}, nil, "--email"},
		{"admin create", []string{"--email", "a@example.com"}, nil, "--name"},
		{"admin create", []string{"--password", "x"}, nil, "-password"},
		{"demo", []string{"--scale", "-1"}, nil, "--scale"},
		{"demo", []string{"--scale", "1e3"}, nil, "--scale"},
		{"backup", nil, nil, "FILE"},
		{"backup", []string{"a", "b"}, nil, "b"},
		{"restore", nil, nil, "FILE"},
		{"nonsense", nil, nil, "nonsense"},
	} {
		_, _, err := Parse(test.command, test.args, test.env.get)
		if err == nil {
			t.Errorf("%s %q %v was accepted", test.command, test.args, test.env)
			continue
		}
		message := err.Error()
		if !strings.Contains(message, test.names) || strings.Contains(message, "\n") || strings.Contains(message, password) {
			t.Errorf("%s %q %v: %s", test.command, test.args, test.env, message)
		}
	}
}

func TestBasePathAndPublicURL(t *testing.T) {
	for _, test := range []struct{ base, addr, path, url string }{
		{"", "127.0.0.1:8080", "/", "http://127.0.0.1:8080/"},
		{"/", ":80", "/", "http://localhost:80/"},
		{"x", "0.0.0.0:80", "/x/", "http://localhost:80/x/"},
		{"/x/", "[::]:80", "/x/", "http://localhost:80/x/"},
		{"//x/y-1/", "[::1]:80", "/x/y-1/", "http://[::1]:80/x/y-1/"},
		{"a.b", "tracker.example.com:8443", "/a.b/", "http://tracker.example.com:8443/a.b/"},
	} {
		c, _ := parse(t, "serve", nil, "--base-path", test.base, "--addr", test.addr)
		if c.BasePath != test.path || c.PublicURL != test.url {
			t.Errorf("%q on %s: %s, %s", test.base, test.addr, c.BasePath, c.PublicURL)
		}
	}
}

func manyHosts(n int) string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("h%d.example.com", i))
	}
	return strings.Join(names, ",")
}

func TestTLS(t *testing.T) {
	for _, test := range []struct {
		url  string
		args []string
	}{
		{"https://127.0.0.1:8080/", []string{"--tls-cert", "c.pem", "--tls-key", "k.pem"}},
		{"https://localhost/", []string{"--tls-cert", "c.pem", "--tls-key", "k.pem", "--addr", ":443"}},
		{"https://[::1]/x/", []string{"--tls-cert", "c.pem", "--tls-key", "k.pem", "--addr", "[::1]:443", "--base-path", "x"}},
		{"https://a.example.com/", []string{"--acme-hosts", "A.example.com, b.example.com,a.example.com", "--addr", ":443"}},
		{"https://a.example.com:8443/x/", []string{"--acme-hosts", "a.example.com", "--addr", ":8443", "--base-path", "x"}},
		{"https://b.example.com/", []string{"--acme-hosts", "a.example.com", "--public-url", "https://b.example.com", "--redirect-addr", ":80"}},
	} {
		if c, _ := parse(t, "serve", nil, test.args...); c.PublicURL != test.url || !c.UsesTLS() {
			t.Errorf("%v: %s", test.args, c.PublicURL)
		}
	}
	c, _ := parse(t, "serve", env{"BTRACKER_ACME_HOSTS": manyHosts(20) + ",", "BTRACKER_ACME_EMAIL": "a@example.com", "BTRACKER_ACME_URL": "https://acme.example.com/dir"})
	if len(c.ACMEHosts) != 20 || c.ACMEEmail != "a@example.com" || c.ACMEURL != "https://acme.example.com/dir" {
		t.Errorf("%+v", c)
	}
	if c, _ := parse(t, "health", env{"BTRACKER_TLS_CERT": "c.pem", "BTRACKER_TLS_KEY": "k.pem", "BTRACKER_BASE_PATH": "x"}); c.URLAt(":443") != "https://localhost" {
		t.Errorf("health: %s", c.URLAt(":443"))
	}
	if c, _ := parse(t, "serve", nil); c.UsesTLS() {
		t.Error("TLS is not asked for")
	}
}

// The secret of an installation with SQLite serves one with PostgreSQL as well.
func TestTheSecretOfAFile(t *testing.T) {
	want := string(slices.Repeat([]byte{0, 0xff, 's'}, 20))
	file := base64.RawURLEncoding.EncodeToString([]byte(want)) + "\n"
	if c, _ := parse(t, "serve", env{"BTRACKER_SECRET": "base64:" + file}); string(c.SigningSecret) != want {
		t.Errorf("it is %q", string(c.SigningSecret))
	}
}

func TestSecretsAreNeverPrinted(t *testing.T) {
	c, _ := parse(t, "serve", env{
		"BTRACKER_SECRET":       longSecret,
		"BTRACKER_DATABASE_URL": "postgres://u:" + longSecret + "@h/d",
		"BTRACKER_SMTP_URL":     "smtp://u:" + longSecret + "@h",
		"BTRACKER_MAIL_FROM":    "a@example.com",
	})
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		fmt.Fprintf(&out, verb+verb, c, c.SigningSecret)
	}
	if err := json.NewEncoder(&out).Encode(c); err != nil {
		t.Fatal(err)
	}
	slog.New(slog.NewTextHandler(&out, nil)).Info("x", "c", c, "secret", c.SigningSecret)
	slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "c", c, "secret", c.SigningSecret)
	if text := out.String(); strings.Contains(text, longSecret) || strings.Contains(text, fmt.Sprintf("%x", longSecret)) {
		t.Error(text)
	}
	if string(c.SigningSecret) != longSecret {
		t.Error("the secret itself is lost")
	}
}

// A password in any setting, or as an argument, is in no error. Those of the settings that take one have their own tests.
func TestNoErrorQuotesAPassword(t *testing.T) {
	values := []string{"https://user:PassWord1@host/", "http://PassWord1@host", "https://user:PassWord1", "https://user:a/PassWord1?#@host/x",
		"https://host/?key=PassWord1", "https://host/#PassWord1",
		"x y://user:PassWord1@host", "user:PassWord1@host:25", "//user:PassWord1@host"}
	refused := map[string]int{}
	for _, s := range settingsOf(&Config{}) {
		for _, value := range values {
			command := "serve"
			if len(s.commands) > 0 {
				command = s.commands[0]
			}
			var err error
			if s.env != "" {
				_, _, err = Parse(command, nil, func(name string) string { return map[string]string{s.env: value}[name] })
			} else {
				_, _, err = Parse(command, []string{"--" + s.flag + "=" + value}, func(string) string { return "" })
			}
			if err != nil {
				refused[s.title()]++
			}
			if err != nil && strings.Contains(err.Error(), "PassWord1") {
				t.Errorf("%s: %v", s.title(), err)
			}
		}
	}
	for _, title := range []string{"--oidc-issuer", "--acme-url", "--public-url"} {
		if refused[title] != len(values) {
			t.Errorf("%s takes a password: %d of %d values are refused", title, refused[title], len(values))
		}
	}
	for _, value := range values {
		if _, _, err := Command([]string{value}); err == nil || strings.Contains(err.Error(), "PassWord1") {
			t.Error(err)
		}
		if _, _, err := Parse("serve", []string{value}, func(string) string { return "" }); err == nil || strings.Contains(err.Error(), "PassWord1") {
			t.Error(err)
		}
	}
}

func TestCommand(t *testing.T) {
	for _, test := range []struct{ args, command, rest string }{
		{"serve --addr :80", "serve", "--addr :80"},
		{"admin create --email x", "admin create", "--email x"},
		{"backup FILE", "backup", "FILE"},
		{"version", "version", ""},
		{"--version", "version", ""},
	} {
		command, rest, err := Command(strings.Fields(test.args))
		if err != nil || command != test.command || strings.Join(rest, " ") != test.rest {
			t.Errorf("%s: %q, %q, %v", test.args, command, rest, err)
		}
	}
	for _, args := range []string{"", "admin", "admin delete", "servex", "--addr :80"} {
		if command, _, err := Command(strings.Fields(args)); err == nil || errors.Is(err, ErrHelp) {
			t.Errorf("%q: %q, %v", args, command, err)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, args := range []string{"-h", "--help", "help", "admin --help"} {
		if _, _, err := Command(strings.Fields(args)); !errors.Is(err, ErrHelp) {
			t.Errorf("%s: %v", args, err)
		}
	}
	overview := Usage("")
	for _, c := range commands {
		if _, _, err := Parse(c.name, []string{"-h"}, env{}.get); !errors.Is(err, ErrHelp) {
			t.Errorf("%s -h: %v", c.name, err)
		}
		if !strings.Contains(overview, "  "+c.name) {
			t.Errorf("the overview leaves out %s", c.name)
		}
		usage := Usage(c.name)
		for _, s := range settingsOf(&Config{}) {
			listed := strings.Contains(usage, "  "+s.title()+" ")
			if listed != s.knownTo(c.name) {
				t.Errorf("help of %s and %s: listed is %v", c.name, s.title(), listed)
			}
		}
	}
}
