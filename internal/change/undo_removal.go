package change

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// marks takes back that an entity was made, removed or restored, by the rules of removal.
func (u *Undoing) marks(ctx context.Context, m *Mutation, logged store.ListedChange, d Differences) (Change, string, error) {
	what := Kinds[logged.Entity].Removal(ctx, logged.EntityID)
	state, err := what.state(m)
	if err != nil {
		return Unchanged, "", err
	}
	now := tracker.Marks{Marked: state.Marked, Gone: state.Gone}
	to := now
	if d.Before == nil {
		to.Gone = true
	}
	for _, f := range d.Fields {
		switch was := f.Value(d.Before) == "true"; f.Name {
		case "isRemoved":
			to.Marked = was
		case "isGone":
			to.Gone = was
		}
	}
	switch {
	case to == now:
		return Unchanged, "", nil
	case to.Gone && !now.Gone:
		_, removed := state.Remove() // something may depend on it by now
		to = tracker.Marks{Marked: to.Marked || removed.Marked, Gone: removed.Gone}
		return what.Mark(ctx, m, state, to), "remove", nil
	case to.Marked && !now.Marked:
		return what.Mark(ctx, m, state, to), "remove", nil
	}
	rule := state.Removable
	if WasMarked(state.ParentMarked, &logged.At) {
		rule.ParentRemoved = false
	}
	if result, _ := rule.Restore(); result != tracker.RestoreRestored {
		reason := tracker.ErrNotRestored.Reason
		if state.NameTaken {
			reason = nameTaken
		}
		return Unchanged, "", Refused(logged, reason)
	}
	return what.Mark(ctx, m, state, to), "restore", nil
}
