package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// wrong is an error that reads on from the name of a flag or variable. Never use
// it for a secret: it quotes the value, as far as quotable does.
func wrong(value, format string, args ...any) error {
	return fmt.Errorf("must be %s, not %q", fmt.Sprintf(format, args...), quotable(value))
}

var (
	urlScheme = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*://`)
	// password is what may be one: between a name and the last at sign of a text such as name:password@host.
	password = regexp.MustCompile(`(?s):.*@`)
)

// quotable is what an error may quote of a value that somebody gave. Of a URL it is the scheme alone, because a password
// may be anywhere behind it, also in a setting that takes no URL.
func quotable(value string) string {
	if scheme := urlScheme.FindString(value); scheme != "" {
		return scheme + "…"
	}
	if strings.Contains(value, "://") {
		return "…"
	}
	return password.ReplaceAllLiteralString(value, ":…@")
}

func anything(string) error { return nil }

func required(value string) error {
	if value == "" {
		return errors.New("must not be empty")
	}
	return nil
}

func optional(check func(string) error) func(string) error {
	return func(value string) error {
		if value == "" {
			return nil
		}
		return check(value)
	}
}

func checkAddr(value string) error {
	_, port, err := net.SplitHostPort(value)
	if err != nil {
		return wrong(value, "an address such as 127.0.0.1:8080")
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return wrong(value, "an address with a port from 0 to 65535")
	}
	return nil
}

func checkMailbox(value string) error {
	if _, err := mail.ParseAddress(value); err != nil {
		return wrong(value, "one e-mail address such as tracker@example.com")
	}
	return nil
}

// checkAddress takes an address alone, without a name in front of it.
func checkAddress(value string) error {
	if parsed, err := mail.ParseAddress(value); err != nil || parsed.Address != value {
		return wrong(value, "an e-mail address such as you@example.com")
	}
	return nil
}

// checkDatabaseURL checks the scheme alone. The driver checks the rest: net/url
// refuses several hosts, for one.
func checkDatabaseURL(value string) error {
	if !strings.HasPrefix(value, "postgres://") && !strings.HasPrefix(value, "postgresql://") {
		return errors.New("must begin with postgres://")
	}
	return nil
}

// setSigningSecret takes the text itself, or what is in a file that auth.LoadOrCreateSecret made: base64 behind that word.
func (c *Config) setSigningSecret(value string) error {
	if file, ok := strings.CutPrefix(value, "base64:"); ok {
		decoded, err := base64.RawURLEncoding.DecodeString(strings.TrimSpace(file))
		if err != nil {
			return errors.New("must have behind base64: what the file {data}/secret has")
		}
		value = string(decoded)
	}
	if c.SigningSecret = Secret(value); value != "" && len(value) < 32 {
		return fmt.Errorf("must have 32 bytes or more, it has %d", len(value))
	}
	return nil
}

func checkSMTPURL(value string) error {
	// The parser's own error would quote the password.
	u, err := url.Parse(value)
	if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "" {
		return errors.New("must be a URL such as smtp://user:password@host:587 (special characters in the password are written as %XX)")
	}
	return nil
}

// checkSecureURL takes https, and http for this machine alone: whoever could read or change the line to a provider of
// single sign-on could sign in as anybody.
func checkSecureURL(example string) func(string) error {
	return func(value string) error {
		u, err := url.Parse(value)
		if err != nil || u.Hostname() == "" || u.User != nil || strings.ContainsAny(value, "?#") {
			return wrong(value, "a URL such as %s, without user, query or fragment", example)
		}
		ip, _ := netip.ParseAddr(u.Hostname())
		isHere := u.Hostname() == "localhost" || ip.IsLoopback()
		if u.Scheme != "https" && (u.Scheme != "http" || !isHere) {
			return wrong(value, "a URL that begins with https://")
		}
		return nil
	}
}

