package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// edit takes back an edit: it restores the fields that the change touched.
func (u *undoing) edit(ctx context.Context, m *mutation, logged store.ListedChange, d differences) (ch change, err error) {
	id, item, version := logged.EntityID, tracker.ItemRef{ID: logged.EntityID}, tracker.Opt[int]{}
	switch logged.Entity {
	case companyEntity:
		ch, _, _, err = u.a.editedCompany(ctx, m, id, version, func(c *tracker.Company) error {
			restored, err := u.restore(logged, d, *c, c)
			if err == nil && restored["photoUrl"] {
				c.PhotoHash, err = u.photo(ctx, m, logged, c.PhotoURL)
			}
			c.HeadAddress, err = wholeAddress(logged, c.HeadAddress, err)
			return err
		})
	case projectEntity:
		ch, _, _, err = m.editedProject(ctx, id, version, func(p *tracker.Project) error {
			_, err := u.restore(logged, d, *p, p)
			return err
		})
	case string(tracker.Products), string(tracker.Subscriptions):
		ch, _, err = u.a.editedItem(ctx, m, tracker.CatalogueKind(logged.Entity), id, version, func(i *tracker.CatalogueItem) error { return u.item(ctx, m, logged, d, i) })
	case "productCategory", "subscriptionCategory":
		ch, err = u.category(ctx, m, logged, d)
	case projectProductEntity:
		of, _, err := m.projectProduct(ctx, item, tracker.SetProductStatus)
		if err != nil {
			return unchanged, err
		}
		after := of.ProjectProduct
		if _, err := u.restore(logged, d, after, &after); err != nil || same(of.ProjectProduct, after) {
			return unchanged, err
		}
		after.Version++
		return m.updateProduct(ctx, of, after), nil
	case projectSubscriptionEntity:
		ch, _, err = m.editedSubscription(ctx, item, func(s *tracker.ProjectSubscription, _ tracker.Access) error { return u.subscription(logged, d, s) })
	case moderatorEntity:
		ch, _, err = companyModeration.edited(ctx, m, item, version, func(l *store.Link) error { return u.link(logged, d, companyModeration.shown(*l), l) })
	case projectModeratorEntity:
		ch, _, err = projectModeration.edited(ctx, m, item, version, func(l *store.Link) error { return u.link(logged, d, projectModeration.shown(*l), l) })
	case userEntity:
		ch, err = u.user(ctx, m, logged, d)
	}
	return ch, err
}

// restore writes the earlier values of the touched fields into target, a pointer to a struct
// with the JSON names of the fields; current is the entity as the log would keep it now. A field
// that is neither as the change left it nor as it was before is a conflict. It returns the names
// of the restored fields.
func (u *undoing) restore(logged store.ListedChange, d differences, current, target any) (restored map[string]bool, err error) {
	text, err := snapshot(current)
	if err != nil {
		return nil, err
	}
	now, err := tracker.ParseSnapshot(text)
	if err != nil {
		return nil, err
	}
	restored = map[string]bool{}
	for _, f := range tracker.Touched(logged.Entity, d.before, d.after) {
		if f.Same(now, d.before) {
			continue
		}
		if !f.Same(now, d.after) && !u.in.Force.Value {
			u.conflicts = append(u.conflicts, tracker.UndoConflict{Entity: logged.Entity, ID: logged.Key, Name: orEmpty(logged.EntityName), Field: f.Name, Label: f.Label,
				Current: u.a.shownValue(f, now), Wanted: u.a.shownValue(f, d.before)})
			continue
		}
		if err := assign(target, f.Path(), f.Raw(d.before)); err != nil {
			return nil, err
		}
		restored[f.Name] = true
	}
	return restored, nil
}

// assign sets the field of a struct that has a JSON name, or a path of names, to a JSON value.
func assign(target any, path, raw string) error {
	name, rest, nested := strings.Cut(path, ".")
	v := reflect.ValueOf(target).Elem()
	for i := range v.NumField() {
		tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		if tag != name {
			continue
		}
		field := v.Field(i)
		if nested { // a copy: others may hold the same pointer
			part := reflect.New(field.Type().Elem())
			if !field.IsNil() {
				part.Elem().Set(field.Elem())
			}
			field.Set(part)
			return assign(part.Interface(), rest, raw)
		}
		field.SetZero()
		return json.Unmarshal([]byte(raw), field.Addr().Interface())
	}
	return fmt.Errorf("undo: %v has no field %s", v.Type(), path)
}

// photo is the hash of a photo that is shown again.
func (u *undoing) photo(ctx context.Context, m *mutation, logged store.ListedChange, url *string) (*string, error) {
	if url == nil {
		return nil, nil
	}
	raw, err := json.Marshal(url)
	if err != nil {
		return nil, err
	}
	hash := photoHash(raw)
	stored, err := m.HasPhoto(ctx, *hash)
	if err == nil && !stored {
		err = refused(logged, "The photo is not kept any more.")
	}
	return hash, err
}

