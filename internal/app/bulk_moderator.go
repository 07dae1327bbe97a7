package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// moderatorAction adds a moderator to companies or projects.
func (b *bulking) moderatorAction(_ context.Context, _ *kind, _ string, params tracker.BulkParams) (recordAction, error) {
	in := tracker.ModeratorInput{ID: "each", UserEmail: params.UserEmail, Role: params.Role}
	err := tracker.Validate(&in)
	b.before = nil // no company or project is edited
	return func(ctx context.Context, record store.BulkRecord) error {
		return b.do(ctx, "create", func(m *mutation) (change, error) {
			to := in
			to.ID = record.ID
			if record.Kind == tracker.EntityCompany {
				return only(companyModeration.link(ctx, m, to))
			}
			return only(projectModeration.link(ctx, m, to))
		})
	}, err
}

// handOver gives the role of a link to another person: the person takes its place, or gets its role
// if that is the higher one. The details stay behind: they are about who leaves, and erasing the leaver would not find them.
func handOver[T any](ctx context.Context, b *bulking, o moderation[T], linkID, heir string) error {
	link := tracker.ItemRef{ID: linkID}
	found, _, err := o.find(ctx, b.Queries, b.caller, link)
	if err != nil || found.User.Email == heir {
		return err
	}
	theirs, _, err := o.linkTo(ctx, b.Queries, b.caller, found.ParentID, heir, found.Role)
	if err != nil {
		return err
	}
	if err := b.do(ctx, "remove", func(m *mutation) (change, error) { return o.unlink(m, ctx, link) }); err != nil {
		return err
	}
	switch {
	case b.tx == nil: // the removal makes room for the new link
	case theirs.ID == "":
		in := tracker.ModeratorInput{ID: found.ParentID, UserEmail: heir, Role: tracker.Some(found.Role)}
		err = b.do(ctx, "create", func(m *mutation) (change, error) { return only(o.link(ctx, m, in)) })
	case found.Role.Outranks(theirs.Role):
		err = b.do(ctx, "edit", func(m *mutation) (change, error) {
			return only(o.editLink(ctx, m, tracker.ItemRef{ID: theirs.ID}, tracker.Opt[int]{}, func(l *store.Link) error {
				l.Role = found.Role
				return nil
			}))
		})
	}
	return err
}