// hostName is a name that authorities issue certificates for: of two labels or more, and not an IP address.
var hostName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$`)

const (
	maxACMEHosts = 20
	maxHostName  = 253
)

func (c *Config) setACMEHosts(value string) error {
	for name := range strings.SplitSeq(strings.ToLower(value), ",") {
		name = strings.TrimSpace(name)
		if name == "" || slices.Contains(c.ACMEHosts, name) {
			continue
		}
		if !hostName.MatchString(name) || len(name) > maxHostName {
			return wrong(name, "a list of names such as tracker.example.com, without * (letters of other scripts are written as xn--…)")
		}
		c.ACMEHosts = append(c.ACMEHosts, name)
	}
	if len(c.ACMEHosts) > maxACMEHosts {
		return fmt.Errorf("must be at most %d names", maxACMEHosts)
	}
	return nil
}

// maxOIDCName is how many characters fit on the button.
const maxOIDCName = 40

func checkOIDCName(value string) error {
	if utf8.RuneCountInString(value) > maxOIDCName || strings.ContainsFunc(value, unicode.IsControl) || !utf8.ValidString(value) {
		return wrong(value, "a name of at most %d characters", maxOIDCName)
	}
	return nil
}

const maxClaim = 200

func checkClaim(value string) error {
	if len(value) > maxClaim || strings.ContainsFunc(value, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return wrong(value, "the name of a claim, such as groups")
	}
	return nil
}

// pathSegment is a part of the base path, which is written into HTML and into route
// patterns: it has no character that means something in either.
var pathSegment = regexp.MustCompile(`^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$`)

func (c *Config) setBasePath(value string) error {
	trimmed := strings.Trim(strings.TrimSpace(value), "/")
	if trimmed == "" {
		c.BasePath = "/"
		return nil
	}
	for segment := range strings.SplitSeq(trimmed, "/") {
		if !pathSegment.MatchString(segment) {
			return wrong(value, "a path such as /tools/, of letters, digits and -._~")
		}
	}
	c.BasePath = "/" + trimmed + "/"
	return nil
}

func (c *Config) setPublicURL(value string) error {
	value = strings.TrimSpace(value)
	if value == "" {
		return nil
	}
	u, err := url.Parse(value)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" ||
		u.User != nil || strings.ContainsAny(value, "?#") {
		return errors.New("must be a URL such as https://tracker.example.com/, without user, query or fragment")
	}
	c.PublicURL = strings.TrimRight(u.String(), "/") + "/"
	return nil
}

// URLAt is the address of the console on a server that listens on addr, as its own machine reaches it.
func (c Config) URLAt(addr string) string {
	scheme, defaultPort := "http", ""
	if c.UsesTLS() {
		scheme, defaultPort = "https", "443"
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return scheme + "://" + addr + c.BasePath
	}
	// "All interfaces" is an address to listen on, not one to visit.
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "localhost"
	}
	place := net.JoinHostPort(host, port)
	if port == defaultPort {
		place = strings.TrimSuffix(place, ":"+port)
	}
	return scheme + "://" + place + c.BasePath
}

func (c *Config) setTrustedProxies(value string) error {
	for entry := range strings.SplitSeq(value, ",") {
		entry = strings.TrimSpace(entry)
		if entry == "" {
			continue
		}
		prefix, err := parsePrefix(entry)
		if err != nil {
			return wrong(entry, "a list of networks such as 10.0.0.0/8,192.0.2.7")
		}
		c.TrustedProxies = append(c.TrustedProxies, prefix)
	}
	return nil
}

func parsePrefix(text string) (netip.Prefix, error) {
	if strings.Contains(text, "/") {
		prefix, err := netip.ParsePrefix(text)
		return prefix.Masked(), err
	}
	ip, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Prefix{}, err
	}
	ip = ip.WithZone("").Unmap()
	return netip.PrefixFrom(ip, ip.BitLen()), nil
}

func (c *Config) setLogLevel(value string) error {
	levels := map[string]slog.Level{
		"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError,
	}
	level, ok := levels[strings.ToLower(strings.TrimSpace(value))]
	if !ok {
		return wrong(value, "debug, info, warn or error")
	}
	c.LogLevel = level
	return nil
}

func (c *Config) setLogFormat(value string) error {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "text":
		c.LogJSON = false
	case "json":
		c.LogJSON = true
	default:
		return wrong(value, "text or json")
	}
	return nil
}

// parseDuration reads Go's notation, and whole days as "30d".
func parseDuration(text string) (time.Duration, error) {
	text = strings.TrimSpace(text)
	days, ok := strings.CutSuffix(text, "d")
	if !ok {
		return time.ParseDuration(text)
	}
	n, err := strconv.ParseUint(days, 10, 32)
	if err != nil || n > math.MaxInt64/uint64(day) {
		return 0, errors.New("not a number of days")
	}
	return time.Duration(n) * day, nil
}

func durationText(d time.Duration) string {
	if d >= day && d%day == 0 {
		return fmt.Sprintf("%dd", d/day)
	}
	return d.String()
}
