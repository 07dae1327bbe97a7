package auth

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"btracker/internal/tracker"
)

// ErrCounterWentBack refuses a passkey that has counted fewer uses than before: there may be a copy of it.
var ErrCounterWentBack = errors.New("the counter of the passkey went back")

// maxPublicKey is enough for RSA keys of 4096 bits; larger ones would take long to check.
const maxPublicKey = 1024

// Passkeys makes and checks passkeys for one address. Every device must verify its user, by a finger, a face or a PIN, so
// that a passkey is two factors at once.
type Passkeys struct{ web *webauthn.WebAuthn }

// NewPasskeys returns nil for an address at which browsers do not use passkeys: they want a name, not a number, and
// https unless the name is localhost.
func NewPasskeys(publicURL, name string) *Passkeys {
	u, err := url.Parse(publicURL)
	if err != nil {
		return nil
	}
	host := strings.ToLower(u.Hostname())
	_, notAName := netip.ParseAddr(host)
	isLocal := host == "localhost" || strings.HasSuffix(host, ".localhost")
	if notAName == nil || u.Scheme != "https" && !isLocal {
		return nil
	}
	web, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: name, RPOrigins: []string{u.Scheme + "://" + strings.ToLower(u.Host)},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(), UserVerification: protocol.VerificationRequired,
		},
		Timeouts: webauthn.TimeoutsConfig{Login: webauthn.TimeoutConfig{Timeout: tracker.ChallengeLife}, Registration: webauthn.TimeoutConfig{Timeout: tracker.ChallengeLife}},
		// A browser's extension may add its own outputs. None of them is used.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil
	}
	return &Passkeys{web}
}

// Origin is where the browser's answers must come from; "" without passkeys.
func (p *Passkeys) Origin() string {
	if p == nil {
		return ""
	}
	return p.web.Config.RPOrigins[0]
}

// passkeyUser is a user as the library sees one. The id is random, so a device learns nothing from it.
type passkeyUser struct {
	user tracker.User
	keys []webauthn.Credential
}

func (u passkeyUser) WebAuthnID() []byte                         { return []byte(u.user.ID) }
func (u passkeyUser) WebAuthnName() string                       { return u.user.Email }
func (u passkeyUser) WebAuthnDisplayName() string                { return u.user.DisplayName }
func (u passkeyUser) WebAuthnCredentials() []webauthn.Credential { return u.keys }

var base64url = base64.RawURLEncoding

func credentials(keys []tracker.PasskeyKey) (list webauthn.Credentials, err error) {
	for _, key := range keys {
		c := webauthn.Credential{
			Flags:         webauthn.CredentialFlags{UserPresent: true, UserVerified: true, BackupEligible: key.BackupEligible},
			Authenticator: webauthn.Authenticator{SignCount: uint32(key.SignCount)}, // #nosec G115 -- stored from a uint32
		}
		if c.ID, err = base64url.DecodeString(key.CredentialID); err != nil {
			return nil, err
		}
		if c.PublicKey, err = base64url.DecodeString(key.PublicKey); err != nil {
			return nil, err
		}
		if key.Transports != "" {
			for transport := range strings.SplitSeq(key.Transports, ",") {
				c.Transport = append(c.Transport, protocol.AuthenticatorTransport(transport))
			}
		}
		list = append(list, c)
	}
	return list, nil
}

// CreationOptions asks a browser to make a passkey on a device that has none of the known ones.
func (p *Passkeys) CreationOptions(user tracker.User, known []tracker.PasskeyKey) (options json.RawMessage, challenge string, err error) {
	keys, err := credentials(known)
	if err != nil {
		return nil, "", err
	}
	creation, session, err := p.web.BeginRegistration(passkeyUser{user: user}, webauthn.WithExclusions(keys.CredentialDescriptors()),
		webauthn.WithCredentialParameters(webauthn.CredentialParametersRecommendedL3()))
	if err != nil {
		return nil, "", err
	}
	options, err = json.Marshal(creation.Response)
	return options, session.Challenge, err
}

