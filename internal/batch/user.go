package batch

import (
	"cmp"
	"context"

	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func userBulk() bulkKind {
	return bulkKind{action: (*bulking).userAction, edit: editByRow, imports: &imports{nameField: "displayName", find: (*comparison).findUsers, load: loadUsers,
		record: (*comparison).user, apply: importUser}}
}

// userAction is for administrators.
func (b *bulking) userAction(ctx context.Context, _ *change.Kind, action string, params tracker.BulkParams) (recordAction, error) {
	if err := b.Caller.RequireAdmin(); err != nil {
		return nil, err
	}
	if action == "enable" || action == "invite" {
		if err := b.Caller.RequireInPerson(); err != nil {
			return nil, err
		}
	}
	switch action {
	case "handOver":
		heir, err := b.heir(ctx, params.ToEmail)
		return func(ctx context.Context, rec store.BulkRecord) error {
			switch rec.Kind {
			case tracker.EntityCompanyModerator:
				return handOver(ctx, b, record.CompanyModeration, rec.ID, heir)
			case tracker.EntityProjectModerator:
				return handOver(ctx, b, record.ProjectModeration, rec.ID, heir)
			}
			_, err := b.roles(ctx, rec.ID) // refused when the action was planned
			return err
		}, err
	case "invite":
		return func(ctx context.Context, rec store.BulkRecord) error {
			return b.Do(ctx, "invite", func(m *change.Mutation) (change.Change, error) {
				return change.Only(record.InviteAgain(ctx, m, rec.ID))
			})
		}, nil
	}
	edit := func(m *change.Mutation, u *tracker.User) error { return record.Enable(ctx, m, u) }
	if action == "disable" {
		in := tracker.DisableInput{Email: b.Caller.User.Email}
		if err := tracker.ReadParam("reason", params.Reason, &in.Reason); err != nil {
			return nil, err
		}
		if err := in.Check(); err != nil {
			return nil, err
		}
		edit = func(m *change.Mutation, u *tracker.User) error { return record.Disable(ctx, m, u, in.Reason.Value) }
	}
	return func(ctx context.Context, rec store.BulkRecord) error {
		return b.Do(ctx, action, func(m *change.Mutation) (change.Change, error) {
			return change.Only(record.DecideUserByEmail(ctx, m, rec.ID, tracker.Opt[int]{}, edit))
		})
	}, nil
}

func (c *comparison) findUsers(ctx context.Context, rows []*compared) error {
	var emails []string
	for _, r := range rows {
		emails = append(emails, change.Normalised(r.text("email")))
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

func importUser(ctx context.Context, m *change.Mutation, _ *change.Kind, row store.ImportRow) (change.Change, error) {
	var in tracker.UserInput
	if err := cmp.Or(m.RequireAdmin(), tracker.Imported(row.Input, &in)); err != nil {
		return change.Unchanged, err
	}
	if err := in.Check(); err != nil {
		return change.Unchanged, err
	}
	if row.ID == nil {
		user, ch, err := record.NewUser(ctx, m, change.NewID(), in, false)
		record.Invite(ctx, m, user)
		return ch, err
	}
	return change.Only(record.DecideUserByEmail(ctx, m, *row.ID, tracker.Some(row.Version), change.Apply(nil, in.Apply)))
}

// user is the user that a row edits.
func (c *comparison) user(r *compared) (storedRecord, error) {
	of, found := c.Loaded.Users[*r.ID]
	if !found {
		return storedRecord{}, tracker.ErrNotFound
	}
	return storedRecord{of.DisplayName, of.Version, of}, nil
}

func loadUsers(ctx context.Context, w *change.Work, _ *change.Kind, keys []change.RowKeys) (err error) {
	w.Loaded.Users, err = w.UsersByEmail(ctx, change.IdsOf(keys))
	return err
}
