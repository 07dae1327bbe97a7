package tracker

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
)

// Changed lists the fields of an entity that differ between two of its states: structs with the JSON names of its values, or
// nil. It finds what Differing finds in their JSON, and every write needs it.
func Changed(entity string, before, after any) (list []Field) {
	a, b := reflect.ValueOf(before), reflect.ValueOf(after)
	for _, f := range FieldsOf(entity) {
		if !f.isSame(a, b) {
			list = append(list, f)
		}
	}
	return append(list, changedOwn(a, b)...)
}

// changedOwn lists the own fields that differ.
func changedOwn(a, b reflect.Value) (list []Field) {
	before, after := ownOf(a), ownOf(b)
	for _, key := range ownKeys(before, after) {
		if one, other := before[key], after[key]; one.JSON != other.JSON {
			f := ownField(key)
			if f.Needs = See; one.IsConfidential || other.IsConfidential {
				f.Needs = SeeCost
			}
			list = append(list, f)
		}
	}
	return list
}

func ownOf(state reflect.Value) Own {
	v := valueAt(state, "own")
	if !v.IsValid() {
		return nil
	}
	own, _ := v.Interface().(Own)
	return own
}

// ownKeys lists the keys of two states in their order.
func ownKeys[V any](a, b map[string]V) []string {
	all := map[string]bool{}
	for key := range a {
		all[key] = true
	}
	for key := range b {
		all[key] = true
	}
	return slices.Sorted(maps.Keys(all))
}

func (f Field) isSame(a, b reflect.Value) bool {
	if f.ID != "" {
		if one, other := valueAt(a, f.ID), valueAt(b, f.ID); one.IsValid() && other.IsValid() {
			return isEqual(one, other)
		}
	}
	return isEqual(f.valueOf(a), f.valueOf(b))
}

// valueOf is the value of the field, and the zero Value if there is none.
func (f Field) valueOf(state reflect.Value) reflect.Value {
	v := valueAt(state, f.Path())
	if v.IsValid() && v.IsZero() && (f.State || v.Kind() == reflect.Slice) {
		return reflect.Value{}
	}
	return v
}

func isEqual(a, b reflect.Value) bool {
	if !a.IsValid() || !b.IsValid() {
		return a.IsValid() == b.IsValid()
	}
	if one, isTime := a.Interface().(time.Time); isTime {
		return one.Equal(b.Interface().(time.Time))
	}
	if a.Kind() == reflect.Slice {
		return reflect.DeepEqual(a.Interface(), b.Interface())
	}
	return a.Equal(b)
}

// valueAt is the value at a path of JSON names, and the zero Value where a part of it is missing.
func valueAt(v reflect.Value, path string) reflect.Value {
	for v.IsValid() && v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if path == "" || !v.IsValid() {
		return v
	}
	name, rest, _ := strings.Cut(path, ".")
	index, ok := jsonFields(v.Type())[name]
	if !ok {
		return reflect.Value{}
	}
	return valueAt(v.FieldByIndex(index), rest)
}

var jsonFieldsOf sync.Map // of a type

// jsonFields finds the fields of a struct by their JSON names.
func jsonFields(t reflect.Type) map[string][]int {
	if known, ok := jsonFieldsOf.Load(t); ok {
		return known.(map[string][]int)
	}
	fields := map[string][]int{}
	for _, f := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			fields[name] = f.Index
		}
	}
	jsonFieldsOf.Store(t, fields)
	return fields
}
