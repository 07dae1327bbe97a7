package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// marks takes back that an entity was made, removed or restored, by the rules of removal.
func (u *undoing) marks(ctx context.Context, m *mutation, logged store.ListedChange, d differences) (change, string, error) {
	what := kinds[logged.Entity].removal(ctx, logged.EntityID)
	state, err := what.state(m)
	if err != nil {
		return unchanged, "", err
	}
	now := tracker.Marks{Marked: state.Marked, Gone: state.Gone}
	to := now
	if d.before == nil {
		to.Gone = true
	}
	for _, f := range d.fields {
		switch was := f.Value(d.before) == "true"; f.Name {
		case "isRemoved":
			to.Marked = was
		case "isGone":
			to.Gone = was
		}
	}
	switch {
	case to == now:
		return unchanged, "", nil
	case to.Gone && !now.Gone:
		_, removed := state.Remove() // something may depend on it by now
		to = tracker.Marks{Marked: to.Marked || removed.Marked, Gone: removed.Gone}
		return what.mark(ctx, m, state, to), "remove", nil
	case to.Marked && !now.Marked:
		return what.mark(ctx, m, state, to), "remove", nil
	}
	rule := state.Removable
	if wasMarked(state.ParentMarked, &logged.At) {
		rule.ParentRemoved = false
	}
	if result, _ := rule.Restore(); result != tracker.RestoreRestored {
		reason := "What it belongs to is removed. Restore that first."
		if state.NameTaken {
			reason = "Another category has its name now. Rename that first."
		}
		return unchanged, "", refused(logged, reason)
	}
	return what.mark(ctx, m, state, to), "restore", nil
}
