package change

import (
	"context"
	"errors"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// exportReadTimeout bounds one read during an export, which as a whole has no deadline.
const exportReadTimeout = 15 * time.Second

// Export streams a list to a caller: each reads it and passes on its rows. An
// export may take as long as its client likes, so the caller's session and rights
// are looked at again with every further piece of the list. When the session has ended, or
// the rights are not those that the export began with, no further row is passed on and
// the error says why.
func Export[T any](ctx context.Context, e *Engine, c Caller, each func(use func(T) error) error, use func(T) error) error {
	began, err := e.rights(ctx, c)
	if err != nil {
		return err
	}
	rows := 0
	return each(func(row T) error {
		if rows > 0 && rows%store.PieceRows == 0 {
			now, err := e.rights(ctx, c)
			if err != nil {
				return err
			}
			if now != began {
				return tracker.ErrRightsChanged
			}
		}
		rows++
		return use(row)
	})
}

// rights reads what the caller may see now. It fails when the session has ended, and
// when the caller became an administrator, or is none any more, since c was read.
func (e *Engine) rights(ctx context.Context, c Caller) (store.Rights, error) {
	ctx, cancel := context.WithTimeout(ctx, exportReadTimeout)
	defer cancel()
	read, id := e.Store.SessionRights, c.SessionID
	if c.APIKey != nil {
		read, id = e.Store.KeyRights, c.APIKey.ID
	}
	rights, err := read(ctx, id, e.Time())
	switch {
	case errors.Is(err, tracker.ErrNotFound):
		err = tracker.ErrSessionEnded
	case err == nil && rights.Admin != c.Owner().IsAdmin:
		err = tracker.ErrRightsChanged
	}
	return rights, err
}

// InPieces passes on the rows of each after read has added to them, some at a time.
func InPieces[T any](ctx context.Context, each func(use func(T) error) error, read func(ctx context.Context, piece []T) error) func(use func(T) error) error {
	return func(use func(T) error) error {
		piece := make([]T, 0, store.PieceRows)
		flush := func() error {
			ctx, cancel := context.WithTimeout(ctx, exportReadTimeout)
			err := read(ctx, piece)
			cancel()
			err = UseAll(piece, err, use)
			piece = piece[:0]
			return err
		}
		err := each(func(row T) error {
			if piece = append(piece, row); len(piece) < cap(piece) {
				return nil
			}
			return flush()
		})
		if err == nil && len(piece) > 0 {
			err = flush()
		}
		return err
	}
}
