package change

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Restore writes the earlier values of the touched fields into target, a pointer to a struct
// with the JSON names of the fields; current is the entity as the log would keep it now. A field
// that is neither as the change left it nor as it was before is a conflict. It returns the names
// of the restored fields.
func (u *Undoing) Restore(logged store.ListedChange, d Differences, current, target any) (restored map[string]bool, err error) {
	text, err := Snapshot(current)
	if err != nil {
		return nil, err
	}
	now, err := tracker.ParseSnapshot(text)
	if err != nil {
		return nil, err
	}
	restored = map[string]bool{}
	touched := tracker.Touched(logged.Entity, d.Before, d.After)
	d.own.Describe(logged.Entity, touched)
	for _, f := range touched {
		if f.Same(now, d.Before) {
			continue
		}
		if !f.Same(now, d.After) && !u.In.Force.Value {
			u.Conflicts = append(u.Conflicts, tracker.UndoConflict{Entity: logged.Entity, ID: logged.Key, Name: OrEmpty(logged.EntityName), Field: f.Name, Label: f.Label,
				Current: u.Engine.shownValue(f, now), Wanted: u.Engine.shownValue(f, d.Before)})
			continue
		}
		if isOwn(f) {
			if err := d.restoreOwn(logged, f, target); err != nil {
				return nil, err
			}
		} else if err := assign(target, f.Path(), f.Raw(d.Before)); err != nil {
			return nil, err
		}
		restored[f.Name] = true
	}
	return restored, nil
}

// restoreOwn sets an own field as it was before, if it still takes that.
func (d Differences) restoreOwn(logged store.ListedChange, f tracker.Field, target any) error {
	key := strings.TrimPrefix(f.Name, tracker.OwnPrefix)
	of, isKnown := d.own.Find(logged.Entity, key)
	if !isKnown {
		return Refused(logged, fieldGone.With(f.Label))
	}
	value, wrong := of.Value(json.RawMessage(f.Raw(d.Before)))
	if wrong != nil {
		return Refused(logged, fieldGone.With(f.Label))
	}
	v := reflect.ValueOf(target).Elem().FieldByName("Own")
	v.Set(reflect.ValueOf(v.Interface().(tracker.Own).With(key, value)))
	return nil
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

// Photo is the hash of a photo that is shown again.
func (u *Undoing) Photo(ctx context.Context, m *Mutation, logged store.ListedChange, url *string) (*string, error) {
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
		err = Refused(logged, photoGone)
	}
	return hash, err
}

// WholeAddress is nil for an address that has nothing left; err is passed on.
func WholeAddress(logged store.ListedChange, address *tracker.Address, err error) (*tracker.Address, error) {
	switch {
	case err != nil || address == nil:
		return address, err
	case *address == tracker.Address{}:
		return nil, nil
	case address.Country == "" || address.ProvinceState == "":
		return address, Refused(logged, halfAddress)
	}
	return address, nil
}
