package app

import (
	"cmp"
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

func userBulk() bulkKind {
	return bulkKind{action: (*bulking).userAction, imports: &imports{nameField: "displayName", find: (*comparison).findUsers, load: (*work).loadUsers,
		record: (*comparison).user, apply: (*mutation).importUser}}
}

// userAction is for administrators.
func (b *bulking) userAction(ctx context.Context, _ *kind, action string, params tracker.BulkParams) (recordAction, error) {
	if err := b.caller.requireAdmin(); err != nil {
		return nil, err
	}
	if action == "enable" || action == "invite" {
		if err := b.caller.requireInPerson(); err != nil {
			return nil, err
		}
	}
	switch action {
	case "handOver":
		heir, err := b.heir(ctx, params.ToEmail)
		return func(ctx context.Context, record store.BulkRecord) error {
			switch record.Kind {
			case tracker.EntityCompanyModerator:
				return handOver(ctx, b, companyModeration, record.ID, heir)
			case tracker.EntityProjectModerator:
				return handOver(ctx, b, projectModeration, record.ID, heir)
			}
			_, err := b.roles(ctx, record.ID) // refused when the action was planned
			return err
		}, err
	case "invite":
		return func(ctx context.Context, record store.BulkRecord) error {
			return b.do(ctx, "invite", func(m *mutation) (change, error) { return only(m.inviteAgain(ctx, record.ID)) })
		}, nil
	}
	edit := func(m *mutation, u *tracker.User) error { return m.enable(ctx, u) }
	if action == "disable" {
		in := tracker.DisableInput{Email: b.caller.User.Email}
		if err := readParam("reason", params.Reason, &in.Reason); err != nil {
			return nil, err
		}
		if err := in.Check(); err != nil {
			return nil, err
		}
		edit = func(m *mutation, u *tracker.User) error { return m.disable(ctx, u, in.Reason.Value) }
	}
	return func(ctx context.Context, record store.BulkRecord) error {
		return b.do(ctx, action, func(m *mutation) (change, error) {
			return only(m.editUserByEmail(ctx, record.ID, tracker.Opt[int]{}, edit))
		})
	}, nil
}

func (c *comparison) findUsers(ctx context.Context, rows []*compared) error {
	var emails []string
	for _, r := range rows {
		emails = append(emails, normalised(r.text("email")))
	}
	found, err := c.UsersByEmail(ctx, emails)
	for i, r := range rows {
		if _, isThere := found[emails[i]]; isThere {
			r.ID = &emails[i]
		} else {
			r.key = "new " + emails[i]
		}
	}
	return err
}

func (m *mutation) importUser(ctx context.Context, _ *kind, row store.ImportRow) (change, error) {
	var in tracker.UserInput
	if err := cmp.Or(m.requireAdmin(), tracker.Imported(row.Input, &in)); err != nil {
		return unchanged, err
	}
	if err := in.Check(); err != nil {
		return unchanged, err
	}
	if row.ID == nil {
		user, ch, err := m.newUser(ctx, newID(), in, false)
		m.invite(ctx, user)
		return ch, err
	}
	return only(m.editUserByEmail(ctx, *row.ID, tracker.Some(row.Version), apply(nil, in.Apply)))
}

// user is the user that a row edits.
func (c *comparison) user(r *compared) (storedRecord, error) {
	of, found := c.loaded.users[*r.ID]
	if !found {
		return storedRecord{}, tracker.ErrNotFound
	}
	return storedRecord{of.DisplayName, of.Version, of}, nil
}

func (w *work) loadUsers(ctx context.Context, _ *kind, keys []rowKeys) (err error) {
	w.loaded.users, err = w.UsersByEmail(ctx, idsOf(keys))
	return err
}
