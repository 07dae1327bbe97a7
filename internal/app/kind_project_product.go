package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

func projectProductKind() kind {
	return kind{
		name: tracker.EntityProjectProduct, hearers: hearersOfItem,
		mayUndo: mayUndoProjectProduct, undoEdit: (*undoing).projectProduct,
		detach: (*mutation).detachProduct, attach: (*mutation).reattachProduct,
		load: (*work).loadProjectProducts,
	}
}

// hearersOfItem are those of the project that something is attached to.
func hearersOfItem(c store.Change) store.Audience {
	return store.Audience{ProjectID: orEmpty(c.ProjectID), Roles: tracker.RolesThatMay(tracker.See)}
}

func mayUndoProjectProduct(_ Caller, logged store.ListedChange, d differences, access tracker.Access) error {
	needs := append(d.needs(), tracker.SetProductStatus)
	if isRemoval(logged.Change) || d.hasField("price", "cost") {
		needs = append(needs, tracker.AttachItems)
	}
	return access.Require(needs...)
}

// projectProduct restores fields of an attached product.
func (u *undoing) projectProduct(ctx context.Context, m *mutation, logged store.ListedChange, d differences) (change, error) {
	return only(m.editProduct(ctx, tracker.ItemRef{ID: logged.EntityID}, new(tracker.ProjectProductEdit).Needs, func(p *tracker.ProjectProduct, _ tracker.Access) error {
		_, err := u.restore(logged, d, *p, p)
		return err
	}))
}

// reattachProduct attaches a product again that was detached.
func (m *mutation) reattachProduct(ctx context.Context, logged store.ListedChange) (ch change, action string, err error) {
	return m.reattachItem(ctx, tracker.Products, logged)
}

// reattachItem attaches an item of a catalogue again that was detached.
func (m *mutation) reattachItem(ctx context.Context, catalogue tracker.CatalogueKind, logged store.ListedChange) (ch change, action string, err error) {
	result, ch, err := m.reattach(ctx, catalogue, logged.EntityID, &logged.At)
	if err == nil && result != tracker.RestoreRestored {
		err = refused(logged, "The project or the item of the catalogue is removed. Restore that first.")
	}
	return ch, "restore", err
}

func (w *work) loadProjectProducts(ctx context.Context, _ *kind, keys []rowKeys) (err error) {
	w.loaded.products, err = w.ProductsForUser(ctx, idsOf(keys), w.caller.User.ID)
	return err
}
