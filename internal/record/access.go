package record

import (
	"context"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Access lists who may do what with a company or project, for everybody who may see it, or what a user may do where,
// for administrators and for the user.
func (r *Records) Access(ctx context.Context, c change.Caller, lq tracker.ListQuery, q tracker.AccessQuery) (page tracker.Page[tracker.AccessEntry], err error) {
	if err := q.Check(); err != nil {
		return page, err
	}
	var grants []store.Grant
	var total int
	switch {
	case q.User != "":
		grants, total, err = r.grantsOf(ctx, c, lq, q.User)
	case q.Entity == tracker.FromCompany:
		if _, _, err = CompanyFor(ctx, r.Engine, r.Store.Queries, c, q.EntityID, tracker.See); err == nil {
			grants, total, err = r.Store.CompanyGrants(ctx, lq, q.EntityID)
		}
	default:
		if _, _, err = ProjectOf(ctx, r.Store.Queries, c, q.EntityID, tracker.See); err == nil {
			grants, total, err = r.Store.ProjectGrants(ctx, lq, q.EntityID)
		}
	}
	entries := make([]tracker.AccessEntry, len(grants))
	for i, g := range grants {
		entries[i] = g.AccessEntry
		entries[i].Permissions = permissions(g)
	}
	return tracker.NewPage(entries, total, lq), err
}

// grantsOf lists the rights of a user. Everybody may ask for their own; the answer to others tells
// nobody which users there are.
func (r *Records) grantsOf(ctx context.Context, c change.Caller, lq tracker.ListQuery, email string) ([]store.Grant, int, error) {
	if c.APIKey.Narrowed() {
		return nil, 0, tracker.ErrKeyCompany
	}
	if email = change.Normalised(email); email == c.User.Email {
		return r.Store.UserGrants(ctx, lq, c.User.ID)
	}
	user, err := UserFor(ctx, r.Engine, r.Store.Queries, c, email)
	if err != nil {
		return nil, 0, err
	}
	return r.Store.UserGrants(ctx, lq, user.ID)
}

// permissions lists what a right allows. A disabled user can not sign in, and so may do nothing.
func permissions(g store.Grant) []string {
	access := tracker.Access{Admin: g.Role == nil}
	if g.Role != nil {
		access.Roles = []tracker.Role{*g.Role}
	}
	if g.Disabled {
		access = tracker.Access{}
	}
	return access.Names()
}
