package identity

import (
	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/record"
)

// Identity are the use cases of who somebody is: sign-in, sessions, passwords, second factors, passkeys and keys.
type Identity struct {
	*record.Records
	Settings
	passkeys       *auth.Passkeys // nil where there can be none
	used, keysUsed usesNoted      // of sessions, and of keys
}

// Settings are what an Identity is made of.
type Settings struct {
	Hasher       *auth.Hasher
	Mailer       change.Mailer
	SecondFactor string           // who must have one
	Provider     IdentityProvider // of single sign-on; nil where there is none
	SignOn       SignOnRules
}

// New makes the use cases of identity.
func New(r *record.Records, s Settings) *Identity {
	return &Identity{Records: r, Settings: s, passkeys: auth.NewPasskeys(r.PublicURL, issuer)}
}
