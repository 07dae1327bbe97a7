package app

import (
	"context"
	"encoding/json"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// recordAction changes one record.
type recordAction func(ctx context.Context, record store.BulkRecord) error

// prepare reads the parameters of a bulk action, and returns what it does with each record.
func (b *bulking) prepare(ctx context.Context, in tracker.BulkInput) (recordAction, error) {
	params := in.Params
	b.before = b.loadRecords
	switch in.Action {
	case "remove", "removeWithContents":
		return b.remove, nil
	case "restore":
		return b.restore, nil
	}
	switch in.List {
	case projectSubscriptionEntity:
		return b.subscriptionAction(in.Action, params)
	case projectProductEntity:
		return b.productAction(params)
	case companyEntity, projectEntity:
		return b.moderatorAction(params)
	case userEntity:
		return b.userAction(ctx, in.Action, params)
	}
	return b.itemAction(ctx, tracker.CatalogueKind(in.List), in.Action, params)
}

// remove removes by the rules of the record's kind. What is not there is refused, so that it
// does not count as done.
func (b *bulking) remove(ctx context.Context, record store.BulkRecord) error {
	return b.do(ctx, "remove", func(m *mutation) (ch change, err error) {
		item := tracker.ItemRef{ID: record.ID}
		switch record.Kind {
		case projectProductEntity:
			ch, err = m.detachProduct(ctx, item)
		case projectSubscriptionEntity:
			ch, err = m.detachSubscription(ctx, item)
		default:
			what := removalOf(ctx, store.Change{Entity: record.Kind, EntityID: record.ID})
			state, err := what.find(m)
			if err != nil {
				return unchanged, err
			}
			if b.tx == nil && b.action == "removeWithContents" {
				state.InUse = false // its contents go before it
			}
			result, marks := state.Remove()
			if result == tracker.RemovalNotFound {
				err = tracker.ErrNotFound
			}
			return what.mark(ctx, m, state, marks), err
		}
		if err == nil && ch.id == "" {
			err = tracker.ErrNotFound
		}
		return ch, err
	})
}

// restore brings a record back, or clears its mark.
func (b *bulking) restore(ctx context.Context, record store.BulkRecord) error {
	return b.do(ctx, "restore", func(m *mutation) (change, error) {
		what := removalOf(ctx, store.Change{Entity: record.Kind, EntityID: record.ID})
		state, err := what.find(m)
		if err != nil {
			return unchanged, err
		}
		result, marks := state.Restore()
		switch result {
		case tracker.RestoreNotFound:
			return unchanged, tracker.ErrNotFound
		case tracker.RestoreNotRestored:
			return unchanged, tracker.ErrNotRestored
		}
		return what.mark(ctx, m, state, marks), nil
	})
}

// subscriptionAction edits attached subscriptions.
func (b *bulking) subscriptionAction(action string, params tracker.BulkParams) (recordAction, error) {
	var edit func(s *tracker.ProjectSubscription, access tracker.Access) error
	logged := "edit"
	switch action {
	case "reprice":
		reprice, err := params.Reprice()
		if err != nil {
			return nil, err
		}
		edit = func(s *tracker.ProjectSubscription, _ tracker.Access) (err error) {
			s.Price, err = reprice.Apply(s.Price)
			return err
		}
	case "cancel":
		in := struct {
			Reason string `json:"reason" rule:"details,required"`
		}{}
		if err := readParam("reason", params.Reason, &in.Reason); err != nil {
			return nil, err
		}
		if err := tracker.Validate(&in); err != nil {
			return nil, err
		}
		logged = "cancel"
		edit = func(s *tracker.ProjectSubscription, _ tracker.Access) error {
			s.Cancel(in.Reason)
			return nil
		}
	default:
		in := struct {
			AutoRenew tracker.Opt[bool] `json:"autoRenew" rule:"flag,required"`
		}{params.AutoRenew}
		if err := tracker.Validate(&in); err != nil {
			return nil, err
		}
		edit = func(s *tracker.ProjectSubscription, _ tracker.Access) error {
			s.AutoRenew = in.AutoRenew.Value
			return s.CheckPeriod()
		}
	}
	return func(ctx context.Context, record store.BulkRecord) error {
		return b.do(ctx, logged, func(m *mutation) (change, error) {
			ch, _, err := m.editedSubscription(ctx, tracker.ItemRef{ID: record.ID}, edit)
			return ch, err
		})
	}, nil
}

// readParam reads a parameter whose type depends on the action; an absent one leaves the target.
func readParam(name string, raw tracker.Opt[json.RawMessage], into any) error {
	if !raw.Empty() && json.Unmarshal(raw.Value, into) != nil {
		return tracker.WrongType(name)
	}
	return nil
}

// readStatus reads the status that records shall have.
func readStatus[E tracker.Enum](params tracker.BulkParams) (E, error) {
	in := struct {
		Status tracker.Opt[E] `json:"status" rule:"enum,required"`
	}{}
	if err := readParam("status", params.Status, &in.Status); err != nil {
		return in.Status.Value, err
	}
	return in.Status.Value, tracker.Validate(&in)
}

// productAction sets the status of attached products.
func (b *bulking) productAction(params tracker.BulkParams) (recordAction, error) {
	status, err := readStatus[tracker.ProductStatus](params)
	return func(ctx context.Context, record store.BulkRecord) error {
		return b.do(ctx, "edit", func(m *mutation) (change, error) {
			ch, _, err := b.a.editedProduct(ctx, m, tracker.ItemRef{ID: record.ID}, new(tracker.ProjectProductEdit).Needs, func(p *tracker.ProjectProduct, _ tracker.Access) error {
				p.Status = status
				return nil
			})
			return ch, err
		})
	}, err
}

// itemAction edits items of a catalogue.
func (b *bulking) itemAction(ctx context.Context, kind tracker.CatalogueKind, action string, params tracker.BulkParams) (recordAction, error) {
	edit := func(m *mutation, i *tracker.CatalogueItem) error { return m.categoryFor(ctx, i, params.CategoryName) }
	if action == "setStatus" {
		status, err := readStatus[tracker.Availability](params)
		if err != nil {
			return nil, err
		}
		edit = func(_ *mutation, i *tracker.CatalogueItem) error {
			i.Status = status
			return nil
		}
	} else {
		in := struct {
			CategoryName string `json:"categoryName" rule:"existingName,required"`
		}{params.CategoryName}
		if err := tracker.Validate(&in); err != nil {
			return nil, err
		}
		b.before = func(ctx context.Context, records []store.BulkRecord) (err error) {
			if err = b.loadRecords(ctx, records); err == nil {
				b.loaded.categories, err = b.CategoriesByName(ctx, kind, []string{in.CategoryName})
			}
			return err
		}
	}
	return func(ctx context.Context, record store.BulkRecord) error {
		return b.do(ctx, "edit", func(m *mutation) (change, error) {
			ch, _, err := b.a.editedItem(ctx, m, tracker.CatalogueKind(record.Kind), record.ID, tracker.Opt[int]{}, func(i *tracker.CatalogueItem) error { return edit(m, i) })
			return ch, err
		})
	}, nil
}

// moderatorAction adds a moderator to companies or projects.
func (b *bulking) moderatorAction(params tracker.BulkParams) (recordAction, error) {
	in := tracker.ModeratorInput{ID: "each", UserEmail: params.UserEmail, Role: params.Role}
	err := tracker.Validate(&in)
	return func(ctx context.Context, record store.BulkRecord) error {
		return b.do(ctx, "create", func(m *mutation) (ch change, err error) {
			to := in
			to.ID = record.ID
			if record.Kind == companyEntity {
				ch, _, err = companyModeration.added(ctx, m, to)
			} else {
				ch, _, err = projectModeration.added(ctx, m, to)
			}
			return ch, err
		})
	}, err
}

// userAction is for administrators.
func (b *bulking) userAction(ctx context.Context, action string, params tracker.BulkParams) (recordAction, error) {
	if err := b.caller.requireAdmin(); err != nil {
		return nil, err
	}
	if action == "enable" || action == "invite" {
		if err := b.caller.requireInPerson(); err != nil {
			return nil, err
		}
	}
	switch action {
	case "handOver":
		heir, err := b.heir(ctx, params.ToEmail)
		return func(ctx context.Context, record store.BulkRecord) error {
			switch record.Kind {
			case moderatorEntity:
				return handOver(ctx, b, companyModeration, record.ID, heir)
			case projectModeratorEntity:
				return handOver(ctx, b, projectModeration, record.ID, heir)
			}
			_, err := b.roles(ctx, record.ID) // refused when the action was planned
			return err
		}, err
	case "invite":
		return func(ctx context.Context, record store.BulkRecord) error {
			return b.do(ctx, "invite", func(m *mutation) (change, error) {
				ch, _, err := b.a.invited(ctx, m, record.ID)
				return ch, err
			})
		}, nil
	}
	edit := func(m *mutation, u *tracker.User) error { return m.enable(ctx, u) }
	if action == "disable" {
		in := tracker.DisableInput{Email: b.caller.User.Email}
		if err := readParam("reason", params.Reason, &in.Reason); err != nil {
			return nil, err
		}
		if err := in.Check(); err != nil {
			return nil, err
		}
		edit = func(m *mutation, u *tracker.User) error {
			if err := m.disable(ctx, u, in.Reason.Value); err != nil {
				return err
			}
			b.disabled = append(b.disabled, u.ID)
			return nil
		}
	}
	return func(ctx context.Context, record store.BulkRecord) error {
		return b.do(ctx, action, func(m *mutation) (ch change, err error) {
			ch, _, err = b.a.editedUserByEmail(ctx, m, record.ID, tracker.Opt[int]{}, edit)
			return ch, err
		})
	}, nil
}

// handOver gives the role of a link to another person: the person takes its place, or gets its role
// if that is the higher one. The details stay behind: they are about who leaves, and erasing the leaver would not find them.
func handOver[T any](ctx context.Context, b *bulking, o moderation[T], linkID, heir string) error {
	link := tracker.ItemRef{ID: linkID}
	found, _, err := o.find(ctx, b.Queries, b.caller, link)
	if err != nil || found.User.Email == heir {
		return err
	}
	theirs, _, err := o.linkTo(ctx, b.Queries, b.caller, found.ParentID, heir, found.Role)
	if err != nil {
		return err
	}
	if err := b.do(ctx, "remove", func(m *mutation) (change, error) { return o.removed(ctx, m, link) }); err != nil {
		return err
	}
	switch {
	case b.tx == nil: // the removal makes room for the new link
		return nil
	case theirs.ID == "":
		in := tracker.ModeratorInput{ID: found.ParentID, UserEmail: heir, Role: tracker.Some(found.Role)}
		return b.do(ctx, "create", func(m *mutation) (change, error) {
			ch, _, err := o.added(ctx, m, in)
			return ch, err
		})
	case found.Role.Outranks(theirs.Role):
		return b.do(ctx, "edit", func(m *mutation) (change, error) {
			ch, _, err := o.edited(ctx, m, tracker.ItemRef{ID: theirs.ID}, tracker.Opt[int]{}, func(l *store.Link) error {
				l.Role = found.Role
				return nil
			})
			return ch, err
		})
	}
	return nil
}
