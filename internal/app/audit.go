package app

import (
	"context"
	"errors"

	"btracker/internal/audit"
	"btracker/internal/tracker"
)

// Seal closes the changes since the last seal, and erases people from them who were erased meanwhile.
func (a *App) Seal(ctx context.Context) error {
	_, err := audit.Seal(ctx, a.store, a.time)
	return errors.Join(err, a.finishErasures(ctx))
}

// AuditHead returns the end of the chain of seals, for administrators.
func (a *App) AuditHead(ctx context.Context, c Caller) (tracker.AuditHead, error) {
	if err := c.requireAdmin(); err != nil {
		return tracker.AuditHead{}, err
	}
	last, err := a.store.LastSeal(ctx)
	return audit.HeadOf(last), err
}
