package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"
)

var secret = []byte(strings.Repeat("s", MinSecretBytes))

type fakeClock struct{ at time.Time }

func (c *fakeClock) now() time.Time { return c.at }

func newSigner(t *testing.T) (*Signer, *fakeClock) {
	t.Helper()
	clock := &fakeClock{at: time.Date(2026, 3, 1, 12, 0, 0, 987e6, time.FixedZone("elsewhere", 3600))}
	s, err := NewSigner(secret, 8*time.Hour, clock.now)
	if err != nil {
		t.Fatal(err)
	}
	return s, clock
}

func TestIssuedTokenParses(t *testing.T) {
	s, clock := newSigner(t)
	token, issued, err := s.Issue("user", "session", clock.at.Add(30*24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := s.Parse(token)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(issued, parsed); diff != "" {
		t.Errorf("the token says something else than its claims: %s", diff)
	}
	if parsed.UserID != "user" || parsed.SessionID != "session" {
		t.Errorf("claims = %+v", parsed)
	}
	if want := time.Date(2026, 3, 1, 19, 0, 0, 0, time.UTC); !parsed.ExpiresAt.Equal(want) {
		t.Errorf("expires at %s, want %s", parsed.ExpiresAt, want)
	}
	_, other, _ := s.Issue("user", "session", clock.at.Add(time.Hour))
	if other.ID == issued.ID {
		t.Error("two tokens share a jti")
	}
}

func TestTokenEndsWithItsSession(t *testing.T) {
	s, clock := newSigner(t)
	end := clock.at.Add(time.Minute)
	_, claims, err := s.Issue("user", "session", end)
	if err != nil {
		t.Fatal(err)
	}
	if claims.ExpiresAt.After(end) {
		t.Errorf("the token outlives its session: %s after %s", claims.ExpiresAt, end)
	}
	for _, over := range []time.Time{clock.at, clock.at.Add(-time.Hour), {}} {
		if _, _, err := s.Issue("user", "session", over); !errors.Is(err, ErrExpiredToken) {
			t.Errorf("a token for a session that ended at %s: %v", over, err)
		}
	}
}

func TestTokenExpiresToTheSecond(t *testing.T) {
	s, clock := newSigner(t)
	token, claims, _ := s.Issue("user", "session", clock.at.Add(time.Hour))
	clock.at = claims.ExpiresAt.Add(-time.Nanosecond)
	if _, err := s.Parse(token); err != nil {
		t.Errorf("refused before its end: %v", err)
	}
	clock.at = claims.ExpiresAt
	_, err := s.Parse(token)
	if !errors.Is(err, ErrExpiredToken) || !errors.Is(err, ErrInvalidToken) {
		t.Errorf("at its end: %v", err)
	}
}

// A replica whose clock is a little behind must accept a new token of another replica.
func TestTokenFromTheNearFuture(t *testing.T) {
	s, clock := newSigner(t)
	token, _, _ := s.Issue("user", "session", clock.at.Add(time.Hour))
	clock.at = clock.at.Add(-5 * time.Second)
	if _, err := s.Parse(token); err != nil {
		t.Error(err)
	}
}

func TestParseRefusesForgeries(t *testing.T) {
	s, clock := newSigner(t)
	token, _, _ := s.Issue("user", "session", clock.at.Add(time.Hour))
	body := strings.Split(token, ".")

	sign := func(method jwt.SigningMethod, key any, change func(jwt.MapClaims)) string {
		claims := jwt.MapClaims{"sub": "user", "sid": "session", "jti": "id",
			"iat": clock.at.Unix(), "exp": clock.at.Add(time.Hour).Unix()}
		change(claims)
		signed, err := jwt.NewWithClaims(method, claims).SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return signed
	}
	same := func(jwt.MapClaims) {}
	without := func(name string) func(jwt.MapClaims) {
		return func(c jwt.MapClaims) { delete(c, name) }
	}
	if _, err := s.Parse(sign(jwt.SigningMethodHS256, secret, same)); err != nil {
		t.Fatalf("the unchanged token must pass for the rest to mean anything: %v", err)
	}

	encode := base64.RawURLEncoding.EncodeToString
	// Each has a good signature with the secret of the server, and a header that asks for another algorithm.
	under := func(header string) string {
		text := encode([]byte(header)) + "." + body[1]
		mac := hmac.New(sha256.New, secret)
		mac.Write([]byte(text))
		return text + "." + encode(mac.Sum(nil))
	}
	if _, err := s.Parse(under(`{"alg":"HS256","typ":"JWT"}`)); err != nil {
		t.Fatalf("signed by hand: %v", err)
	}
	for name, forged := range map[string]string{
		"empty":             "",
		"not a token":       "abc",
		"two parts":         body[0] + "." + body[1],
		"no signature":      body[0] + "." + body[1] + ".",
		"another signature": token[:len(token)-6] + "AAAAAA",
		"padding":           token + "=",
		"other body":        body[0] + "." + encode([]byte(`{"sub":"admin","sid":"x","jti":"y","iat":1,"exp":99999999999}`)) + "." + body[2],
		"no algorithm":      encode([]byte(`{"alg":"none","typ":"JWT"}`)) + "." + body[1] + ".",
		"alg none":          sign(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, same),
		"HS512":             sign(jwt.SigningMethodHS512, secret, same),
		"HS384":             sign(jwt.SigningMethodHS384, secret, same),
		"secret as RSA key": under(`{"alg":"RS256","typ":"JWT"}`),
		"secret as EC key":  under(`{"alg":"ES256","typ":"JWT"}`),
		"secret for none":   under(`{"alg":"none","typ":"JWT"}`),
		"None":              under(`{"alg":"None","typ":"JWT"}`),
		"lower case":        under(`{"alg":"hs256","typ":"JWT"}`),
		"no header":         under(`{}`),
		"alg as a list":     under(`{"alg":["HS256"]}`),
		"alg twice":         under(`{"alg":"none","alg":"RS256"}`),
		"empty secret":      sign(jwt.SigningMethodHS256, []byte{}, same),
		"another secret":    sign(jwt.SigningMethodHS256, []byte(strings.Repeat("x", 32)), same),
		"no exp":            sign(jwt.SigningMethodHS256, secret, without("exp")),
		"no iat":            sign(jwt.SigningMethodHS256, secret, without("iat")),
		"no user":           sign(jwt.SigningMethodHS256, secret, without("sub")),
		"no session":        sign(jwt.SigningMethodHS256, secret, without("sid")),
		"no id":             sign(jwt.SigningMethodHS256, secret, without("jti")),
		"exp as text":       sign(jwt.SigningMethodHS256, secret, func(c jwt.MapClaims) { c["exp"] = "tomorrow" }),
	} {
		claims, err := s.Parse(forged)
		if !errors.Is(err, ErrInvalidToken) || errors.Is(err, ErrExpiredToken) || claims != (Claims{}) {
			t.Errorf("%s: %+v, %v", name, claims, err)
		}
	}
}

// The answer to a forged token does not tell whether it has expired.
func TestForgedAndExpiredIsInvalid(t *testing.T) {
	s, clock := newSigner(t)
	other, _ := NewSigner([]byte(strings.Repeat("o", 32)), time.Hour, clock.now)
	token, _, _ := other.Issue("user", "session", clock.at.Add(time.Hour))
	clock.at = clock.at.Add(48 * time.Hour)
	if _, err := s.Parse(token); errors.Is(err, ErrExpiredToken) || !errors.Is(err, ErrInvalidToken) {
		t.Errorf("Parse = %v", err)
	}
}

func TestNewSignerRefuses(t *testing.T) {
	if _, err := NewSigner(secret[:31], time.Hour, time.Now); err == nil || strings.Contains(err.Error(), "sss") {
		t.Errorf("a short secret: %v", err)
	}
	if _, err := NewSigner(secret, 0, time.Now); err == nil {
		t.Error("tokens that are never valid were accepted")
	}
}

func TestOpaqueToken(t *testing.T) {
	plain, hash := NewOpaqueToken()
	raw, err := base64.RawURLEncoding.DecodeString(plain)
	if err != nil || len(raw) != 32 {
		t.Errorf("not 256 bits of base64url: %q", plain)
	}
	if hash != HashOpaqueToken(plain) {
		t.Error("the hash is not that of the token")
	}
	if again, _ := NewOpaqueToken(); again == plain {
		t.Error("two tokens are equal")
	}
	if got := HashOpaqueToken("abc"); got != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Errorf("not the hex sha256: %s", got)
	}
}

// A remembered token still expires, and the number of remembered tokens is bounded.
func TestRememberedTokens(t *testing.T) {
	s, clock := newSigner(t)
	notAfter := clock.at.Add(30 * time.Minute)
	token, issued, err := s.Issue("user", "session", notAfter)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if claims, err := s.Parse(token); err != nil || claims != issued {
			t.Errorf("%+v, %v", claims, err)
		}
	}
	clock.at = notAfter
	for range 2 {
		if claims, err := s.Parse(token); !errors.Is(err, ErrExpiredToken) || claims != (Claims{}) {
			t.Errorf("past its time: %+v, %v", claims, err)
		}
	}
	for range maxVerified + 10 {
		other, _, _ := s.Issue("user", "session", clock.at.Add(time.Hour))
		if _, err := s.Parse(other); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(s.verified); n == 0 || n > maxVerified {
		t.Errorf("%d tokens are remembered", n)
	}
}
