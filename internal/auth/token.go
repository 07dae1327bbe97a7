package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

var (
	// ErrInvalidToken is for a malformed token, and for a token that this server did not sign.
	ErrInvalidToken = errors.New("invalid token")
	// ErrExpiredToken wraps ErrInvalidToken.
	ErrExpiredToken = fmt.Errorf("%w: expired", ErrInvalidToken)
)

// MinSecretBytes is the length of the shortest signing secret.
const MinSecretBytes = 32

// Claims is the content of a token. It has no rights: they are read from the database at
// every request.
type Claims struct {
	UserID    string
	SessionID string
	ID        string
	IssuedAt  time.Time
	ExpiresAt time.Time
}

// Signer issues and checks access tokens.
type Signer struct {
	secret []byte
	ttl    time.Duration
	now    func() time.Time
	parser *jwt.Parser

	mu       sync.RWMutex
	verified map[string]Claims // by token
}

// maxVerified bounds the remembered tokens to about 2 MB.
const maxVerified = 4096

type tokenClaims struct {
	SessionID string `json:"sid"`
	jwt.RegisteredClaims
}

// NewSigner returns a Signer whose tokens live for ttl.
func NewSigner(secret []byte, ttl time.Duration, now func() time.Time) (*Signer, error) {
	if len(secret) < MinSecretBytes {
		return nil, fmt.Errorf("the signing secret has %d bytes, it needs %d or more", len(secret), MinSecretBytes)
	}
	if ttl < time.Second {
		return nil, fmt.Errorf("a token life of %s is too short", ttl)
	}
	return &Signer{
		secret: secret,
		ttl:    ttl,
		now:    now,

		verified: map[string]Claims{},
		parser: jwt.NewParser(
			// The token must not choose the algorithm.
			jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}),
			jwt.WithExpirationRequired(),
			// Without this, one token would have several spellings.
			jwt.WithStrictDecoding(),
			jwt.WithTimeFunc(now),
		),
	}, nil
}

// Issue signs a token for a session. The token expires after the signer's ttl, or at notAfter
// if that is earlier. After notAfter Issue returns ErrExpiredToken.
func (s *Signer) Issue(userID, sessionID string, notAfter time.Time) (string, Claims, error) {
	now := s.now()
	expires := now.Add(s.ttl)
	if notAfter.Before(expires) {
		expires = notAfter
	}
	claims := Claims{
		UserID:    userID,
		SessionID: sessionID,
		ID:        randomText(16),
		// A token counts in whole seconds, and the claims must be equal to it.
		IssuedAt:  now.UTC().Truncate(time.Second),
		ExpiresAt: expires.UTC().Truncate(time.Second),
	}
	if !now.Before(claims.ExpiresAt) {
		return "", Claims{}, ErrExpiredToken
	}
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, tokenClaims{
		SessionID: claims.SessionID,
		RegisteredClaims: jwt.RegisteredClaims{
			Subject:   claims.UserID,
			ID:        claims.ID,
			IssuedAt:  jwt.NewNumericDate(claims.IssuedAt),
			ExpiresAt: jwt.NewNumericDate(claims.ExpiresAt),
		},
	}).SignedString(s.secret)
	if err != nil {
		return "", Claims{}, fmt.Errorf("sign token: %w", err)
	}
	return token, claims, nil
}

// Parse returns the claims of a token of this server, or ErrInvalidToken or ErrExpiredToken.
// A client sends the same token with every request, so the token is verified once, and only
// its time is checked again.
func (s *Signer) Parse(token string) (Claims, error) {
	s.mu.RLock()
	claims, found := s.verified[token]
	s.mu.RUnlock()
	if !found {
		return s.verify(token)
	}
	if !s.now().Before(claims.ExpiresAt) {
		return Claims{}, ErrExpiredToken
	}
	return claims, nil
}

func (s *Signer) verify(token string) (Claims, error) {
	var c tokenClaims
	_, err := s.parser.ParseWithClaims(token, &c, func(*jwt.Token) (any, error) { return s.secret, nil })
	switch {
	case errors.Is(err, jwt.ErrTokenExpired):
		return Claims{}, ErrExpiredToken
	case err != nil:
		// The cause quotes parts of the token, which must not be logged.
		return Claims{}, ErrInvalidToken
	case c.Subject == "" || c.SessionID == "" || c.ID == "" || c.IssuedAt == nil:
		return Claims{}, ErrInvalidToken
	}
	claims := Claims{
		UserID:    c.Subject,
		SessionID: c.SessionID,
		ID:        c.ID,
		IssuedAt:  c.IssuedAt.UTC(),
		ExpiresAt: c.ExpiresAt.UTC(),
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.verified) >= maxVerified {
		clear(s.verified) // the next request with a token verifies it again
	}
	s.verified[strings.Clone(token)] = claims // the token is a part of a larger string
	return claims, nil
}

// Fingerprint returns a value that is the same for the same text. Without the secret nobody
// can guess the text from it, which may contain a password.
func (s *Signer) Fingerprint(text string) string {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte("fingerprint\x00" + text)) // no token begins like this
	return hex.EncodeToString(mac.Sum(nil))
}

// NewOpaqueToken returns a token of 256 random bits for a link in a mail, and its stored form.
func NewOpaqueToken() (plain, hash string) {
	plain = randomText(32)
	return plain, HashOpaqueToken(plain)
}

// HashOpaqueToken returns the stored form of a token. A fast hash is enough:
// 256 random bits can not be guessed.
func HashOpaqueToken(plain string) string {
	sum := sha256.Sum256([]byte(plain))
	return hex.EncodeToString(sum[:])
}

func randomText(bytes int) string {
	b := make([]byte, bytes)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}
