package app

import (
	"context"
	"errors"
	"fmt"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

const projectModeratorEntity = "projectModerator"

// AddProjectModerator links a user to a project. Someone who is there already
// stays as they are, and created is false.
func (a *App) AddProjectModerator(ctx context.Context, c Caller, in tracker.CompanyModeratorInput) (link tracker.ProjectModerator, created bool, err error) {
	invalid := tracker.Validate(&in)
	err = a.mutate(ctx, c, "create", func(m *mutation) (change, error) {
		created = false
		_, access, err := projectFor(ctx, m.Queries, c, in.ID, tracker.ManageModerators)
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
		link, err = m.ProjectModeratorOf(ctx, in.ID, user.ID)
		if !errors.Is(err, tracker.ErrNotFound) {
			return unchanged, err
		}
		if err := requireAssign(access, in.Role.Value); err != nil {
			return unchanged, err
		}
		if n, err := m.ProjectModeratorCount(ctx, in.ID); err != nil {
			return unchanged, err
		} else if n >= store.MaxModerators {
			return unchanged, tracker.Refused("tooManyModerators", "Too many moderators",
				fmt.Sprintf("A project has %d moderators at most. Remove one first.", store.MaxModerators), nil)
		}
		link = tracker.ProjectModerator{ID: newID(), ProjectID: in.ID, UserEmail: user.Email, Role: in.Role.Value,
			Details: in.Details.Pointer(), CreatedAt: m.now, Version: 1,
			Moderator: tracker.ModeratorUser{DisplayName: user.DisplayName, Email: user.Email, PhoneNumber: user.PhoneNumber}}
		created = true
		return change{entity: projectModeratorEntity, id: link.ID, after: link}, m.InsertProjectModerator(ctx, link, user.ID, c.User.ID)
	})
	return link, created, err
}

// projectLinkFor reads a link if the caller may manage it.
func projectLinkFor(ctx context.Context, m *mutation, c Caller, id string) (tracker.ProjectModerator, tracker.Access, error) {
	link, err := m.ProjectModerator(ctx, id)
	if err != nil {
		return link, tracker.Access{}, err
	}
	_, access, err := projectFor(ctx, m.Queries, c, link.ProjectID, tracker.ManageModerators)
	if err != nil {
		return link, access, err
	}
	return link, access, requireAssign(access, link.Role)
}

// EditProjectModerator changes role and details of a link.
func (a *App) EditProjectModerator(ctx context.Context, c Caller, in tracker.CompanyModeratorEdit) (link tracker.ProjectModerator, err error) {
	invalid := tracker.Validate(&in)
	err = a.mutate(ctx, c, "edit", func(m *mutation) (change, error) {
		before, access, err := projectLinkFor(ctx, m, c, in.ID)
		if err != nil {
			return unchanged, err
		}
		if invalid != nil {
			return unchanged, invalid
		}
		if err := requireAssign(access, in.Role.Value); err != nil {
			return unchanged, err
		}
		if err := m.checkVersion(ctx, in.Version, before.Version, projectModeratorEntity, in.ID, before); err != nil {
			return unchanged, err
		}
		link = before
		link.Role = in.Role.Value
		in.Details.Apply(&link.Details)
		link.Version, err = m.UpdateProjectModerator(ctx, link, c.User.ID, m.now)
		return change{entity: projectModeratorEntity, id: link.ID, before: before, after: link}, err
	})
	return link, err
}

// RemoveProjectModerator removes a link; one that is not there is gone already.
func (a *App) RemoveProjectModerator(ctx context.Context, c Caller, id string) error {
	return a.mutate(ctx, c, "remove", func(m *mutation) (change, error) {
		link, _, err := projectLinkFor(ctx, m, c, id)
		if errors.Is(err, tracker.ErrNotFound) {
			return unchanged, nil
		}
		if err != nil {
			return unchanged, err
		}
		return change{entity: projectModeratorEntity, id: id, before: link}, m.DeleteProjectModerator(ctx, id)
	})
}
