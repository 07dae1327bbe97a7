package oidc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	goidc "github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"btracker/internal/tracker"
)

const (
	// descriptionLife is how long the provider's description is used before it is read again.
	descriptionLife = time.Hour
	// retryAfter is how long nobody asks a provider again that could not be reached.
	retryAfter = 3 * time.Second
	// askingAtOnce bounds the sign-ins that wait for the provider.
	askingAtOnce = 16
)

// Settings are what the operator says about the provider.
type Settings struct {
	Issuer       string
	ClientID     string
	ClientSecret string // may be empty
	RedirectURL  string // where the provider sends the browser back to
	Groups       string // the claim that names the groups of a person; "" if nobody asks
	Now          func() time.Time
}

// Provider is the OpenID Connect provider. It is discovered at its first use: the server starts without it.
type Provider struct {
	settings Settings
	client   *http.Client
	asking   chan struct{}

	mu       sync.Mutex
	known    *description
	readAt   time.Time
	failedAt time.Time
	failure  error
}

// description is what the provider says about itself.
type description struct {
	*goidc.Provider
	oauth    oauth2.Config
	verifier *goidc.IDTokenVerifier
	metadata
}

type metadata struct {
	EndSession   string   `json:"end_session_endpoint"`
	AuthMethods  []string `json:"token_endpoint_auth_methods_supported"`
	Scopes       []string `json:"scopes_supported"`
	SendsIssuer  bool     `json:"authorization_response_iss_parameter_supported"`
	AuthEndpoint string   `json:"authorization_endpoint"`
	Token        string   `json:"token_endpoint"`
	UserInfoURL  string   `json:"userinfo_endpoint"`
	Keys         string   `json:"jwks_uri"`
}

// New returns the provider without asking it anything.
func New(settings Settings) *Provider {
	return &Provider{settings: settings, client: newClient(), asking: make(chan struct{}, askingAtOnce)}
}

// AuthURL is where the browser goes to sign in. An error is tracker.ErrSignOnAway, with its cause.
func (p *Provider) AuthURL(ctx context.Context, a tracker.SignOnAttempt) (string, error) {
	d, err := p.describe(ctx)
	if err != nil {
		return "", err
	}
	return d.oauth.AuthCodeURL(a.State, goidc.Nonce(a.Nonce), oauth2.S256ChallengeOption(a.Verifier)), nil
}

// SignOutURL is the provider's own page for signing out, or "" if it has none or can not be reached.
func (p *Provider) SignOutURL(ctx context.Context) string {
	p.mu.Lock()
	d := p.known // however old: signing out does not wait for a provider that is away
	p.mu.Unlock()
	var err error
	if d == nil {
		d, err = p.describe(ctx)
	}
	if err != nil || d.EndSession == "" {
		return ""
	}
	page, err := url.Parse(d.EndSession)
	if err != nil {
		return ""
	}
	query := page.Query()
	query.Set("client_id", p.settings.ClientID)
	page.RawQuery = query.Encode()
	return page.String()
}

// describe returns the provider's description. While one request reads it, others wait for its result. A
// description that is old but can not be read anew still counts.
func (p *Provider) describe(ctx context.Context) (*description, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.settings.Now()
	if p.known != nil && now.Sub(p.readAt).Abs() < descriptionLife {
		return p.known, nil
	}
	if p.failure == nil || now.Sub(p.failedAt).Abs() >= retryAfter {
		// A browser that leaves must not fail the others that wait.
		d, err := p.discover(context.WithoutCancel(ctx))
		if err == nil {
			p.known, p.readAt, p.failure = d, now, nil
			return d, nil
		}
		p.failure, p.failedAt = away(err), now
	}
	if p.known != nil {
		return p.known, nil
	}
	return nil, p.failure
}

func (p *Provider) discover(ctx context.Context) (*description, error) {
	found, err := goidc.NewProvider(goidc.ClientContext(ctx, p.client), p.settings.Issuer)
	if err != nil {
		return nil, err
	}
	d := &description{Provider: found, verifier: found.Verifier(&goidc.Config{ClientID: p.settings.ClientID, Now: p.settings.Now})}
	if err := found.Claims(&d.metadata); err != nil {
		return nil, err
	}
	for _, endpoint := range []string{d.AuthEndpoint, d.Token, d.Keys, cmp.Or(d.UserInfoURL, d.Keys), cmp.Or(d.EndSession, d.Keys)} {
		if err := p.checkEndpoint(endpoint); err != nil {
			return nil, err
		}
	}
	endpoint := found.Endpoint()
	// Chosen, not tried: a code works once, so the second of two ways would come too late.
	endpoint.AuthStyle = oauth2.AuthStyleInHeader
	if p.settings.ClientSecret == "" || len(d.AuthMethods) > 0 && !slices.Contains(d.AuthMethods, "client_secret_basic") {
		endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	scopes := []string{goidc.ScopeOpenID, "email", "profile"}
	if p.settings.Groups != "" && slices.Contains(d.Scopes, p.settings.Groups) && !slices.Contains(scopes, p.settings.Groups) {
		scopes = append(scopes, p.settings.Groups) // some providers tell the groups only then, others refuse a scope that they do not know
	}
	d.oauth = oauth2.Config{ClientID: p.settings.ClientID, ClientSecret: p.settings.ClientSecret, RedirectURL: p.settings.RedirectURL, Endpoint: endpoint,
		Scopes: scopes}
	return d, nil
}

// checkEndpoint refuses an address that would send secrets in the clear although the issuer does not.
func (p *Provider) checkEndpoint(address string) error {
	u, err := url.Parse(address)
	secure := strings.HasPrefix(p.settings.Issuer, "https://")
	if err != nil || u.Host == "" || u.Scheme != "https" && (secure || u.Scheme != "http") {
		return fmt.Errorf("the provider names %q as an endpoint, which is no address to trust", address)
	}
	return nil
}

func away(cause error) error { return fmt.Errorf("%w: %w", tracker.ErrSignOnAway, brief(cause)) }

func refused(cause error) error { return fmt.Errorf("%w: %w", tracker.ErrSignOnRefused, brief(cause)) }

// brief is an error for the log: a provider's answer may be long, and is not ours to keep.
func brief(err error) error {
	if answer, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return fmt.Errorf("the provider answered %d %.40q", answer.Response.StatusCode, answer.ErrorCode)
	}
	return fmt.Errorf("%.200s", err.Error())
}
