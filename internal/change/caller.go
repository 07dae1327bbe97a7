package change

import (
	"context"
	"errors"
	"strings"
	"time"

	"btracker/internal/auth"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Caller is who asks, and how. The rights of the user decide what a read shows. They
// are as old as the read that made the Caller, so As reads them again in its
// transaction.
type Caller struct {
	User           tracker.User // without an id where nobody is signed in
	SessionID      string
	SessionExpires time.Time
	TokenExpires   time.Time
	IP             string // what throttling counts: the network, for IPv6
	Address        string // the whole address
	Agent          string // the browser or program, as it names itself
	RequestID      string
	Key            IdempotencyKey

	// Of a caller who sent a key instead of the token of a session.
	APIKey       *tracker.Key
	ownerIsAdmin bool
}

// IdempotencyKey marks a POST that may be repeated without doing it twice.
type IdempotencyKey struct {
	Key         string
	Fingerprint string // of method, path and body
}

// FileLanguage is the language of files for the caller: the one that they chose. A program that has a key relies on the headings,
// so it gets English ones whatever its owner chooses.
func (c Caller) FileLanguage() string {
	if c.APIKey != nil {
		return tracker.English
	}
	return c.User.Language
}

// Visible is what the caller may see.
func (c Caller) Visible() store.Visible { return c.Within(tracker.See) }

// Within is what the caller has a permission on.
func (c Caller) Within(p tracker.Permission) store.Visible {
	return store.Visible{All: c.User.IsAdmin, UserID: c.User.ID, Roles: tracker.RolesThatMay(p), CostRoles: tracker.RolesThatMay(tracker.SeeCost), OwnerRoles: tracker.OwnerRoles(),
		CatalogueRoles: tracker.RolesThatMay(tracker.ReadCatalogues), Within: c.narrowing()}
}

// Access is what the caller may do with something that belongs to a company, where they hold some roles. A key for
// another company has no access there, and so finds nothing.
func (c Caller) Access(companyID string, roles []tracker.Role) tracker.Access {
	if n := c.narrowing(); n.CompanyID != "" {
		if n.CompanyID != companyID {
			return tracker.Access{}
		}
		return tracker.Access{Admin: n.All(), Roles: roles}
	}
	return tracker.Access{Admin: c.User.IsAdmin, Roles: roles}
}

func (c Caller) RequireAdmin() error {
	if c.User.IsAdmin {
		return nil
	}
	return tracker.ErrAdministrators
}

// A key acts for its owner. Who a caller with a key is, and within which bounds, is decided here alone: WithKey makes
// the caller, and Access, Visible, narrowing and AccessAnywhere, which every use case asks, keep to the bounds. The
// scope, and the operations that no key may call, are checked where requests arrive. RequireInPerson is for what such
// an operation does by another way: bulk actions, imports and undo.

// WithKey is the caller whose key was just read. With a key for one company an administrator is none: nothing of
// what only administrators do is about one company.
func (c Caller) WithKey(owner tracker.User, key tracker.Key) Caller {
	c.User, c.APIKey, c.ownerIsAdmin = owner, &key, owner.IsAdmin
	c.User.IsAdmin = owner.IsAdmin && !key.Narrowed()
	return c
}

// Owner is the caller without the bounds of a key.
func (c Caller) Owner() tracker.User {
	user := c.User
	if c.APIKey != nil {
		user.IsAdmin = c.ownerIsAdmin
	}
	return user
}

// narrowing is the one company that the caller's key is for, if it is for one.
func (c Caller) narrowing() store.Narrowing {
	if !c.APIKey.Narrowed() {
		return store.Narrowing{}
	}
	within := store.Narrowing{CompanyID: *c.APIKey.CompanyID}
	if c.ownerIsAdmin {
		within.As = &tracker.OwnerRoles()[0]
	}
	return within
}

// RequireInPerson refuses keys. A key never makes, promotes, enables or invites people: the account would outlive it.
func (c Caller) RequireInPerson() error {
	if c.APIKey != nil {
		return tracker.ErrKeyAccount
	}
	return nil
}

func (c Caller) KeyID() *string {
	if c.APIKey == nil {
		return nil
	}
	return &c.APIKey.ID
}

func (c Caller) accessAnywhere(ctx context.Context, q store.Queries) (tracker.Access, error) {
	n := c.narrowing()
	roles, err := q.RolesWithin(ctx, c.User.ID, n)
	return tracker.Access{Roles: roles, NoCatalogues: n.CompanyID != ""}, err
}

// AccessAnywhere is what the caller may do by all of their roles together.
func (e *Engine) AccessAnywhere(ctx context.Context, c Caller) (tracker.Access, error) {
	if c.User.IsAdmin {
		return tracker.Access{Admin: true}, nil
	}
	return c.accessAnywhere(ctx, e.Store.Queries)
}

// HashOrigin is the address and account whose share of the hash slots a request takes.
func (c Caller) HashOrigin(account string) auth.Origin {
	return auth.Origin{Address: c.IP, Account: account}
}

// Normalised is an address as users are found by it.
func Normalised(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// callerNow reads the caller's session or key, which must live, and its user. A caller
// without either stays as they are.
func (e *Engine) callerNow(ctx context.Context, q store.Queries, c Caller) (Caller, error) {
	if c.APIKey != nil {
		return e.KeyNow(ctx, q, c)
	}
	if c.SessionID == "" {
		return c, nil
	}
	user, session, err := e.SessionUser(ctx, q, c)
	c.User, c.SessionExpires = user, session.ExpiresAt
	return c, err
}

// SessionUser reads the caller's session, which must live, and its user.
func (e *Engine) SessionUser(ctx context.Context, q store.Queries, c Caller) (tracker.User, store.Session, error) {
	user, session, err := q.SessionUser(ctx, c.SessionID, e.Time())
	if errors.Is(err, tracker.ErrNotFound) || err == nil && user.ID != c.User.ID {
		return tracker.User{}, store.Session{}, tracker.ErrSessionEnded
	}
	return user, session, err
}

// KeyNow reads the caller's key, which must live, and its owner.
func (e *Engine) KeyNow(ctx context.Context, q store.Queries, c Caller) (Caller, error) {
	owner, key, err := q.KeyUserByID(ctx, c.APIKey.ID, e.Time())
	if errors.Is(err, tracker.ErrNotFound) {
		err = tracker.ErrSessionEnded
	}
	return c.WithKey(owner, key), err
}
