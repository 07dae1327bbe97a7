package record

import (
	"context"
	"errors"

	"btracker/internal/audit"
	"btracker/internal/change"
	"btracker/internal/tracker"
)

// Seal closes the changes since the last seal, and erases people from them who were erased meanwhile.
func (r *Records) Seal(ctx context.Context) error {
	_, err := audit.Seal(ctx, r.Store, r.Time)
	return errors.Join(err, r.finishErasures(ctx))
}

// AuditHead returns the end of the chain of seals, for administrators.
func (r *Records) AuditHead(ctx context.Context, c change.Caller) (tracker.AuditHead, error) {
	if err := c.RequireAdmin(); err != nil {
		return tracker.AuditHead{}, err
	}
	last, err := r.Store.LastSeal(ctx)
	return audit.HeadOf(last), err
}
