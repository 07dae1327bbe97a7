package app

import (
	"context"
	"errors"
	"fmt"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

const moderatorEntity = "companyModerator"

// AddCompanyModerator links a user to a company. Someone who is there already
// stays as they are, and created is false.
func (a *App) AddCompanyModerator(ctx context.Context, c Caller, in tracker.CompanyModeratorInput) (link tracker.CompanyModerator, created bool, err error) {
	invalid := tracker.Validate(&in)
	err = a.mutate(ctx, c, "create", func(m *mutation) (change, error) {
		created = false
		_, access, err := a.companyFor(ctx, m.Queries, c, in.ID, tracker.ManageModerators)
		if err != nil {
			return unchanged, err
		}
		if invalid != nil {
			return unchanged, invalid
		}
		user, err := m.UserByEmail(ctx, in.UserEmail)
		if errors.Is(err, tracker.ErrNotFound) {
			return unchanged, tracker.Invalid("userEmail", "unknownUser", "User Email is not a registered user.")
		}
		if err != nil {
			return unchanged, err
		}
		link, err = m.CompanyModeratorOf(ctx, in.ID, user.ID)
		if !errors.Is(err, tracker.ErrNotFound) {
			return unchanged, err
		}
		if err := requireAssign(access, in.Role.Value); err != nil {
			return unchanged, err
		}
		if n, err := m.CompanyModeratorCount(ctx, in.ID); err != nil {
			return unchanged, err
		} else if n >= store.MaxModerators {
			return unchanged, tracker.Refused("tooManyModerators", "Too many moderators",
				fmt.Sprintf("A company has %d moderators at most. Remove one first.", store.MaxModerators), nil)
		}
		link = tracker.CompanyModerator{ID: newID(), CompanyID: in.ID, UserID: user.ID, UserEmail: user.Email, Role: in.Role.Value,
			Details: in.Details.Pointer(), CreatedAt: m.now, Version: 1,
			Moderator: tracker.ModeratorUser{DisplayName: user.DisplayName, Email: user.Email, PhoneNumber: user.PhoneNumber}}
		created = true
		return change{entity: moderatorEntity, id: link.ID, after: link}, m.InsertCompanyModerator(ctx, link, c.User.ID)
	})
	return link, created, err
}

func requireAssign(access tracker.Access, role tracker.Role) error {
	if access.MayAssign(role) {
		return nil
	}
	return tracker.Forbidden("Only an Owner or an administrator may manage Owners.")
}

// linkFor reads a link if the caller may manage it.
func (a *App) linkFor(ctx context.Context, m *mutation, c Caller, id string) (tracker.CompanyModerator, tracker.Access, error) {
	link, err := m.CompanyModerator(ctx, id)
	if err != nil {
		return link, tracker.Access{}, err
	}
	_, access, err := a.companyFor(ctx, m.Queries, c, link.CompanyID, tracker.ManageModerators)
	if err != nil {
		return link, access, err
	}
	return link, access, requireAssign(access, link.Role)
}

// EditCompanyModerator changes role and details of a link.
func (a *App) EditCompanyModerator(ctx context.Context, c Caller, in tracker.CompanyModeratorEdit) (link tracker.CompanyModerator, err error) {
	invalid := tracker.Validate(&in)
	err = a.mutate(ctx, c, "edit", func(m *mutation) (change, error) {
		before, access, err := a.linkFor(ctx, m, c, in.ID)
		if err != nil {
			return unchanged, err
		}
		if invalid != nil {
			return unchanged, invalid
		}
		if err := requireAssign(access, in.Role.Value); err != nil {
			return unchanged, err
		}
		if err := m.checkVersion(ctx, in.Version, before.Version, moderatorEntity, in.ID, before); err != nil {
			return unchanged, err
		}
		link = before
		link.Role = in.Role.Value
		in.Details.Apply(&link.Details)
		link.Version, err = m.UpdateCompanyModerator(ctx, link, c.User.ID, m.now)
		return change{entity: moderatorEntity, id: link.ID, before: before, after: link}, err
	})
	return link, err
}

// RemoveCompanyModerator removes a link; one that is not there is gone already.
func (a *App) RemoveCompanyModerator(ctx context.Context, c Caller, id string) error {
	return a.mutate(ctx, c, "remove", func(m *mutation) (change, error) {
		link, _, err := a.linkFor(ctx, m, c, id)
		if errors.Is(err, tracker.ErrNotFound) {
			return unchanged, nil
		}
		if err != nil {
			return unchanged, err
		}
		return change{entity: moderatorEntity, id: id, before: link}, m.DeleteCompanyModerator(ctx, id)
	})
}