// wholeAddress is nil for an address that has nothing left; err is passed on.
func wholeAddress(logged store.ListedChange, address *tracker.Address, err error) (*tracker.Address, error) {
	switch {
	case err != nil || address == nil:
		return address, err
	case *address == tracker.Address{}:
		return nil, nil
	case address.Country == "" || address.ProvinceState == "":
		return address, refused(logged, "The address would not be whole.")
	}
	return address, nil
}

// item restores fields of a catalogue item. Its category may have another name by now, or be
// removed. A category that was marked removed before the item left it takes it back.
func (u *undoing) item(ctx context.Context, m *mutation, logged store.ListedChange, d differences, i *tracker.CatalogueItem) error {
	now := i.CategoryID
	restored, err := u.restore(logged, d, i.Logged(), i)
	if err != nil {
		return err
	}
	if restored["photoUrl"] {
		if i.PhotoHash, err = u.photo(ctx, m, logged, i.PhotoURL); err != nil {
			return err
		}
	}
	if !restored["categoryName"] {
		return nil
	}
	var category tracker.Category
	var id string
	if json.Unmarshal([]byte(d.before["categoryId"]), &id) == nil {
		category, err = m.CategoryByID(ctx, i.Kind, id)
	} else { // logged before the id was
		category, err = m.Category(ctx, i.Kind, i.CategoryName)
	}
	if errors.Is(err, tracker.ErrNotFound) {
		return refused(logged, "The category "+i.CategoryName+" is removed. Restore it first.")
	}
	if err == nil && category.IsRemoved && category.ID != now && !wasMarked(category.RemovedAt, &logged.At) {
		err = tracker.PendingRemove("category", category.Name)
	}
	i.CategoryID, i.CategoryName = category.ID, category.Name
	return err
}

// category takes back that a category got another name.
func (u *undoing) category(ctx context.Context, m *mutation, logged store.ListedChange, d differences) (change, error) {
	before, err := m.CategoryByID(ctx, tracker.CatalogueKind(strings.TrimSuffix(logged.Entity, "Category")), logged.EntityID)
	if err != nil {
		return unchanged, err
	}
	after := before
	if _, err := u.restore(logged, d, before, &after); err != nil {
		return unchanged, err
	}
	ch, _, err := m.renamed(ctx, before, after.Name)
	return ch, err
}

// subscription restores fields of an attached subscription.
func (u *undoing) subscription(logged store.ListedChange, d differences, s *tracker.ProjectSubscription) error {
	term := *s
	restored, err := u.restore(logged, d, s.Logged(), &term)
	if err != nil {
		return err
	}
	start, end := term.StartAt.UTC(), term.EndAt.UTC()
	term.StartAt, term.EndAt = s.StartAt, s.EndAt
	term.SetPeriod(start, end)
	if restored["startAt"] || restored["endAt"] {
		var was struct {
			StartAt, EndAt time.Time
			AnchorDay      *int
		}
		if json.Unmarshal([]byte(*logged.Before), &was) == nil && was.AnchorDay != nil && was.StartAt.Equal(start) && was.EndAt.Equal(end) {
			term.AnchorDay = *was.AnchorDay
		}
	}
	*s = term
	return s.CheckPeriod()
}

// link restores role and details of a moderator.
func (u *undoing) link(logged store.ListedChange, d differences, current any, l *store.Link) error {
	fields := struct {
		Role    tracker.Role `json:"role"`
		Details *string      `json:"details"`
	}{l.Role, l.Details}
	_, err := u.restore(logged, d, current, &fields)
	l.Role, l.Details = fields.Role, fields.Details
	return err
}

// user restores fields of a user. Everyone may do so with their own profile.
func (u *undoing) user(ctx context.Context, m *mutation, logged store.ListedChange, d differences) (ch change, err error) {
	before, admins, err := m.UserAndAdmins(ctx, logged.Key)
	if err != nil {
		return unchanged, err
	}
	m.admins = admins
	ch, _, err = u.a.editedUser(ctx, m, before, tracker.Opt[int]{}, func(m *mutation, user *tracker.User) error {
		after := *user
		restored, err := u.restore(logged, d, *user, &after)
		if err != nil {
			return err
		}
		if restored["photoUrl"] {
			if after.PhotoHash, err = u.photo(ctx, m, logged, after.PhotoURL); err != nil {
				return err
			}
		}
		if after.Address, err = wholeAddress(logged, after.Address, nil); err != nil {
			return err
		}
		isAdmin, status := after.IsAdmin, after.Status
		after.IsAdmin, after.Status = user.IsAdmin, user.Status
		if err := m.setAdministrator(&after, isAdmin); err != nil {
			return err
		}
		switch {
		case status == user.Status:
		case status == tracker.UserDisabled:
			err = m.disable(ctx, &after, after.DisableReason)
			u.disabled = append(u.disabled, user.ID)
		default:
			err = m.enable(ctx, &after)
		}
		*user = after
		return err
	})
	return ch, err
}
