package tracker

import (
	"encoding/json"
	"time"
)

const (
	// MaxPasskeys is how many passkeys one person may have.
	MaxPasskeys = 20
	// ChallengeLife is how long a browser may take to answer with a passkey.
	ChallengeLife = 5 * time.Minute
	// RecentSignIn is how long after a sign-in passkeys can be changed, and keys made, without the password.
	RecentSignIn = 10 * time.Minute
)

// SignInMethods says how people can sign in here besides by their password.
type SignInMethods struct {
	Passkeys bool `json:"passkeys" doc:"Passkeys can be used at the address of this server."`
}

// Passkey is a passkey as its owner sees it.
type Passkey struct {
	ID         string     `json:"id"`
	Name       string     `json:"name" doc:"What its owner calls it."`
	CreatedAt  time.Time  `json:"createdAt"`
	LastUsedAt *time.Time `json:"lastUsedAt" doc:"When it was last used to sign in, or null."`
}

// PasskeyKey is kept to check a passkey. Nothing in it is secret.
type PasskeyKey struct {
	CredentialID   string // base64url
	PublicKey      string // of COSE, base64url
	SignCount      int64  // of its last use; 0 for passkeys that do not count
	BackupEligible bool   // may be copied to other devices of its owner
	Transports     string // how a browser reaches it, separated by commas
}

// RecentPassword is the caller's password, which is not needed soon after a sign-in.
type RecentPassword struct {
	CurrentPassword Opt[string] `json:"currentPassword" rule:"loginPassword" doc:"Not needed in the first ten minutes after a sign-in."`
}

// JSONObject is an object of WebAuthn: browsers write and read it, and this program passes it on.
type JSONObject struct{ json.RawMessage }

// PasskeyOptions is what a browser needs to make or use a passkey.
type PasskeyOptions struct {
	PublicKey JSONObject `json:"publicKey" doc:"Options of WebAuthn as JSON, for the browser's parseCreationOptionsFromJSON or parseRequestOptionsFromJSON."`
}

// PasskeyInput adds a passkey.
type PasskeyInput struct {
	Name       string          `json:"name" rule:"name,required"`
	Credential Opt[JSONObject] `json:"credential" rule:"any,required" doc:"The browser's PublicKeyCredential, by its toJSON."`
}

// PasskeyAdded is a new passkey.
type PasskeyAdded struct {
	Passkey
	RecoveryCodes []string `json:"recoveryCodes" doc:"Ten, shown this once, if you had none; else empty."`
}

// PasskeyEdit renames a passkey.
type PasskeyEdit struct {
	ID   string `json:"id" rule:"id,required"`
	Name string `json:"name" rule:"name,required"`
}

// PasskeyRemoval names a passkey to remove.
type PasskeyRemoval struct {
	ID string `json:"id" rule:"id,required"`
	RecentPassword
}

// PasskeyRequest asks for the options of a sign-in.
type PasskeyRequest struct {
	Ticket Opt[string] `json:"ticket" rule:"token" doc:"Of a sign-in by password that asks for a second factor. Without one, the passkey is the whole sign-in."`
}

// PasskeySignIn signs in without a password.
type PasskeySignIn struct {
	Credential Opt[JSONObject] `json:"credential" rule:"any,required" doc:"The browser's PublicKeyCredential, by its toJSON."`
}
