package app

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
// are as old as the read that made the Caller, so mutate reads them again in its
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

// visible is what the caller may see.
func (c Caller) visible() store.Visible { return c.within(tracker.See) }

// within is what the caller has a permission on.
func (c Caller) within(p tracker.Permission) store.Visible {
	return store.Visible{All: c.User.IsAdmin, UserID: c.User.ID, Roles: tracker.RolesThatMay(p), CostRoles: tracker.RolesThatMay(tracker.SeeCost), OwnerRoles: tracker.OwnerRoles(), Within: c.narrowing()}
}

// access is what the caller may do with something that belongs to a company, where they hold some roles. A key for
// another company has no access there, and so finds nothing.
func (c Caller) access(companyID string, roles []tracker.Role) tracker.Access {
	if n := c.narrowing(); n.CompanyID != "" {
		if n.CompanyID != companyID {
			return tracker.Access{}
		}
		return tracker.Access{Admin: n.All(), Roles: roles}
	}
	return tracker.Access{Admin: c.User.IsAdmin, Roles: roles}
}

func (c Caller) requireAdmin() error {
	if c.User.IsAdmin {
		return nil
	}
	return tracker.ErrAdministrators
}

// withKey is the caller whose key was just read. With a key for one company an administrator is none: nothing of
// what only administrators do is about one company.
func (c Caller) withKey(owner tracker.User, key tracker.Key) Caller {
	c.User, c.APIKey, c.ownerIsAdmin = owner, &key, owner.IsAdmin
	c.User.IsAdmin = owner.IsAdmin && !key.Narrowed()
	return c
}

// owner is the caller without the bounds of a key.
func (c Caller) owner() tracker.User {
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

// requireInPerson refuses keys. A key never makes, promotes, enables or invites people: the account would outlive it.
func (c Caller) requireInPerson() error {
	if c.APIKey != nil {
		return tracker.ErrKeyAccount
	}
	return nil
}

func (c Caller) keyID() *string {
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

// accessAnywhere is what the caller may do by all of their roles together.
func (a *App) accessAnywhere(ctx context.Context, c Caller) (tracker.Access, error) {
	if c.User.IsAdmin {
		return tracker.Access{Admin: true}, nil
	}
	return c.accessAnywhere(ctx, a.store.Queries)
}

// hashOrigin is the address and account whose share of the hash slots a request takes.
func (c Caller) hashOrigin(account string) auth.Origin {
	return auth.Origin{Address: c.IP, Account: account}
}

// normalised is an address as users are found by it.
func normalised(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// callerNow reads the caller's session or key, which must live, and its user. A caller
// without either stays as they are.
func (a *App) callerNow(ctx context.Context, q store.Queries, c Caller) (Caller, error) {
	if c.APIKey != nil {
		return a.keyNow(ctx, q, c)
	}
	if c.SessionID == "" {
		return c, nil
	}
	user, session, err := a.sessionUser(ctx, q, c)
	c.User, c.SessionExpires = user, session.ExpiresAt
	return c, err
}

// sessionUser reads the caller's session, which must live, and its user.
func (a *App) sessionUser(ctx context.Context, q store.Queries, c Caller) (tracker.User, store.Session, error) {
	user, session, err := q.SessionUser(ctx, c.SessionID, a.time())
	if errors.Is(err, tracker.ErrNotFound) || err == nil && user.ID != c.User.ID {
		return tracker.User{}, store.Session{}, tracker.ErrSessionEnded
	}
	return user, session, err
}

// keyNow reads the caller's key, which must live, and its owner.
func (a *App) keyNow(ctx context.Context, q store.Queries, c Caller) (Caller, error) {
	owner, key, err := q.KeyUserByID(ctx, c.APIKey.ID, a.time())
	if errors.Is(err, tracker.ErrNotFound) {
		err = tracker.ErrSessionEnded
	}
	return c.withKey(owner, key), err
}
