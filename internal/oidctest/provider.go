package oidctest

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"log/slog"
	"net"
	"net/http"
	"sync"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/google/uuid"
	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	protocol "github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

// The client that the console is at the provider, and the password of everybody there.
const (
	ClientID     = "btracker"
	ClientSecret = "a secret of the test"
	Password     = "verysecure"
)

// Person is somebody with an account at the provider.
type Person struct {
	Subject, Username, Email string
	Verified                 bool
	FirstName, LastName      string
	Groups                   []string // no claim if nil
}

// Provider is a real provider whose people and keys a test changes.
type Provider struct {
	Issuer  string
	Handler http.Handler

	*storage.Storage
	mu     sync.Mutex
	people map[string]*storage.User
	groups map[string][]string
	key    signingKey
}

// making guards what the provider's package keeps for all of its providers.
var making sync.Mutex

// NewProvider returns the provider at an address such as http://localhost:9998. Whoever makes it serves its Handler there.
func NewProvider(issuer string, redirects []string, people ...Person) *Provider {
	p := &Provider{Issuer: issuer, people: map[string]*storage.User{}, groups: map[string][]string{}}
	for _, person := range people {
		p.Put(person)
	}
	p.RotateKey()
	clients := map[string]*storage.Client{ClientID: storage.WebClient(ClientID, ClientSecret, redirects...)}
	p.Storage = storage.NewStorageWithClients(p, clients)
	making.Lock()
	defer making.Unlock()
	endpoints := *op.DefaultEndpoints // which every provider would keep and change
	op.DefaultEndpoints = &endpoints
	defaults := slog.Default() // SetupServer replaces it
	p.Handler = exampleop.SetupServer(issuer, p, slog.New(slog.DiscardHandler), false)
	slog.SetDefault(defaults)
	return p
}

// Listen returns a listener of this machine, and the issuer that a provider there is.
func Listen(address string) (net.Listener, string, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, "", err
	}
	return listener, "http://" + listener.Addr().String(), nil
}

// Put adds a person, or changes what the provider knows about them.
func (p *Provider) Put(person Person) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.people[person.Subject] = &storage.User{ID: person.Subject, Username: person.Username, Password: Password, Email: person.Email, EmailVerified: person.Verified,
		FirstName: person.FirstName, LastName: person.LastName}
	p.groups[person.Subject] = person.Groups
}

// SetUserinfoFromToken is for the provider: it adds the groups to what its own storage tells.
func (p *Provider) SetUserinfoFromToken(ctx context.Context, info *protocol.UserInfo, tokenID, subject, origin string) error {
	if err := p.Storage.SetUserinfoFromToken(ctx, info, tokenID, subject, origin); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if groups := p.groups[subject]; groups != nil {
		info.AppendClaims("groups", groups)
	}
	return nil
}

// GetUserByID is for the provider's own storage.
func (p *Provider) GetUserByID(id string) *storage.User {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.people[id]
}

// GetUserByUsername is for the provider's own storage.
func (p *Provider) GetUserByUsername(name string) *storage.User {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, person := range p.people {
		if person.Username == name {
			return person
		}
	}
	return nil
}

// ExampleClientID is for the provider's own storage.
func (*Provider) ExampleClientID() string { return storage.ServiceUserID }

// RotateKey makes the provider sign with a new key. The old one is gone.
func (p *Provider) RotateKey() {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.key = signingKey{uuid.NewString(), key}
}

// SigningKey is for the provider: it replaces that of its own storage.
func (p *Provider) SigningKey(context.Context) (op.SigningKey, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.key, nil
}

// KeySet is for the provider: it replaces that of its own storage.
func (p *Provider) KeySet(context.Context) ([]op.Key, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return []op.Key{publicKey(p.key)}, nil
}

type signingKey struct {
	id  string
	key *rsa.PrivateKey
}

func (k signingKey) ID() string                                  { return k.id }
func (k signingKey) SignatureAlgorithm() jose.SignatureAlgorithm { return jose.RS256 }
func (k signingKey) Key() any                                    { return k.key }

type publicKey signingKey

func (k publicKey) ID() string                         { return k.id }
func (k publicKey) Algorithm() jose.SignatureAlgorithm { return jose.RS256 }
func (k publicKey) Use() string                        { return "sig" }
func (k publicKey) Key() any                           { return &k.key.PublicKey }
