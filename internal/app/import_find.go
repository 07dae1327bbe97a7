package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// find finds the records of some rows, and what those refer to, by ids or by names. Of records that the caller may not
// see none is found.
func (c *comparison) find(ctx context.Context, rows []*compared) (err error) {
	for _, r := range rows {
		if id := r.text("id"); id != "" {
			r.ID = &id
		}
	}
	switch c.file.List {
	case companyEntity:
		return c.findCompanies(ctx, rows)
	case projectEntity:
		return c.findProjects(ctx, rows)
	case userEntity:
		return c.findUsers(ctx, rows)
	case projectSubscriptionEntity:
		return c.findTargets(ctx, rows)
	}
	return c.findItems(ctx, rows)
}

// withoutID lists the rows that name no record by its id, and are not refused.
func withoutID(rows []*compared) (list []*compared) {
	for _, r := range rows {
		if r.ID == nil && r.refusal == nil {
			list = append(list, r)
		}
	}
	return list
}

// textsOf lists the texts of a field.
func textsOf(rows []*compared, field string) (texts []string) {
	for _, r := range rows {
		if text := r.text(field); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// take makes a match the record of a row; without one the row makes a record.
func (r *compared) take(key string, match store.Match, field string) {
	switch match.Count {
	case 0:
		r.key = "new " + key
	case 1:
		r.ID = &match.ID
	default:
		r.refusal = ambiguous(field)
	}
}

func ambiguous(field string) *tracker.Error {
	return tracker.ImportError(field, "ambiguous", "is not unique. Say which by the id.")
}

func unknown(field string) *tracker.Error {
	return tracker.ImportError(field, "unknown", "is not found.")
}

func (c *comparison) findCompanies(ctx context.Context, rows []*compared) error {
	rows = withoutID(rows)
	found, err := c.MatchCompanies(ctx, c.caller.visible(), textsOf(rows, "name"))
	for _, r := range rows {
		if name := r.text("name"); name != "" {
			key := store.MatchKey("", name)
			r.take(key, found[key], "name")
		}
	}
	return err
}

// findOwners finds the companies of rows by their names, where they have no ids.
func (c *comparison) findOwners(ctx context.Context, rows []*compared) error {
	found, err := c.MatchCompanies(ctx, c.caller.visible(), textsOf(rows, "companyName"))
	for _, r := range rows {
		if name := r.text("companyName"); name != "" && r.text("companyId") == "" {
			r.refer("companyId", found[store.MatchKey("", name)], "companyName")
		}
	}
	return err
}

// refer sets the id of what a row refers to.
func (r *compared) refer(field string, match store.Match, by string) {
	switch match.Count {
	case 0:
		r.refusal = unknown(by)
	case 1:
		r.values[field] = `"` + match.ID + `"`
	default:
		r.refusal = ambiguous(by)
	}
}

func (c *comparison) findProjects(ctx context.Context, rows []*compared) error {
	rows = withoutID(rows)
	if err := c.findOwners(ctx, rows); err != nil {
		return err
	}
	rows = withoutID(rows)
	found, err := c.MatchProjects(ctx, c.caller.visible(), textsOf(rows, "companyId"), textsOf(rows, "name"))
	for _, r := range rows {
		if company, name := r.text("companyId"), r.text("name"); company != "" && name != "" {
			key := store.MatchKey(company, name)
			r.take(key, found[key], "name")
		}
	}
	return err
}

func (c *comparison) findItems(ctx context.Context, rows []*compared) error {
	rows = withoutID(rows)
	found, err := c.MatchItems(ctx, tracker.CatalogueKind(c.file.List), textsOf(rows, "name"))
	for _, r := range rows {
		if category, name := r.text("categoryName"), r.text("name"); category != "" && name != "" {
			key := store.MatchKey(store.CategoryKey(category), name)
			r.take(key, found[key], "name")
		}
	}
	return err
}

func (c *comparison) findUsers(ctx context.Context, rows []*compared) error {
	var emails []string
	for _, r := range rows {
		emails = append(emails, normalised(r.text("email")))
	}
	found, err := c.UsersByEmail(ctx, emails)
	for i, r := range rows {
		if _, isThere := found[emails[i]]; isThere {
			r.ID = &emails[i]
		} else {
			r.key = "new " + emails[i]
		}
	}
	return err
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
	projects, err := c.MatchProjects(ctx, c.caller.visible(), textsOf(byName, "companyId"), textsOf(byName, "projectName"))
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
	access, err := c.a.accessAnywhere(ctx, c.caller)
	if err != nil || !access.May(tracker.ReadCatalogues) {
		return nil, err
	}
	return c.MatchItems(ctx, tracker.Subscriptions, names)
}

// storedRecord is the record of a row.
type storedRecord struct {
	name    string
	version int
	entity  any
}

// record is the record that a row edits, if the caller may see it. What it belongs to can not be changed.
func (c *comparison) record(r *compared) (storedRecord, error) {
	id := *r.ID
	fixed := func(idField, id, nameField, name string) error {
		switch sent := r.text(idField); {
		case sent != "" && sent != id, sent == "" && r.text(nameField) != "" && store.MatchKey("", r.text(nameField)) != store.MatchKey("", name):
			return tracker.Fixed(idField)
		}
		return nil
	}
	switch c.file.List {
	case companyEntity:
		of, found := c.loaded.companies[id]
		if !found || c.caller.access(of.ID, of.Roles).Require(tracker.See) != nil {
			return storedRecord{}, tracker.ErrNotFound
		}
		return storedRecord{of.Name, of.Version, of.Company}, nil
	case projectEntity:
		of, found := c.loaded.projects[id]
		if _, err := c.caller.may(of, tracker.See, nil); !found || err != nil {
			return storedRecord{}, tracker.ErrNotFound
		}
		return storedRecord{of.Name, of.Version, of.Project}, fixed("companyId", of.CompanyID, "companyName", of.CompanyName)
	case userEntity:
		of, found := c.loaded.users[id]
		if !found {
			return storedRecord{}, tracker.ErrNotFound
		}
		return storedRecord{of.DisplayName, of.Version, of}, nil
	case projectSubscriptionEntity:
		of, found := c.loaded.subscriptions[id]
		if _, err := c.caller.may(of.Project, tracker.See, nil); !found || err != nil {
			return storedRecord{}, tracker.ErrNotFound
		}
		err := tracker.JoinInvalid(fixed("projectId", of.ProjectID, "projectName", of.Project.Name), fixed("subscriptionId", of.SubscriptionID, "subscriptionName", of.Subscription.Name))
		return storedRecord{of.Subscription.Name, of.Version, of.ProjectSubscription}, err
	}
	of, found := c.loaded.items[id]
	if !found {
		return storedRecord{}, tracker.ErrNotFound
	}
	return storedRecord{of.Name, of.Version, of.Entity()}, nil
}
