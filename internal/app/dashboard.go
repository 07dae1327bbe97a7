package app

import (
	"context"

	"btracker/internal/tracker"
)

// Statistics counts what the caller may see.
func (a *App) Statistics(ctx context.Context, c Caller) (tracker.Statistics, error) {
	s := tracker.Statistics{CurrencyName: tracker.Currency}
	var err error
	if s.Companies, s.Projects, err = a.store.Statistics(ctx, c.visible()); err != nil || !c.User.IsAdmin {
		return s, err
	}
	admins, all, err := a.store.UserCounts(ctx)
	s.AdminUsers, s.AllUsers = &admins, &all
	return s, err
}
