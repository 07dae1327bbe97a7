package batch

import (
	"context"

	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// moderatorAction adds a moderator to companies or projects.
func (b *bulking) moderatorAction(_ context.Context, _ *change.Kind, _ string, params tracker.BulkParams) (recordAction, error) {
	in := tracker.ModeratorInput{ID: "each", UserEmail: params.UserEmail, Role: params.Role}
	err := tracker.Validate(&in)
	b.before = nil // no company or project is edited
	return func(ctx context.Context, rec store.BulkRecord) error {
		return b.Do(ctx, "create", func(m *change.Mutation) (change.Change, error) {
			to := in
			to.ID = rec.ID
			if rec.Kind == tracker.EntityCompany {
				return change.Only(record.CompanyModeration.Link(ctx, m, to))
			}
			return change.Only(record.ProjectModeration.Link(ctx, m, to))
		})
	}, err
}

// handOver gives the role of a link to another person: the person takes its place, or gets its role
// if that is the higher one. The details stay behind: they are about who leaves, and erasing the leaver would not find them.
func handOver[T any](ctx context.Context, b *bulking, o record.Moderation[T], linkID, heir string) error {
	link := tracker.ItemRef{ID: linkID}
	found, _, err := o.Find(ctx, b.Queries, b.Caller, link)
	if err != nil || found.User.Email == heir {
		return err
	}
	theirs, _, err := o.LinkTo(ctx, b.Queries, b.Caller, found.ParentID, heir, found.Role)
	if err != nil {
		return err
	}
	if err := b.Do(ctx, "remove", func(m *change.Mutation) (change.Change, error) { return o.Unlink(ctx, m, link) }); err != nil {
		return err
	}
	switch {
	case b.Tx == nil: // the removal makes room for the new link
	case theirs.ID == "":
		in := tracker.ModeratorInput{ID: found.ParentID, UserEmail: heir, Role: tracker.Some(found.Role)}
		err = b.Do(ctx, "create", func(m *change.Mutation) (change.Change, error) { return change.Only(o.Link(ctx, m, in)) })
	case found.Role.Outranks(theirs.Role):
		err = b.Do(ctx, "edit", func(m *change.Mutation) (change.Change, error) {
			return change.Only(o.EditLink(ctx, m, tracker.ItemRef{ID: theirs.ID}, tracker.Opt[int]{}, func(l *store.Link) error {
				l.Role = found.Role
				return nil
			}))
		})
	}
	return err
}
