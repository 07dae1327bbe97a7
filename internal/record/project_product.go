package record

import (
	"context"
	"errors"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func shownProduct(e *change.Engine, p tracker.ProjectProduct, access tracker.Access) tracker.ProjectProduct {
	p.Product.PhotoURL = e.PhotoURL(p.Product.PhotoHash)
	if !access.May(tracker.SeeCost) {
		p.Cost = nil
	}
	p.Own = p.Own.Seen(access)
	return p
}

// attachTarget finds the target of a new attachment, if the caller may attach to the project.
func attachTarget(ctx context.Context, q store.Queries, c change.Caller, kind tracker.CatalogueKind, projectID, itemID string) (store.AttachTarget, tracker.Access, error) {
	target, err := q.AttachTarget(ctx, kind, projectID, itemID, c.User.ID)
	access, err := May(c, target.ProjectForUser, tracker.AttachItems, err)
	return target, access, err
}

// mayAttach is the check of who attaches something invalid. What is valid is checked by attachable.
func mayAttach(ctx context.Context, kind tracker.CatalogueKind, projectID string, invalid error) func(m *change.Mutation) error {
	return func(m *change.Mutation) error {
		if invalid == nil || projectID == "" {
			return nil
		}
		_, _, err := attachTarget(ctx, m.Queries, m.Caller, kind, projectID, "")
		return err
	}
}

// attachable finds the target of a new attachment, if the project takes it.
func attachable(ctx context.Context, m *change.Mutation, kind tracker.CatalogueKind, projectID, itemID, field string) (store.AttachTarget, tracker.Access, error) {
	target, access, err := attachTarget(ctx, m.Queries, m.Caller, kind, projectID, itemID)
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
func (r *Records) AttachProduct(ctx context.Context, c change.Caller, in tracker.ProjectProductInput) (change.Saved[tracker.ProjectProduct], error) {
	invalid := tracker.Validate(&in)
	return change.Create(ctx, r.Engine, c, tracker.EntityProjectProduct, mayAttach(ctx, tracker.Products, in.ProjectID, invalid), invalid,
		func(m *change.Mutation, id string) (shown tracker.ProjectProduct, ch change.Change, err error) {
			target, access, err := attachable(ctx, m, tracker.Products, in.ProjectID, in.ProductID, "productId")
			if err != nil {
				return shown, change.Unchanged, err
			}
			product := tracker.ProjectProduct{ID: id, ProjectID: in.ProjectID, ProductID: in.ProductID, CreatedAt: m.Now, Version: 1,
				CostCurrencyName: tracker.Currency, PriceCurrencyName: tracker.Currency, Product: attached(target.Item)}
			in.Apply(&product)
			m.Access = access
			if err := SetOwn(ctx, m, tracker.EntityProjectProduct, &product.Own, in.Own, true); err != nil {
				return shown, change.Unchanged, err
			}
			m.Write(func(tx *store.Tx) error { return tx.InsertProjectProduct(ctx, product, m.Caller.User.ID) })
			return shownProduct(r.Engine, product, access), change.Change{Name: target.Item.Name, CompanyID: target.CompanyID, ProjectID: in.ProjectID, After: product}, nil
		}, func(id string) (tracker.ProjectProduct, error) { return r.ProjectProduct(ctx, c, id) })
}

func attached(item tracker.CatalogueItem) tracker.AttachedItem {
	return tracker.AttachedItem{Name: item.Name, CategoryName: item.CategoryName, PhotoHash: item.PhotoHash}
}

// ProjectProduct reads one attached product.
func (r *Records) ProjectProduct(ctx context.Context, c change.Caller, id string) (tracker.ProjectProduct, error) {
	p, err := r.Store.ProductForUser(ctx, id, c.User.ID)
	access, err := May(c, p.Project, tracker.See, err)
	return shownProduct(r.Engine, p.ProjectProduct, access), err
}

// EditProjectProduct changes an attached product. Who may only set its status
// and details gets a 403 for changing more.
func (r *Records) EditProjectProduct(ctx context.Context, c change.Caller, sent tracker.ProjectProductEdit) (change.Saved[tracker.ProjectProduct], error) {
	return change.Save(ctx, r.Engine, c, "edit", func(m *change.Mutation) (tracker.ProjectProduct, change.Change, error) {
		return DecideProductEdit(ctx, m, sent, nil)
	})
}

// DecideProductEdit decides what was sent for an attached product. complete, if there is one, adds what was not sent to the fields.
func DecideProductEdit(ctx context.Context, m *change.Mutation, sent tracker.ProjectProductEdit,
	complete func(fields *tracker.ProjectProductFields, p tracker.ProjectProduct)) (tracker.ProjectProduct, change.Change, error) {
	in := sent // filled in below
	return DecideProjectProduct(ctx, m, in.ItemRef, sent.Needs, func(p *tracker.ProjectProduct, access tracker.Access) error {
		before := *p
		if !access.May(tracker.SeeCost) {
			if !in.Cost.Empty() { // also the right one: an answer that differs would tell what it is
				return access.RequireOr(tracker.ErrStatusOnly, sent.Needs(*p)...)
			}
			in.Cost = tracker.Some(tracker.Amount(p.Cost.String())) // hidden from them: null sent back leaves it
		}
		if complete != nil {
			complete(&in.ProjectProductFields, *p)
		}
		if err := tracker.JoinInvalid(tracker.Validate(&in), SetOwn(ctx, m, tracker.EntityProjectProduct, &p.Own, in.Own, false)); err != nil {
			return err
		}
		if !in.ProductID.Empty() && in.ProductID.Value != p.ProductID {
			return tracker.Fixed("productId")
		}
		if err := m.CheckVersion(ctx, in.Version, p.Version, tracker.EntityProjectProduct, in.ID, shownProduct(m.Engine, before, access)); err != nil {
			return err
		}
		in.Apply(p)
		return nil
	})
}

// DecideProjectProduct decides an edit of an attached product, and returns it as the caller sees it
// then. A refusal names the roles that have all the permissions that the edit needs.
func DecideProjectProduct(ctx context.Context, m *change.Mutation, item tracker.ItemRef, needs func(tracker.ProjectProduct) []tracker.Permission,
	edit func(p *tracker.ProjectProduct, access tracker.Access) error) (tracker.ProjectProduct, change.Change, error) {
	of, access, err := projectProduct(ctx, m, item, tracker.See)
	if err == nil && !access.May(tracker.SetProductStatus) {
		err = access.Require(needs(of.ProjectProduct)...)
	}
	if err != nil {
		return tracker.ProjectProduct{}, change.Unchanged, err
	}
	before, after := of.ProjectProduct, of.ProjectProduct
	m.Access = access
	err = edit(&after, access)
	if err == nil && (after.Price != before.Price || *after.Cost != *before.Cost || !change.Same(before.Own, after.Own)) {
		err = access.RequireOr(tracker.ErrStatusOnly, append(needs(before), tracker.AttachItems)...)
	}
	if err != nil || change.Same(before, after) {
		return shownProduct(m.Engine, before, access), change.Unchanged, err
	}
	after.Version++
	m.Write(func(tx *store.Tx) error {
		return tx.UpdateProjectProduct(ctx, before, after, m.Caller.User.ID, m.Now)
	})
	return shownProduct(m.Engine, after, access), productChange(of, before, after), nil
}

// projectProduct finds an attached product by its own id.
func projectProduct(ctx context.Context, m *change.Mutation, item tracker.ItemRef, p tracker.Permission) (store.ProductForUser, tracker.Access, error) {
	product, isLoaded := m.Loaded.Products[item.ID]
	var err error
	if !isLoaded {
		product, err = m.ProductForUser(ctx, item.ID, m.Caller.User.ID)
	}
	access, err := May(m.Caller, product.Project, p, err)
	if err == nil && !item.IsIn(product.ProjectID) {
		err = tracker.ErrElsewhere
	}
	return product, access, err
}

// productChange is a change of an attached product.
func productChange(of store.ProductForUser, before, after any) change.Change {
	return change.Change{Entity: tracker.EntityProjectProduct, ID: of.ID, Name: of.Product.Name, CompanyID: of.Project.CompanyID,
		ProjectID: of.ProjectID, Before: before, After: after}
}

// DetachProduct removes a product from its project; one that is not there is gone
// already. It returns the number of the change.
func (r *Records) DetachProduct(ctx context.Context, c change.Caller, item tracker.ItemRef) (seq int64, err error) {
	return change.Detach(ctx, r.Engine, c, tracker.EntityProjectProduct, item)
}

// detachProduct decides to detach a product; one that is not there is gone already.
func detachProduct(ctx context.Context, m *change.Mutation, item tracker.ItemRef) (change.Change, error) {
	product, _, err := projectProduct(ctx, m, item, tracker.AttachItems)
	if errors.Is(err, tracker.ErrNotFound) {
		return change.Unchanged, nil
	}
	if err != nil {
		return change.Unchanged, err
	}
	m.Write(func(tx *store.Tx) error {
		return tx.DeleteProjectProduct(ctx, product.ProjectProduct, m.Caller.User.ID, m.Now)
	})
	return productChange(product, product.ProjectProduct, nil), nil
}

// RestoreProjectProduct undoes DetachProduct.
func (r *Records) RestoreProjectProduct(ctx context.Context, c change.Caller, id string) (change.Saved[tracker.RestoreResult], error) {
	return r.restoreAttached(ctx, c, tracker.Products, id)
}
