package oidctest

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	jose "github.com/go-jose/go-jose/v4"
)

// tamper stands in front of the real provider and changes what the provider itself would never do.
type tamper struct {
	next http.Handler
	mu   sync.Mutex
	with func(w http.ResponseWriter, r *http.Request, honest *httptest.ResponseRecorder) (done bool)
	seen []string // paths
}

func (p *tamper) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	with := p.with
	p.seen = append(p.seen, r.URL.Path)
	p.mu.Unlock()
	if with == nil {
		p.next.ServeHTTP(w, r)
		return
	}
	honest := httptest.NewRecorder()
	p.next.ServeHTTP(honest, r)
	if with(w, r, honest) {
		return
	}
	maps.Copy(w.Header(), honest.Header())
	w.WriteHeader(honest.Code)
	_, _ = w.Write(honest.Body.Bytes())
}

func (p *tamper) set(with func(w http.ResponseWriter, r *http.Request, honest *httptest.ResponseRecorder) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.with = with
}

// asked counts the requests to a path.
func (p *tamper) asked(path string) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, seen := range p.seen {
		if seen == path {
			n++
		}
	}
	return n
}

const (
	tokenPath    = "/oauth/token"
	userInfoPath = "/userinfo"
	discovery    = "/.well-known/openid-configuration"
)

// json changes the JSON that the provider answers at a path.
func (p *tamper) json(t testing.TB, path string, change func(object map[string]any)) {
	p.set(func(_ http.ResponseWriter, r *http.Request, honest *httptest.ResponseRecorder) bool {
		var object map[string]any
		if r.URL.Path != path || json.Unmarshal(honest.Body.Bytes(), &object) != nil {
			return false
		}
		change(object)
		raw, err := json.Marshal(object)
		if err != nil {
			t.Error(err)
		}
		honest.Body = bytes.NewBuffer(raw)
		honest.Header().Del("Content-Length")
		return false
	})
}

// claims changes the claims of ID tokens, which are signed again by the provider's true key.
func (c *console) claims(change func(claims map[string]any)) {
	c.tamper.json(c, tokenPath, func(answer map[string]any) {
		raw, ok := answer["id_token"].(string)
		if !ok {
			return
		}
		claims := c.read(raw)
		change(claims)
		answer["id_token"] = c.sign(claims, jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: c.provider.key.key, KeyID: c.provider.key.id}})
	})
}

func (c *console) read(token string) (claims map[string]any) {
	signed, err := jose.ParseSigned(token, []jose.SignatureAlgorithm{jose.RS256})
	if err == nil {
		err = json.Unmarshal(signed.UnsafePayloadWithoutVerification(), &claims)
	}
	if err != nil {
		c.Error(err)
	}
	return claims
}

func (c *console) sign(claims map[string]any, key jose.SigningKey) string {
	payload, err := json.Marshal(claims)
	if err != nil {
		c.Error(err)
	}
	signer, err := jose.NewSigner(key, nil)
	if err != nil {
		c.Error(err)
		return ""
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		c.Error(err)
		return ""
	}
	text, _ := signed.CompactSerialize()
	return text
}

// flip changes one character in the middle of the last part of a token.
func flip(token string) string {
	i := strings.LastIndexByte(token, '.') + 20
	other := byte('A')
	if token[i] == other {
		other = 'B'
	}
	return token[:i] + string(other) + token[i+1:]
}