// RequestOptions asks a browser for a passkey among the allowed ones, or for any if there are none.
func (p *Passkeys) RequestOptions(allowed []tracker.PasskeyKey) (options json.RawMessage, challenge string, err error) {
	keys, err := credentials(allowed)
	if err != nil {
		return nil, "", err
	}
	request, session, err := p.web.BeginDiscoverableLogin(webauthn.WithAllowedCredentials(keys.CredentialDescriptors()))
	if err != nil {
		return nil, "", err
	}
	options, err = json.Marshal(request.Response)
	return options, session.Challenge, err
}

// NewPasskey is a passkey that a browser has made, not checked yet.
type NewPasskey struct {
	Challenge string
	parsed    *protocol.ParsedCredentialCreationData
}

// ParseNewPasskey reads a browser's answer to CreationOptions.
func ParseNewPasskey(credential []byte) (NewPasskey, error) {
	parsed, err := protocol.ParseCredentialCreationResponseBytes(credential)
	if err != nil {
		return NewPasskey{}, err
	}
	return NewPasskey{Challenge: parsed.Response.CollectedClientData.Challenge, parsed: parsed}, nil
}

// Register checks a new passkey of a user. The caller has to see that its challenge is one that the user got.
func (p *Passkeys) Register(user tracker.User, made NewPasskey) (key tracker.PasskeyKey, err error) {
	owner := passkeyUser{user: user}
	c, err := p.web.CreateCredential(owner, webauthn.SessionData{Challenge: made.Challenge, UserID: owner.WebAuthnID(),
		UserVerification: protocol.VerificationRequired, CredParams: webauthn.CredentialParametersRecommendedL3()}, made.parsed)
	if err == nil && len(c.PublicKey) > maxPublicKey {
		err = errors.New("the public key is too large")
	}
	if err != nil {
		return key, err
	}
	return tracker.PasskeyKey{CredentialID: base64url.EncodeToString(c.ID), PublicKey: base64url.EncodeToString(c.PublicKey),
		SignCount: int64(c.Authenticator.SignCount), BackupEligible: c.Flags.BackupEligible, Transports: knownTransports(c.Transport)}, nil
}

// knownTransports leaves out words that the browser made up: they come back in the options of a sign-in.
func knownTransports(sent []protocol.AuthenticatorTransport) string {
	var known []string
	for _, t := range []protocol.AuthenticatorTransport{protocol.USB, protocol.NFC, protocol.BLE, protocol.SmartCard, protocol.Hybrid, protocol.Internal} {
		if slices.Contains(sent, t) {
			known = append(known, string(t))
		}
	}
	return strings.Join(known, ",")
}

// PasskeyAnswer is a browser's answer to RequestOptions, not checked yet.
type PasskeyAnswer struct {
	Challenge    string
	CredentialID string
	parsed       *protocol.ParsedCredentialAssertionData
}

// ParsePasskeyAnswer reads a browser's answer to RequestOptions.
func ParsePasskeyAnswer(credential []byte) (PasskeyAnswer, error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(credential)
	if err != nil {
		return PasskeyAnswer{}, err
	}
	return PasskeyAnswer{Challenge: parsed.Response.CollectedClientData.Challenge, CredentialID: base64url.EncodeToString(parsed.RawID), parsed: parsed}, nil
}

// Check checks an answer by the key of the user's passkey, and returns how many uses the passkey has counted. The caller
// has to see that the challenge is one of its own.
func (p *Passkeys) Check(user tracker.User, key tracker.PasskeyKey, answer PasskeyAnswer) (signCount int64, err error) {
	keys, err := credentials([]tracker.PasskeyKey{key})
	if err != nil {
		return 0, err
	}
	owner := passkeyUser{user, keys}
	c, err := p.web.ValidateLogin(owner, webauthn.SessionData{Challenge: answer.Challenge, UserID: owner.WebAuthnID(), UserVerification: protocol.VerificationRequired}, answer.parsed)
	if err != nil {
		return 0, err
	}
	if c.Authenticator.CloneWarning {
		return 0, ErrCounterWentBack
	}
	return int64(c.Authenticator.SignCount), nil
}
