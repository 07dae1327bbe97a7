package tracker

import "time"

const (
	// SignOnLife is how long a single sign-on may take from its beginning to its end.
	SignOnLife = 5 * time.Minute
	// MaxSignOnCode is the length of the longest code of a provider: with it the cookie stays below 4096 bytes.
	MaxSignOnCode = 2048
	// MaxIdentity is the length of the longest subject of a provider.
	MaxIdentity = 255
)

// Identity is a person as the provider of single sign-on knows them.
type Identity struct {
	Issuer        string
	Subject       string
	Email         string
	EmailVerified bool
	Name          string
	Groups        []string // where the operator says how the provider names them
}

// SignOnAttempt is a single sign-on that is under way. Its browser keeps it, encrypted.
type SignOnAttempt struct {
	State     string
	Nonce     string
	Verifier  string
	ExpiresAt time.Time

	// The answer of the provider.
	Code    string
	Issuer  string
	Failure string // the code of ErrSignOnAway or ErrSignOnRefused
}
