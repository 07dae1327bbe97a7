package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// kind is what undo, removal and live events have to know of a kind of record, beside its use cases: each kind is described in
// its own file, kind_*.go. What has no value is not offered for the kind; a test says what each has to have.
type kind struct {
	name      string                // in the change log, in events and in the API
	catalogue tracker.CatalogueKind // of items and categories of a catalogue

	// tell sends the live events of a change, and hearers says who gets that of every other record.
	tell    func(r *Relay, ctx context.Context, c store.LoggedChange, connected []string) error
	hearers func(c store.Change) store.Audience
	raises  bool // notifications

	// rights says whose rights a change changes, and how.
	rights func(ch change) (email, details string)

	mayUndo  func(c Caller, logged store.ListedChange, d differences, access tracker.Access) error
	undoEdit func(u *undoing, ctx context.Context, m *mutation, logged store.ListedChange, d differences) (change, error)

	// A record is removed in two steps, or it is attached to another one and is detached from it.
	rule      store.Removal
	removable func(m *mutation, ctx context.Context, k *kind, id string) (store.Removable, error) // checks the caller's rights
	detach    func(m *mutation, ctx context.Context, item tracker.ItemRef) (change, error)
	attach    func(m *mutation, ctx context.Context, logged store.ListedChange) (ch change, action string, err error) // again, as it was

	// load reads the records that many edits are about, all at once. Without it each is read when its turn comes.
	load func(w *work, ctx context.Context, k *kind, keys []rowKeys) error
}

// kinds has every kind by its name. It is filled when the program starts, because what it refers to reads it.
var kinds = map[string]*kind{}

// hasField reports whether a change touched one of some fields.
func (d differences) hasField(names ...string) bool {
	for _, f := range d.fields {
		for _, name := range names {
			if f.Name == name {
				return true
			}
		}
	}
	return false
}

// needs are the permissions to see all fields that a change touched, and some more.
func (d differences) needs(more ...tracker.Permission) []tracker.Permission {
	for _, f := range d.fields {
		more = append(more, f.Needs)
	}
	return more
}

// rowKeys are the parts of a row's input by which records are read.
type rowKeys struct {
	ID           string `json:"-"`
	Name         string `json:"name"`
	CompanyID    string `json:"companyId"`
	CategoryName string `json:"categoryName"`
}

// idsOf lists the ids of rows that name one.
func idsOf(keys []rowKeys) (ids []string) {
	for _, k := range keys {
		if k.ID != "" {
			ids = append(ids, k.ID)
		}
	}
	return ids
}
