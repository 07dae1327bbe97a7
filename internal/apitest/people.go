package apitest

import (
	"encoding/base64"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp/totp"
	"golang.org/x/crypto/argon2"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

const (
	AdminEmail  = "admin@example.com"
	UserEmail   = "grace@example.com"
	Password    = "Correct-Horse-1" // of everybody, until a test changes it
	NewPassword = "Better-Staple-2"
	Wrong       = "Wrong-Horse-1"
)

// PasswordHash is the hash of the common password at a very low cost, because hashing is slow on
// purpose. A stored hash is verified at its own cost.
var PasswordHash = func() string {
	salt, encode := []byte("sixteen bytes..."), base64.RawStdEncoding.EncodeToString
	return "$argon2id$v=19$m=8,t=1,p=1$" + encode(salt) + "$" + encode(argon2.IDKey([]byte(Password), salt, 1, 8, 1, 32))
}()

func PasswordChange(current, next, confirm string) Object {
	return Object{"currentPassword": current, "newPassword": next, "confirmNewPassword": confirm}
}

func Reset(email, token, next string) Object {
	return Object{"email": email, "token": token, "newPassword": next, "confirmNewPassword": next}
}

// AddUser puts a user with the common password into the database.
func (api *API) AddUser(email, name string, admin bool) {
	api.T.Helper()
	err := api.Store.Write(api.T.Context(), func(tx *store.Tx) error {
		u := tracker.User{ID: "user-" + email, Email: email, DisplayName: name, IsAdmin: admin, CreatedAt: api.Clock.Now()}
		if err := tx.InsertUser(api.T.Context(), u, nil); err != nil {
			return err
		}
		return tx.SetPasswordHash(api.T.Context(), u.ID, PasswordHash, api.Clock.Now())
	})
	if err != nil {
		api.T.Fatal(err)
	}
}

// SignIn returns a client with a session of a user, without the slow hash.
func (api *API) SignIn(email string) *Client {
	api.T.Helper()
	session := store.Session{ID: uuid.NewString(), UserID: "user-" + email, CreatedAt: api.Clock.Now(), ExpiresAt: api.Clock.Now().Add(30 * 24 * time.Hour)}
	err := api.Store.Write(api.T.Context(), func(tx *store.Tx) error { return tx.InsertSession(api.T.Context(), session) })
	if err != nil {
		api.T.Fatal(err)
	}
	token, _, err := api.Signer.Issue(session.UserID, session.ID, session.ExpiresAt)
	if err != nil {
		api.T.Fatal(err)
	}
	return &Client{API: api, Token: token}
}

// SignInFrom signs in as a person does, from an address with a browser.
func (api *API) SignInFrom(email, address, agent string) *Client {
	api.T.Helper()
	c := &Client{API: api, Addr: address, Header: http.Header{"User-Agent": {agent}}}
	var account tracker.Account
	c.Login(email, Password).Status(200).Into(&account)
	c.Token = account.Token
	return c
}

func (api *API) Anonymous() *Client { return &Client{API: api} }

func (api *API) Admin() *Client { return api.SignIn(AdminEmail) }

// Login signs in as a person does.
func (c *Client) Login(email, password string) *Answer {
	c.API.T.Helper()
	return c.Post("/account/login", Object{"email": email, "password": password})
}

func (c *Client) Sessions() []tracker.Session {
	c.API.T.Helper()
	var list []tracker.Session
	c.Get("/account/session").Status(200).Into(&list)
	return list
}

// AddKey makes a key as its owner does.
func (c *Client) AddKey(body Object) tracker.NewKey {
	c.API.T.Helper()
	var key tracker.NewKey
	c.Post("/account/key", body).Status(201).Into(&key)
	return key
}

// WithKey is a program that has a key of the client's user.
func (c *Client) WithKey(scope string, companyID any) *Client {
	c.API.T.Helper()
	return &Client{API: c.API, Token: c.AddKey(Object{"name": "Program", "scope": scope, "companyId": companyID}).Secret, Addr: c.Addr}
}

func (c *Client) Keys() []tracker.Key {
	c.API.T.Helper()
	var list []tracker.Key
	c.Get("/account/key").Status(200).Into(&list)
	return list
}

// Code is what an authenticator app shows now.
func (api *API) Code(secret string) string {
	api.T.Helper()
	code, err := totp.GenerateCode(secret, api.Clock.Now())
	if err != nil {
		api.T.Fatal(err)
	}
	return code
}

// SetUpTotp sets up an authenticator app.
func (c *Client) SetUpTotp() (secret string, recovery []string) {
	c.API.T.Helper()
	var begun tracker.TotpSecret
	c.Post("/account/totp", Object{"currentPassword": Password}).Status(200).Into(&begun)
	var codes tracker.NewRecoveryCodes
	c.Put("/account/totp", Object{"code": c.API.Code(begun.Secret)}).Status(200).Into(&codes)
	c.API.Clock.Advance(time.Minute) // the code is used up
	return begun.Secret, codes.RecoveryCodes
}

func (c *Client) SecurityEvents(query string) []tracker.SecurityEvent {
	c.API.T.Helper()
	var list []tracker.SecurityEvent
	c.Get("/securityEvent" + query).Status(200).Into(&list)
	return list
}

// RequestReset is the shortest request with a transaction. The test decides what the queue
// returns in it.
func (api *API) RequestReset() *Answer {
	api.T.Helper()
	return api.Anonymous().Post("/account/requestPassReset", Object{"email": AdminEmail})
}
