package oidc

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"unicode"

	goidc "github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"btracker/internal/tracker"
)

// Why an answer of the provider does not count.
var (
	errIssuer  = errors.New("the answer comes from another provider")
	errNoToken = errors.New("the answer has no ID token")
	errNonce   = errors.New("the ID token belongs to another sign-in")
	errParty   = errors.New("the ID token was made for another client")
	errSubject = errors.New("the user information is about somebody else")
	errAtHash  = errors.New("the access token does not belong to the ID token")
)

// Identity exchanges the code of an attempt for what the provider knows about the person. An error is
// tracker.ErrSignOnAway, tracker.ErrSignOnRefused or tracker.ErrSignInsWait, with its cause.
func (p *Provider) Identity(ctx context.Context, a tracker.SignOnAttempt) (tracker.Identity, error) {
	select {
	case p.asking <- struct{}{}:
		defer func() { <-p.asking }()
	default:
		return tracker.Identity{}, tracker.ErrSignInsWait
	}
	d, err := p.describe(ctx)
	if err != nil {
		return tracker.Identity{}, err
	}
	// Against mix-up: a provider that says who it is must be the one that was asked (RFC 9207).
	if a.Issuer != p.settings.Issuer && (a.Issuer != "" || d.SendsIssuer) {
		return tracker.Identity{}, refused(errIssuer)
	}
	ctx = goidc.ClientContext(ctx, p.client)
	token, err := d.oauth.Exchange(ctx, a.Code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return tracker.Identity{}, exchangeFailure(err)
	}
	raw, _ := token.Extra("id_token").(string)
	if raw == "" {
		return tracker.Identity{}, refused(errNoToken)
	}
	id, err := d.verifier.Verify(ctx, raw)
	if err != nil {
		return tracker.Identity{}, refused(err)
	}
	var said claims
	if err := id.Claims(&said); err != nil {
		return tracker.Identity{}, refused(err)
	}
	switch {
	case id.Nonce != a.Nonce:
		return tracker.Identity{}, refused(errNonce)
	case said.Party != "" && said.Party != p.settings.ClientID:
		return tracker.Identity{}, refused(errParty)
	case id.AccessTokenHash != "" && id.VerifyAccessToken(token.AccessToken) != nil:
		return tracker.Identity{}, refused(errAtHash)
	}
	groups, hasGroups, err := p.groups(id.Claims)
	if err != nil {
		return tracker.Identity{}, refused(err)
	}
	if (said.Email == "" || !hasGroups) && d.UserInfoEndpoint() != "" {
		info, err := d.userInfo(ctx, id.Subject, token)
		if err != nil {
			return tracker.Identity{}, err
		}
		if said.Email == "" {
			said = claims{} // all of it from one place: the address may not be confirmed by what the other says
			if err := info.Claims(&said); err != nil {
				return tracker.Identity{}, refused(err)
			}
		}
		if !hasGroups {
			if groups, _, err = p.groups(info.Claims); err != nil {
				return tracker.Identity{}, refused(err)
			}
		}
	}
	return tracker.Identity{Issuer: p.settings.Issuer, Subject: id.Subject, Email: said.Email, EmailVerified: bool(said.Verified), Name: said.Name, Groups: groups}, nil
}

// groups reads the groups of a person from some claims. ok is whether they are there, or nobody asks for them. What is no text is no
// group, and a text alone is one.
func (p *Provider) groups(read func(any) error) (groups []string, ok bool, err error) {
	if p.settings.Groups == "" {
		return nil, true, nil
	}
	var claims map[string]json.RawMessage
	if err := read(&claims); err != nil {
		return nil, false, err
	}
	raw, ok := claims[p.settings.Groups]
	if !ok || string(raw) == "null" {
		return nil, false, nil
	}
	var values []any
	if json.Unmarshal(raw, &values) != nil {
		values = make([]any, 1)
		if err := json.Unmarshal(raw, &values[0]); err != nil {
			return nil, false, err
		}
	}
	for _, value := range values {
		name, _ := value.(string)
		isName := name != "" && !strings.ContainsFunc(name, unicode.IsControl)
		if isName && len(name) <= tracker.MaxIdentity && !slices.Contains(groups, name) && len(groups) < tracker.MaxGroups {
			groups = append(groups, name)
		}
	}
	return groups, true, nil
}

// claims is what is read of an ID token or of the user information.
type claims struct {
	Email    string `json:"email"`
	Verified isTrue `json:"email_verified"`
	Name     string `json:"name"`
	Party    string `json:"azp"`
}

// isTrue is a boolean that some providers send as text.
type isTrue bool

func (b *isTrue) UnmarshalJSON(raw []byte) error {
	*b = string(raw) == "true" || string(raw) == `"true"`
	return nil
}

// userInfo reads what the ID token leaves out.
func (d *description) userInfo(ctx context.Context, subject string, token *oauth2.Token) (*goidc.UserInfo, error) {
	info, err := d.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return nil, away(err)
	}
	if info.Subject != subject {
		return nil, refused(errSubject)
	}
	return info, nil
}

// exchangeFailure tells a provider that refuses the code from one that does not work.
func exchangeFailure(err error) error {
	answer, ok := errors.AsType[*oauth2.RetrieveError](err)
	if ok && answer.Response.StatusCode < http.StatusInternalServerError {
		return refused(err)
	}
	return away(err)
}
