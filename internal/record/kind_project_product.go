package record

import (
	"context"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func projectProductKind() change.Kind {
	return change.Kind{
		Name: tracker.EntityProjectProduct, Hearers: hearersOfItem,
		MayUndo: mayUndoProjectProduct, UndoEdit: undoProjectProduct,
		Detach: detachProduct, Attach: reattachProduct,
		Load: loadProjectProducts, SetOwn: setOwnOfProduct,
	}
}

// hearersOfItem are those of the project that something is attached to.
func hearersOfItem(c store.Change) store.Audience {
	return store.Audience{ProjectID: change.OrEmpty(c.ProjectID), Roles: tracker.RolesThatMay(tracker.See)}
}

func mayUndoProjectProduct(_ change.Caller, logged store.ListedChange, d change.Differences, access tracker.Access) error {
	needs := append(d.Needs(), tracker.SetProductStatus)
	if change.IsRemoval(logged.Change) || d.HasField("price", "cost") || d.HasOwn() {
		needs = append(needs, tracker.AttachItems)
	}
	return access.Require(needs...)
}

// undoProjectProduct restores fields of an attached product.
func undoProjectProduct(ctx context.Context, u *change.Undoing, m *change.Mutation, logged store.ListedChange, d change.Differences) (change.Change, error) {
	return change.Only(DecideProjectProduct(ctx, m, tracker.ItemRef{ID: logged.EntityID}, new(tracker.ProjectProductEdit).Needs,
		func(p *tracker.ProjectProduct, _ tracker.Access) error {
			_, err := u.Restore(logged, d, *p, p)
			return err
		}))
}

// reattachProduct attaches a product again that was detached.
func reattachProduct(ctx context.Context, m *change.Mutation, logged store.ListedChange) (ch change.Change, action string, err error) {
	return reattachItem(ctx, m, tracker.Products, logged)
}

// partRemoved is why something can not be attached again.
var partRemoved = tracker.NewSentence("undo.partRemoved", "The project or the item of the catalogue is removed. Restore that first.").With()

// reattachItem attaches an item of a catalogue again that was detached.
func reattachItem(ctx context.Context, m *change.Mutation, catalogue tracker.CatalogueKind, logged store.ListedChange) (ch change.Change, action string, err error) {
	result, ch, err := reattach(ctx, m, catalogue, logged.EntityID, &logged.At)
	if err == nil && result != tracker.RestoreRestored {
		err = change.Refused(logged, partRemoved)
	}
	return ch, "restore", err
}

func loadProjectProducts(ctx context.Context, w *change.Work, _ *change.Kind, keys []change.RowKeys) (err error) {
	w.Loaded.Products, err = w.ProductsForUser(ctx, change.IdsOf(keys), w.Caller.User.ID)
	return err
}
