package app

import (
	"context"
	"errors"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

func (a *App) shownProduct(p tracker.ProjectProduct, access tracker.Access) tracker.ProjectProduct {
	p.Product.PhotoURL = a.photoURL(p.Product.PhotoHash)
	if !access.May(tracker.SeeCost) {
		p.Cost = nil
	}
	return p
}

// attachTarget finds the target of a new attachment, if the caller may attach to the project.
func attachTarget(ctx context.Context, q store.Queries, c Caller, kind tracker.CatalogueKind, projectID, itemID string) (store.AttachTarget, tracker.Access, error) {
	target, err := q.AttachTarget(ctx, kind, projectID, itemID, c.User.ID)
	access, err := c.may(target.ProjectForUser, tracker.AttachItems, err)
	return target, access, err
}

// mayAttach is the check of who attaches something invalid. What is valid is checked by attachable.
func mayAttach(ctx context.Context, kind tracker.CatalogueKind, projectID string, invalid error) func(m *mutation) error {
	return func(m *mutation) error {
		if invalid == nil || projectID == "" {
			return nil
		}
		_, _, err := attachTarget(ctx, m.Queries, m.caller, kind, projectID, "")
		return err
	}
}

// attachable finds the target of a new attachment, if the project takes it.
func (m *mutation) attachable(ctx context.Context, kind tracker.CatalogueKind, projectID, itemID, field string) (store.AttachTarget, tracker.Access, error) {
	target, access, err := attachTarget(ctx, m.Queries, m.caller, kind, projectID, itemID)
	switch {
	case err != nil:
	case target.IsRemoved:
		err = tracker.PendingRemove("project", target.Name)
	case target.Items >= tracker.MaxProjectItems:
		err = tracker.ErrTooManyItems
	case target.Item.ID == "":
		err = tracker.UnknownItem(field)
	case target.Item.RemovedAt != nil:
		err = tracker.PendingRemove(string(kind), target.Item.Name)
	}
	return target, access, err
}

// AttachProduct attaches a product to a project.
func (a *App) AttachProduct(ctx context.Context, c Caller, in tracker.ProjectProductInput) (Saved[tracker.ProjectProduct], error) {
	invalid := tracker.Validate(&in)
	return create(ctx, a, c, tracker.EntityProjectProduct, mayAttach(ctx, tracker.Products, in.ProjectID, invalid), invalid, func(m *mutation, id string) (shown tracker.ProjectProduct, ch change, err error) {
		target, access, err := m.attachable(ctx, tracker.Products, in.ProjectID, in.ProductID, "productId")
		if err != nil {
			return shown, unchanged, err
		}
		product := tracker.ProjectProduct{ID: id, ProjectID: in.ProjectID, ProductID: in.ProductID, CreatedAt: m.now, Version: 1,
			CostCurrencyName: tracker.Currency, PriceCurrencyName: tracker.Currency, Product: attached(target.Item)}
		in.Apply(&product)
		m.write(func(tx *store.Tx) error { return tx.InsertProjectProduct(ctx, product, m.caller.User.ID) })
		return a.shownProduct(product, access), change{name: target.Item.Name, companyID: target.CompanyID, projectID: in.ProjectID, after: product}, nil
	}, func(id string) (tracker.ProjectProduct, error) { return a.ProjectProduct(ctx, c, id) })
}

func attached(item tracker.CatalogueItem) tracker.AttachedItem {
	return tracker.AttachedItem{Name: item.Name, CategoryName: item.CategoryName, PhotoHash: item.PhotoHash}
}

// ProjectProduct reads one attached product.
func (a *App) ProjectProduct(ctx context.Context, c Caller, id string) (tracker.ProjectProduct, error) {
	p, err := a.store.ProductForUser(ctx, id, c.User.ID)
	access, err := c.may(p.Project, tracker.See, err)
	return a.shownProduct(p.ProjectProduct, access), err
}

// EditProjectProduct changes an attached product. Who may only set its status
// and details gets a 403 for changing more.
func (a *App) EditProjectProduct(ctx context.Context, c Caller, sent tracker.ProjectProductEdit) (Saved[tracker.ProjectProduct], error) {
	return save(ctx, a, c, "edit", func(m *mutation) (tracker.ProjectProduct, change, error) {
		in := sent // filled in below
		return m.editProduct(ctx, in.ItemRef, sent.Needs, func(p *tracker.ProjectProduct, access tracker.Access) error {
			if !access.May(tracker.SeeCost) {
				if !in.Cost.Empty() { // also the right one: an answer that differs would tell what it is
					return access.RequireOr(tracker.ErrStatusOnly, sent.Needs(*p)...)
				}
				in.Cost = tracker.Some(tracker.Amount(p.Cost.String())) // hidden from them: null sent back leaves it
			}
			if err := tracker.Validate(&in); err != nil {
				return err
			}
			if !in.ProductID.Empty() && in.ProductID.Value != p.ProductID {
				return tracker.Fixed("productId")
			}
			if err := m.checkVersion(ctx, in.Version, p.Version, tracker.EntityProjectProduct, in.ID, a.shownProduct(*p, access)); err != nil {
				return err
			}
			in.Apply(p)
			return nil
		})
	})
}

// editProduct decides an edit of an attached product, and returns it as the caller sees it
// then. A refusal names the roles that have all the permissions that the edit needs.
func (m *mutation) editProduct(ctx context.Context, item tracker.ItemRef, needs func(tracker.ProjectProduct) []tracker.Permission, edit func(p *tracker.ProjectProduct, access tracker.Access) error) (tracker.ProjectProduct, change, error) {
	of, access, err := m.projectProduct(ctx, item, tracker.See)
	if err == nil && !access.May(tracker.SetProductStatus) {
		err = access.Require(needs(of.ProjectProduct)...)
	}
	if err != nil {
		return tracker.ProjectProduct{}, unchanged, err
	}
	before, after := of.ProjectProduct, of.ProjectProduct
	err = edit(&after, access)
	if err == nil && (after.Price != before.Price || *after.Cost != *before.Cost) {
		err = access.RequireOr(tracker.ErrStatusOnly, append(needs(before), tracker.AttachItems)...)
	}
	if err != nil || same(before, after) {
		return m.a.shownProduct(before, access), unchanged, err
	}
	after.Version++
	m.write(func(tx *store.Tx) error {
		return tx.UpdateProjectProduct(ctx, before, after, m.caller.User.ID, m.now)
	})
	return m.a.shownProduct(after, access), productChange(of, before, after), nil
}

// projectProduct finds an attached product by its own id.
func (m *mutation) projectProduct(ctx context.Context, item tracker.ItemRef, p tracker.Permission) (store.ProductForUser, tracker.Access, error) {
	product, isLoaded := m.loaded.products[item.ID]
	var err error
	if !isLoaded {
		product, err = m.ProductForUser(ctx, item.ID, m.caller.User.ID)
	}
	access, err := m.caller.may(product.Project, p, err)
	if err == nil && !item.IsIn(product.ProjectID) {
		err = tracker.ErrElsewhere
	}
	return product, access, err
}

// productChange is a change of an attached product.
func productChange(of store.ProductForUser, before, after any) change {
	return change{entity: tracker.EntityProjectProduct, id: of.ID, name: of.Product.Name, companyID: of.Project.CompanyID, projectID: of.ProjectID, before: before, after: after}
}

// DetachProduct removes a product from its project; one that is not there is gone
// already. It returns the number of the change.
func (a *App) DetachProduct(ctx context.Context, c Caller, item tracker.ItemRef) (seq int64, err error) {
	return a.detach(ctx, c, tracker.EntityProjectProduct, item)
}

// detachProduct decides to detach a product; one that is not there is gone already.
func (m *mutation) detachProduct(ctx context.Context, item tracker.ItemRef) (change, error) {
	product, _, err := m.projectProduct(ctx, item, tracker.AttachItems)
	if errors.Is(err, tracker.ErrNotFound) {
		return unchanged, nil
	}
	if err != nil {
		return unchanged, err
	}
	m.write(func(tx *store.Tx) error {
		return tx.DeleteProjectProduct(ctx, product.ProjectProduct, m.caller.User.ID, m.now)
	})
	return productChange(product, product.ProjectProduct, nil), nil
}

// RestoreProjectProduct undoes DetachProduct.
func (a *App) RestoreProjectProduct(ctx context.Context, c Caller, id string) (Saved[tracker.RestoreResult], error) {
	return a.restoreItem(ctx, c, tracker.Products, id)
}
