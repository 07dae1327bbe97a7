package batch

import (
	"context"
	"time"

	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func projectSubscriptionBulk() bulkKind {
	return bulkKind{action: (*bulking).subscriptionAction, edit: editByRow, imports: &imports{nameField: "subscriptionName", isOpen: true,
		find: (*comparison).findTargets, load: record.LoadProjectSubscriptions,
		record: (*comparison).projectSubscription, apply: importSubscription}}
}

// subscriptionAction edits attached subscriptions.
func (b *bulking) subscriptionAction(_ context.Context, _ *change.Kind, action string, params tracker.BulkParams) (recordAction, error) {
	var edit func(m *change.Mutation, s *tracker.ProjectSubscription, access tracker.Access) error
	logged := "edit"
	switch action {
	case "reprice":
		now := b.Now
		if b.Tx != nil {
			now = time.Time{} // the day may have come since somebody asked; then the price is set within a minute
		}
		reprice, err := params.Reprice(now)
		if err != nil {
			return nil, err
		}
		edit = func(m *change.Mutation, s *tracker.ProjectSubscription, _ tracker.Access) error {
			return reprice.Set(s, m.Now)
		}
	case "renew":
		renewal, err := params.Renewal()
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, rec store.BulkRecord) error {
			return b.Do(ctx, "renew", func(m *change.Mutation) (change.Change, error) {
				return change.Only(record.DecideRenewal(ctx, m, tracker.ItemRef{ID: rec.ID}, tracker.Opt[int]{}, renewal, nil))
			})
		}, nil
	case "cancel":
		reason, err := params.CancelationReason()
		if err != nil {
			return nil, err
		}
		logged = "cancel"
		edit = func(_ *change.Mutation, s *tracker.ProjectSubscription, _ tracker.Access) error {
			s.Cancel(reason)
			return nil
		}
	default:
		renews, err := params.Renews()
		if err != nil {
			return nil, err
		}
		edit = func(_ *change.Mutation, s *tracker.ProjectSubscription, _ tracker.Access) error {
			s.AutoRenew = renews
			return s.CheckPeriod()
		}
	}
	return func(ctx context.Context, rec store.BulkRecord) error {
		return b.Do(ctx, logged, func(m *change.Mutation) (change.Change, error) {
			return change.Only(record.DecideProjectSubscription(ctx, m, tracker.ItemRef{ID: rec.ID}, edit))
		})
	}, nil
}

// findTargets finds the projects and subscriptions that new attachments need.
func (c *comparison) findTargets(ctx context.Context, rows []*compared) error {
	rows = withoutID(rows)
	var byName []*compared
	for _, r := range rows {
		if r.text("projectId") == "" {
			byName = append(byName, r)
		}
	}
	if err := c.findOwners(ctx, byName); err != nil {
		return err
	}
	projects, err := c.MatchProjects(ctx, c.Caller.Visible(), textsOf(byName, "companyId"), textsOf(byName, "projectName"))
	if err != nil {
		return err
	}
	for _, r := range withoutID(byName) {
		if company, name := r.text("companyId"), r.text("projectName"); company != "" && name != "" {
			r.refer("projectId", projects[store.MatchKey(company, name)], "projectName")
		}
	}
	items, err := c.visibleSubscriptions(ctx, textsOf(rows, "subscriptionName"))
	for _, r := range withoutID(rows) {
		if category, name := r.text("categoryName"), r.text("subscriptionName"); category != "" && name != "" && r.text("subscriptionId") == "" {
			r.refer("subscriptionId", items[store.MatchKey(store.CategoryKey(category), name)], "subscriptionName")
		}
	}
	return err
}

// visibleSubscriptions finds subscriptions of the catalogue by their names, and none for who may not read it: a
// row of a project that is not there would tell which names exist.
func (c *comparison) visibleSubscriptions(ctx context.Context, names []string) (map[string]store.Match, error) {
	access, err := c.Engine.AccessAnywhere(ctx, c.Caller)
	if err != nil || !access.May(tracker.ReadCatalogues) {
		return nil, err
	}
	return c.MatchItems(ctx, tracker.Subscriptions, names)
}

func importSubscription(ctx context.Context, m *change.Mutation, _ *change.Kind, row store.ImportRow) (change.Change, error) {
	var in tracker.ProjectSubscriptionInput
	if err := tracker.Imported(row.Input, &in); err != nil {
		return change.Unchanged, err
	}
	if row.ID == nil {
		if err := record.CheckTerm(&in); err != nil {
			return change.Unchanged, err
		}
		return change.Only(record.NewSubscription(ctx, m, change.NewID(), in))
	}
	return change.Only(record.DecideProjectSubscription(ctx, m, tracker.ItemRef{ID: *row.ID}, func(m *change.Mutation, s *tracker.ProjectSubscription, access tracker.Access) error {
		if err := tracker.Validate(&in.ProjectSubscriptionFields); err != nil {
			return err
		}
		return record.SetTerm(ctx, m, s, &in.ProjectSubscriptionFields, tracker.Some(row.Version), access)
	}))
}

// projectSubscription is the subscription that a row edits, if the caller may see it. What it belongs to can not be changed.
func (c *comparison) projectSubscription(r *compared) (storedRecord, error) {
	of, found := c.Loaded.Subscriptions[*r.ID]
	access, err := record.May(c.Caller, of.Project, tracker.See, nil)
	if !found || err != nil {
		return storedRecord{}, tracker.ErrNotFound
	}
	of.Own = of.Own.Seen(access)
	err = tracker.JoinInvalid(r.fixed("projectId", of.ProjectID, "projectName", of.Project.Name),
		r.fixed("subscriptionId", of.SubscriptionID, "subscriptionName", of.Subscription.Name))
	return storedRecord{of.Subscription.Name, of.Version, of.ProjectSubscription}, err
}
