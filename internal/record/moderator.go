package record

import (
	"cmp"
	"context"
	"errors"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Moderation is what companies and projects do not share about their moderators.
type Moderation[T any] struct {
	entity string
	parent string
	links  store.Moderation
	shown  func(store.Link) T
}

var CompanyModeration = Moderation[tracker.CompanyModerator]{tracker.EntityCompanyModerator, "company", store.CompanyModeration,
	func(l store.Link) tracker.CompanyModerator {
		return tracker.CompanyModerator{ID: l.ID, CompanyID: l.ParentID, UserEmail: l.User.Email, Role: l.Role, Details: l.Details,
			CreatedAt: l.CreatedAt, Version: l.Version, Moderator: l.User}
	}}

var ProjectModeration = Moderation[tracker.ProjectModerator]{tracker.EntityProjectModerator, "project", store.ProjectModeration,
	func(l store.Link) tracker.ProjectModerator {
		return tracker.ProjectModerator{ID: l.ID, ProjectID: l.ParentID, UserEmail: l.User.Email, Role: l.Role, Details: l.Details,
			CreatedAt: l.CreatedAt, Version: l.Version, Moderator: l.User}
	}}

// list is the moderators of one company or project, the eldest first.
func (o Moderation[T]) list(ctx context.Context, q store.Queries, parentID string) ([]T, error) {
	links, err := q.Moderators(ctx, o.links, parentID)
	shown := make([]T, len(links))
	for i, link := range links {
		shown[i] = o.shown(link)
	}
	return shown, err
}

// inheritedModerators is the moderators of a project's company, who moderate the project too.
func (r *Records) inheritedModerators(ctx context.Context, companyID string) ([]tracker.InheritedModerator, error) {
	links, err := r.Store.Moderators(ctx, store.CompanyModeration, companyID)
	inherited := make([]tracker.InheritedModerator, len(links))
	for i, link := range links {
		inherited[i] = tracker.InheritedModerator{UserEmail: link.User.Email, Role: link.Role, Moderator: link.User}
	}
	return inherited, err
}

// AddCompanyModerator links a user to a company. Someone who is there already stays as
// they are.
func (r *Records) AddCompanyModerator(ctx context.Context, c change.Caller, in tracker.ModeratorInput) (change.Saved[tracker.CompanyModerator], error) {
	return CompanyModeration.add(ctx, r, c, in)
}

// EditCompanyModerator changes role and details of a link.
func (r *Records) EditCompanyModerator(ctx context.Context, c change.Caller, in tracker.ModeratorEdit) (change.Saved[tracker.CompanyModerator], error) {
	return CompanyModeration.edit(ctx, r, c, tracker.ItemRef{ID: in.ID}, in)
}

// RemoveCompanyModerator removes a link; one that is not there is gone already. It
// returns the number of the change.
func (r *Records) RemoveCompanyModerator(ctx context.Context, c change.Caller, id string) (seq int64, err error) {
	return CompanyModeration.remove(ctx, r, c, tracker.ItemRef{ID: id})
}

// AddProjectModerator links a user to a project. Someone who is there already stays as
// they are.
func (r *Records) AddProjectModerator(ctx context.Context, c change.Caller, in tracker.ModeratorInput) (change.Saved[tracker.ProjectModerator], error) {
	return ProjectModeration.add(ctx, r, c, in)
}

// EditProjectModerator changes role and details of a link.
func (r *Records) EditProjectModerator(ctx context.Context, c change.Caller, in tracker.ProjectModeratorEdit) (change.Saved[tracker.ProjectModerator], error) {
	return ProjectModeration.edit(ctx, r, c, in.Item(), in.ModeratorEdit)
}

// RemoveProjectModerator removes a link; one that is not there is gone already. It
// returns the number of the change.
func (r *Records) RemoveProjectModerator(ctx context.Context, c change.Caller, item tracker.ItemRef) (seq int64, err error) {
	return ProjectModeration.remove(ctx, r, c, item)
}

func (o Moderation[T]) add(ctx context.Context, r *Records, c change.Caller, in tracker.ModeratorInput) (change.Saved[T], error) {
	invalid := tracker.Validate(&in)
	return change.Save(ctx, r.Engine, c, "create", func(m *change.Mutation) (shown T, ch change.Change, err error) {
		if invalid != nil {
			_, _, err := o.LinkTo(ctx, m.Queries, m.Caller, in.ID, "", in.Role.Value)
			return shown, change.Unchanged, cmp.Or(err, invalid) // rights come first
		}
		return o.Link(ctx, m, in)
	})
}

// Link decides to link a user, and returns the link as it is then.
func (o Moderation[T]) Link(ctx context.Context, m *change.Mutation, in tracker.ModeratorInput) (shown T, ch change.Change, err error) {
	found, _, err := o.LinkTo(ctx, m.Queries, m.Caller, in.ID, in.UserEmail, in.Role.Value)
	switch {
	case err != nil:
		return shown, change.Unchanged, err
	case found.UserID == "":
		return shown, change.Unchanged, tracker.ErrUnknownUser
	case found.ID != "":
		return o.shown(found.Link), change.Unchanged, nil
	case found.Full:
		return shown, change.Unchanged, tracker.TooManyModerators(o.parent)
	}
	added := found.Link
	added.ID, added.Role, added.Details, added.CreatedAt, added.Version = change.NewID(), in.Role.Value, in.Details.Pointer(), m.Now, 1
	m.Write(func(tx *store.Tx) error { return tx.InsertLinks(ctx, o.links, m.Caller.User.ID, added) })
	shown = o.shown(added)
	return shown, o.change(found, added.ID, nil, shown), nil
}

// LinkTo reads the link of somebody by address, if the caller may give them the role there. A link that is
// there stays as it is, so the role does not matter then.
func (o Moderation[T]) LinkTo(ctx context.Context, q store.Queries, c change.Caller, parentID, email string, role tracker.Role) (store.LinkForUser, tracker.Access, error) {
	found, err := q.LinkTo(ctx, o.links, parentID, email, c.User.ID)
	access := c.Access(found.CompanyID, found.Roles)
	switch {
	case err != nil:
	case found.ID != "":
		err = access.RequireAssign()
	default:
		err = access.RequireAssign(role)
	}
	return found, access, err
}

// change is a change of a link.
func (o Moderation[T]) change(of store.LinkForUser, id string, before, after any) change.Change {
	ch := change.Change{Entity: o.entity, ID: id, Name: of.User.DisplayName, Place: of.Parent, CompanyID: of.CompanyID, Before: before, After: after}
	if o.entity == tracker.EntityProjectModerator {
		ch.ProjectID = of.ParentID
	}
	return ch
}

// Find reads a link if the caller may manage it, and may give the role that it is to get, if any. That of a
// company names no project.
func (o Moderation[T]) Find(ctx context.Context, q store.Queries, c change.Caller, item tracker.ItemRef, to ...tracker.Role) (store.LinkForUser, tracker.Access, error) {
	found, err := q.Link(ctx, o.links, item.ID, c.User.ID)
	access := c.Access(found.CompanyID, found.Roles)
	if err == nil {
		err = access.RequireAssign(append(to, found.Role)...)
	}
	if err == nil && !item.IsIn(found.ParentID) {
		err = tracker.ErrElsewhere
	}
	return found, access, err
}

func (o Moderation[T]) edit(ctx context.Context, r *Records, c change.Caller, item tracker.ItemRef, in tracker.ModeratorEdit) (change.Saved[T], error) {
	invalid := tracker.Validate(&in)
	return change.Save(ctx, r.Engine, c, "edit", func(m *change.Mutation) (T, change.Change, error) {
		return o.EditLink(ctx, m, item, in.Version, func(link *store.Link) error {
			if invalid == nil {
				link.Role = in.Role.Value
				in.Details.Apply(&link.Details)
			}
			return invalid
		}, in.Role.Value)
	})
}

// EditLink decides an edit of a link, and returns the link as it is then. The role that it is to get, if the caller
// sent one, makes a refusal name the right roles.
func (o Moderation[T]) EditLink(ctx context.Context, m *change.Mutation, item tracker.ItemRef, version tracker.Opt[int],
	edit func(link *store.Link) error, to ...tracker.Role) (shown T, ch change.Change, err error) {
	found, access, err := o.Find(ctx, m.Queries, m.Caller, item, to...)
	if err != nil {
		return shown, change.Unchanged, err
	}
	before, link := o.shown(found.Link), found.Link
	if err := edit(&link); err != nil {
		return before, change.Unchanged, err
	}
	if err := access.RequireAssign(link.Role); err != nil {
		return before, change.Unchanged, err
	}
	if err := m.CheckVersion(ctx, version, found.Version, o.entity, item.ID, before); err != nil || change.Same(before, o.shown(link)) {
		return before, change.Unchanged, err
	}
	link.Version++
	m.Write(func(tx *store.Tx) error { return tx.UpdateLink(ctx, o.links, link, m.Caller.User.ID, m.Now) })
	shown = o.shown(link)
	return shown, o.change(found, link.ID, before, shown), nil
}

func (o Moderation[T]) remove(ctx context.Context, r *Records, c change.Caller, item tracker.ItemRef) (seq int64, err error) {
	return change.Detach(ctx, r.Engine, c, o.entity, item)
}

// Unlink decides to remove a link; one that is not there is gone already.
func (o Moderation[T]) Unlink(ctx context.Context, m *change.Mutation, item tracker.ItemRef) (change.Change, error) {
	found, _, err := o.Find(ctx, m.Queries, m.Caller, item)
	if errors.Is(err, tracker.ErrNotFound) {
		return change.Unchanged, nil
	}
	if err != nil {
		return change.Unchanged, err
	}
	m.Write(func(tx *store.Tx) error { return tx.DeleteLink(ctx, o.links, item.ID) })
	return o.change(found, item.ID, o.shown(found.Link), nil), nil
}
