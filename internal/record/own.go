package record

import (
	"context"
	"slices"
	"strings"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// SetOwn checks what was sent of own fields, by the access to the record at hand, and sets it.
func SetOwn(ctx context.Context, m *change.Mutation, list string, own *tracker.Own, in tracker.OwnInput, isNew bool) error {
	if len(in.Value) == 0 && !isNew {
		return nil
	}
	fields, err := m.OwnFields(ctx)
	if err == nil {
		*own, err = fields.Set(list, m.Access, *own, in, isNew)
	}
	return err
}

// ApplyWithOwn is change.Apply for a record with own fields.
func ApplyWithOwn[T any](ctx context.Context, list string, in tracker.OwnInput, invalid error, set func(*T), own func(*T) *tracker.Own) func(m *change.Mutation, entity *T) error {
	return func(m *change.Mutation, entity *T) error {
		if err := tracker.JoinInvalid(invalid, SetOwn(ctx, m, list, own(entity), in, false)); err != nil {
			return err
		}
		set(entity)
		return nil
	}
}

// OwnOfCompany and its likes are where records have their own fields.
func OwnOfCompany(c *tracker.Company) *tracker.Own { return &c.Own }

func OwnOfProject(p *tracker.Project) *tracker.Own { return &p.Own }

func setOwnOfCompany(ctx context.Context, m *change.Mutation, k *change.Kind, id string, in tracker.OwnInput) (change.Change, error) {
	return change.Only(DecideCompany(ctx, m, id, tracker.Opt[int]{}, ApplyWithOwn(ctx, k.Name, in, nil, func(*tracker.Company) {}, OwnOfCompany)))
}

func setOwnOfProject(ctx context.Context, m *change.Mutation, k *change.Kind, id string, in tracker.OwnInput) (change.Change, error) {
	return change.Only(DecideProject(ctx, m, id, tracker.Opt[int]{}, ApplyWithOwn(ctx, k.Name, in, nil, func(*tracker.Project) {}, OwnOfProject)))
}

func setOwnOfItem(ctx context.Context, m *change.Mutation, k *change.Kind, id string, in tracker.OwnInput) (change.Change, error) {
	return change.Only(DecideItem(ctx, m, k.Catalogue, id, tracker.Opt[int]{}, func(m *change.Mutation, i *tracker.CatalogueItem) error {
		return SetOwn(ctx, m, k.Name, &i.Own, in, false)
	}))
}

func setOwnOfProduct(ctx context.Context, m *change.Mutation, k *change.Kind, id string, in tracker.OwnInput) (change.Change, error) {
	return change.Only(DecideProjectProduct(ctx, m, tracker.ItemRef{ID: id}, new(tracker.ProjectProductEdit).Needs, func(p *tracker.ProjectProduct, _ tracker.Access) error {
		return SetOwn(ctx, m, k.Name, &p.Own, in, false)
	}))
}

func setOwnOfSubscription(ctx context.Context, m *change.Mutation, k *change.Kind, id string, in tracker.OwnInput) (change.Change, error) {
	return change.Only(DecideProjectSubscription(ctx, m, tracker.ItemRef{ID: id}, func(m *change.Mutation, s *tracker.ProjectSubscription, _ tracker.Access) error {
		return SetOwn(ctx, m, k.Name, &s.Own, in, false)
	}))
}

// SeenFields lists the own fields that the caller may see. What is confidential does not exist for those who may see no cost
// anywhere.
func (r *Records) SeenFields(ctx context.Context, c change.Caller) (seen tracker.OwnFields, access tracker.Access, err error) {
	fields, err := r.Store.OwnFields(ctx)
	if err == nil {
		access, err = r.AccessAnywhere(ctx, c)
	}
	for _, list := range tracker.OwnLists {
		seen = append(seen, fields.Of(list, access)...)
	}
	return seen, access, err
}

// ownQuery finds the own fields that a list is filtered and sorted by.
func (r *Records) ownQuery(ctx context.Context, c change.Caller, list string, q *tracker.ListQuery) error {
	isOwn := func(s tracker.Sort) bool { return strings.HasPrefix(s.By, tracker.OwnPrefix) }
	if len(q.OwnParams) == 0 && !slices.ContainsFunc(q.Sorts(), isOwn) {
		return nil
	}
	fields, _, err := r.SeenFields(ctx, c)
	if err != nil {
		return err
	}
	for _, p := range q.OwnParams {
		f, isKnown := fields.Find(list, p.Key)
		if !isKnown {
			return tracker.UnknownOwn(p.Name(), p.Key)
		}
		of, err := f.Filter(p)
		if err != nil {
			return err
		}
		q.Own = append(q.Own, of)
	}
	for _, s := range slices.DeleteFunc(q.Sorts(), func(s tracker.Sort) bool { return !isOwn(s) }) {
		f, isKnown := fields.Find(list, strings.TrimPrefix(s.By, tracker.OwnPrefix))
		if !isKnown {
			return tracker.BadQuery("SortBy", tracker.NotAnOption)
		}
		if q.OwnSorts == nil {
			q.OwnSorts = map[string]tracker.OwnField{}
		}
		q.OwnSorts[s.By] = f
	}
	return nil
}

// hideOwn takes away what the caller may not see of some rows: row returns the id of one and its own fields, and access reads
// what the caller may do with some records.
func hideOwn(ctx context.Context, c change.Caller, rows int, row func(i int) (string, *tracker.Own),
	access func(ctx context.Context, ids []string) (map[string]tracker.Access, error)) error {
	if c.User.IsAdmin {
		return nil
	}
	var ids []string
	for i := range rows {
		if id, own := row(i); own.HasConfidential() {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	may, err := access(ctx, ids)
	for i := range rows {
		id, own := row(i)
		*own = own.Seen(may[id])
	}
	return err
}

func (r *Records) hideOwnOfCompanies(ctx context.Context, c change.Caller, list []tracker.Company) error {
	return hideOwn(ctx, c, len(list), func(i int) (string, *tracker.Own) { return list[i].ID, &list[i].Own },
		func(ctx context.Context, ids []string) (map[string]tracker.Access, error) {
			may := map[string]tracker.Access{}
			companies, err := r.Store.CompaniesForUser(ctx, ids, c.User.ID)
			for id, of := range companies {
				may[id] = c.Access(id, of.Roles)
			}
			return may, err
		})
}

func (r *Records) hideOwnOfProjects(ctx context.Context, c change.Caller, list []tracker.Project) error {
	return hideOwn(ctx, c, len(list), func(i int) (string, *tracker.Own) { return list[i].ID, &list[i].Own },
		func(ctx context.Context, ids []string) (map[string]tracker.Access, error) {
			may := map[string]tracker.Access{}
			projects, err := r.Store.ProjectsForUser(ctx, ids, c.User.ID)
			for id, of := range projects {
				may[id] = c.Access(of.CompanyID, of.Roles())
			}
			return may, err
		})
}

// ownOf is what somebody sees of own fields: all of them, or those that are not confidential.
func ownOf(own tracker.Own, seesCost bool) tracker.Own {
	return own.Seen(tracker.Access{Admin: seesCost})
}

// Fields lists the own fields of all lists, or of one.
func (r *Records) Fields(ctx context.Context, c change.Caller, q tracker.ListQuery, list string) (tracker.Page[tracker.OwnField], error) {
	fields, _, err := r.SeenFields(ctx, c)
	shown := slices.DeleteFunc(append([]tracker.OwnField{}, fields...), func(f tracker.OwnField) bool { return list != "" && f.List != list })
	return change.PageOf(shown, q), err
}

// fieldFor finds a field that is not removed, for administrators.
func fieldFor(ctx context.Context, m *change.Mutation, id string) (tracker.OwnField, tracker.OwnFields, error) {
	if err := m.RequireAdmin(); err != nil {
		return tracker.OwnField{}, nil, err
	}
	fields, err := m.OwnFields(ctx)
	if err != nil {
		return tracker.OwnField{}, nil, err
	}
	at := slices.IndexFunc(fields, func(f tracker.OwnField) bool { return f.ID == id && !f.IsGone })
	if at < 0 {
		return tracker.OwnField{}, fields, tracker.ErrNotFound
	}
	return fields[at], fields, nil
}

// roomForField refuses another field of a list, or one whose key another one has.
func roomForField(fields tracker.OwnFields, f tracker.OwnField) error {
	live := fields.Of(f.List, tracker.Access{Admin: true})
	switch {
	case slices.ContainsFunc(live, func(other tracker.OwnField) bool { return strings.EqualFold(other.Key, f.Key) }):
		return tracker.ErrOwnKeyTaken
	case len(live) >= tracker.MaxOwnFields:
		return tracker.ErrTooManyFields
	}
	return nil
}

func fieldChange(m *change.Mutation, f tracker.OwnField, before, after any) change.Change {
	m.ForgetOwnFields()
	return change.Change{Entity: tracker.EntityField, ID: f.ID, Name: f.Label, Before: before, After: after}
}

// CreateField makes a field.
func (r *Records) CreateField(ctx context.Context, c change.Caller, in tracker.OwnFieldInput) (change.Saved[tracker.OwnField], error) {
	return change.Create(ctx, r.Engine, c, tracker.EntityField, (*change.Mutation).RequireAdmin, in.Check(),
		func(m *change.Mutation, id string) (tracker.OwnField, change.Change, error) {
			f := in.New(id)
			fields, err := m.OwnFields(ctx)
			if err == nil {
				err = roomForField(fields, f)
			}
			if err != nil {
				return f, change.Unchanged, err
			}
			last := -1
			for _, other := range fields.Of(f.List, tracker.Access{Admin: true}) {
				last = max(last, other.Position)
			}
			appended := f
			appended.Position, f.Position = last+1, last+1
			if !in.Position.Empty() {
				f.Position = min(max(0, in.Position.Value), last+1)
			}
			m.Write(func(tx *store.Tx) error { return tx.InsertOwnField(ctx, appended, m.Now) })
			if f.Position != appended.Position {
				m.Write(func(tx *store.Tx) error { return tx.UpdateOwnField(ctx, appended, f) })
			}
			return f, fieldChange(m, f, nil, f), nil
		}, func(id string) (tracker.OwnField, error) {
			f, _, err := fieldFor(ctx, &change.Mutation{Work: r.Deciding(c)}, id)
			return f, err
		})
}

// EditField changes a field.
func (r *Records) EditField(ctx context.Context, c change.Caller, in tracker.OwnFieldEdit) (change.Saved[tracker.OwnField], error) {
	invalid := tracker.Validate(&in)
	return change.Save(ctx, r.Engine, c, "edit", func(m *change.Mutation) (tracker.OwnField, change.Change, error) {
		return decideField(ctx, m, in.ID, in.Version, func(f *tracker.OwnField) error {
			if invalid != nil {
				return invalid
			}
			return in.Apply(f)
		})
	})
}

// decideField decides an edit of a field. What records have of it stays valid.
func decideField(ctx context.Context, m *change.Mutation, id string, version tracker.Opt[int], edit func(f *tracker.OwnField) error) (tracker.OwnField, change.Change, error) {
	before, fields, err := fieldFor(ctx, m, id)
	if err != nil {
		return before, change.Unchanged, err
	}
	after := before
	if err := edit(&after); err != nil {
		return before, change.Unchanged, err
	}
	last := before.Position
	for _, other := range fields { // a removed one keeps its place, for when it comes back
		if other.List == before.List {
			last = max(last, other.Position)
		}
	}
	after.Position = min(after.Position, last)
	if err := m.CheckVersion(ctx, version, before.Version, tracker.EntityField, id, before); err != nil || change.Same(before, after) {
		return before, change.Unchanged, err
	}
	if err := keepsValues(ctx, m, before, after); err != nil {
		return before, change.Unchanged, err
	}
	after.Version++
	m.Write(func(tx *store.Tx) error { return tx.UpdateOwnField(ctx, before, after) })
	return after, fieldChange(m, after, before, after), nil
}

// keepsValues refuses another kind for a field of which records have values, and the loss of an option that records have.
func keepsValues(ctx context.Context, m *change.Mutation, before, after tracker.OwnField) error {
	if before.Kind != after.Kind {
		used, err := m.OwnValueCount(ctx, before.ID, nil)
		if err == nil && used > 0 {
			err = tracker.KindFixed(used)
		}
		return err
	}
	for _, option := range before.Options {
		if slices.Contains(after.Options, option) {
			continue
		}
		value := tracker.TextValue(option)
		used, err := m.OwnValueCount(ctx, before.ID, &value)
		if err == nil && used > 0 {
			err = tracker.OptionInUse(option, used)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// RemoveField removes a field, with its values; one that is not there is gone already. It returns the number of the change.
func (r *Records) RemoveField(ctx context.Context, c change.Caller, id string) (seq int64, err error) {
	return change.Detach(ctx, r.Engine, c, tracker.EntityField, tracker.ItemRef{ID: id})
}
