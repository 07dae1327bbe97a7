package batch

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
	return bulkKinds[c.of.Name].imports.find(c, ctx, rows)
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
	return tracker.ImportError(field, "ambiguous", notUnique)
}

func unknown(field string) *tracker.Error {
	return tracker.ImportError(field, "unknown", nameNotFound)
}

// findOwners finds the companies of rows by their names, where they have no ids.
func (c *comparison) findOwners(ctx context.Context, rows []*compared) error {
	found, err := c.MatchCompanies(ctx, c.Caller.Visible(), textsOf(rows, "companyName"))
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

// storedRecord is the record of a row.
type storedRecord struct {
	name    string
	version int
	entity  any
}

// fixed refuses a row that names another record than the one that its own belongs to.
func (r *compared) fixed(idField, id, nameField, name string) error {
	switch sent := r.text(idField); {
	case sent != "" && sent != id, sent == "" && r.text(nameField) != "" && store.MatchKey("", r.text(nameField)) != store.MatchKey("", name):
		return tracker.Fixed(idField)
	}
	return nil
}
