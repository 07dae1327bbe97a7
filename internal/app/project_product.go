package app

import (
	"context"
	"errors"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

const projectProductEntity = "projectProduct"

func (a *App) shownProduct(p tracker.ProjectProduct, access tracker.Access) tracker.ProjectProduct {
	p.Product.PhotoURL = a.photoURL(p.Product.PhotoHash)
	if !access.May(tracker.SeeCost) {
		p.Cost = nil
	}
	return p
}

// attachable finds the room for a new attachment, if the caller may attach and the
// project takes it. What was sent is looked at after the caller's rights.
func (m *mutation) attachable(ctx context.Context, kind tracker.CatalogueKind, projectID, itemID, field string, invalid error) (store.Room, tracker.Access, error) {
	if invalid != nil {
		itemID = "" // it may be anything
		if projectID == "" {
			return store.Room{}, tracker.Access{}, invalid
		}
	}
	room, err := m.Room(ctx, kind, projectID, itemID, m.caller.UserID)
	access, err := m.caller.may(room.ProjectOf, tracker.AttachItems, err)
	switch {
	case err != nil:
	case invalid != nil:
		err = invalid
	case room.IsRemoved:
		err = tracker.PendingRemove("project", room.Name)
	case room.Items >= tracker.MaxProjectItems:
		err = tracker.ErrTooManyItems
	case room.Item.ID == "":
		err = tracker.UnknownItem(field)
	case room.Item.RemovedAt != nil:
		err = tracker.PendingRemove(string(kind), room.Item.Name)
	}
	return room, access, err
}

// AttachProduct attaches a product to a project.
func (a *App) AttachProduct(ctx context.Context, r Request, in tracker.ProjectProductInput) (tracker.ProjectProduct, error) {
	invalid := tracker.Validate(&in)
	var p tracker.ProjectProduct
	var access tracker.Access
	id, c, err := a.create(ctx, r, projectProductEntity, anyone, func(m *mutation, id string) (any, error) {
		room, may, err := m.attachable(ctx, tracker.Products, in.ProjectID, in.ProductID, "productId", invalid)
		if access = may; err != nil {
			return nil, err
		}
		p = tracker.ProjectProduct{ID: id, ProjectID: in.ProjectID, ProductID: in.ProductID, CreatedAt: m.now, Version: 1,
			CostCurrencyName: tracker.Currency, PriceCurrencyName: tracker.Currency, Product: attached(room.Item)}
		in.Apply(&p)
		return p, m.InsertProjectProduct(ctx, p, r.UserID)
	})
	if err != nil {
		return tracker.ProjectProduct{}, err
	}
	if p.ID != id { // an earlier request with the same key made it
		return a.ProjectProduct(ctx, c, id)
	}
	return a.shownProduct(p, access), nil
}

func attached(item tracker.CatalogueItem) tracker.AttachedItem {
	return tracker.AttachedItem{Name: item.Name, CategoryName: item.CategoryName, PhotoHash: item.PhotoHash}
}

// ProjectProduct reads one attached product.
func (a *App) ProjectProduct(ctx context.Context, c Caller, id string) (tracker.ProjectProduct, error) {
	p, err := a.store.ProductOf(ctx, id, c.UserID)
	access, err := c.may(p.Project, tracker.See, err)
	return a.shownProduct(p.ProjectProduct, access), err
}

// EditProjectProduct changes an attached product. Who may only set its status
// and details gets a 403 for changing more.
func (a *App) EditProjectProduct(ctx context.Context, r Request, in tracker.ProjectProductEdit) (tracker.ProjectProduct, error) {
	var after tracker.ProjectProduct
	var access tracker.Access
	err := a.mutate(ctx, r, "edit", func(m *mutation) (change, error) {
		in := in // filled in below; when the transaction runs again it begins as it was sent
		var before tracker.ProjectProduct
		var err error
		before, access, err = m.projectProduct(ctx, in.ProjectItem, tracker.SetProductStatus)
		if err != nil {
			return unchanged, err
		}
		if !access.May(tracker.SeeCost) {
			if !in.Cost.Empty() { // also the right one: an answer that differs would tell what it is
				return unchanged, tracker.ErrStatusOnly
			}
			in.Cost = tracker.Some(tracker.Amount(before.Cost.String())) // hidden from them: null sent back leaves it
		}
		if err := tracker.Validate(&in); err != nil {
			return unchanged, err
		}
		if !in.ProductID.Empty() && in.ProductID.Value != before.ProductID {
			return unchanged, tracker.Fixed("productId")
		}
		if err := m.checkVersion(ctx, in.Version, before.Version, projectProductEntity, in.ID, a.shownProduct(before, access)); err != nil {
			return unchanged, err
		}
		after = before
		in.Apply(&after)
		if !access.May(tracker.AttachItems) && (after.Price != before.Price || *after.Cost != *before.Cost) {
			return unchanged, tracker.ErrStatusOnly
		}
		if same(before, after) {
			return unchanged, nil
		}
		after.Version, err = m.UpdateProjectProduct(ctx, before, after, r.UserID, m.now)
		return change{entity: projectProductEntity, id: in.ID, before: before, after: after}, err
	})
	if err != nil {
		return tracker.ProjectProduct{}, err
	}
	return a.shownProduct(after, access), nil
}

// projectProduct finds an attached product by its own id.
func (m *mutation) projectProduct(ctx context.Context, item tracker.ProjectItem, p tracker.Permission) (tracker.ProjectProduct, tracker.Access, error) {
	product, err := m.ProductOf(ctx, item.ID, m.caller.UserID)
	access, err := m.caller.may(product.Project, p, err)
	if err == nil && !item.IsIn(product.ProjectID) {
		err = elsewhere()
	}
	return product.ProjectProduct, access, err
}

// elsewhere answers like tracker.ErrNotFound and is not the same: a removal takes
// what is not found for done already.
func elsewhere() error {
	notFound := *tracker.ErrNotFound
	return &notFound
}

// DetachProduct removes a product from its project; one that is not there is gone already.
func (a *App) DetachProduct(ctx context.Context, r Request, item tracker.ProjectItem) error {
	return a.mutate(ctx, r, "remove", func(m *mutation) (change, error) {
		p, _, err := m.projectProduct(ctx, item, tracker.AttachItems)
		if errors.Is(err, tracker.ErrNotFound) {
			return unchanged, nil
		}
		if err != nil {
			return unchanged, err
		}
		return change{entity: projectProductEntity, id: item.ID, before: p}, m.DeleteProjectProduct(ctx, p, r.UserID, m.now)
	})
}

// RestoreProjectProduct undoes DetachProduct.
func (a *App) RestoreProjectProduct(ctx context.Context, r Request, id string) (tracker.RestoreResult, error) {
	return a.restoreItem(ctx, r, tracker.Products, projectProductEntity, id, func(m *mutation) (any, error) {
		return m.Tx.RestoreProjectProduct(ctx, id, r.UserID, m.now)
	})
}
