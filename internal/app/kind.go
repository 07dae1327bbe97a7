package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// kind is what undo, bulk actions, imports and live events have to know of a kind of record, beside its use cases: each kind is
// described in its own file, kind_*.go. What has no value is not offered for the kind; a test says what each has to have.
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

	// action reads the parameters of a bulk action, and returns what it does with each record.
	action func(b *bulking, ctx context.Context, k *kind, action string, params tracker.BulkParams) (recordAction, error)

	imports *imports
}

// imports is how rows of a file become records of a kind.
type imports struct {
	nameField string // that rows are named by
	isOpen    bool   // to everyone: each row is decided by itself. Others are for administrators

	find   func(c *comparison, ctx context.Context, rows []*compared) error // the records of rows, and what those refer to
	load   func(w *work, ctx context.Context, k *kind, keys []rowKeys) error
	record func(c *comparison, r *compared) (storedRecord, error)                                                 // that a row edits
	match  func(w *work, ctx context.Context, k *kind, companies, names []string) (map[string]store.Match, error) // by name; nil if names are no keys
	apply  func(m *mutation, ctx context.Context, k *kind, row store.ImportRow) (change, error)
}

// kinds has every kind by its name. It is filled when the program starts, because what it refers to reads it.
var kinds = map[string]*kind{}

func init() {
	for _, k := range []kind{
		companyKind(), projectKind(), projectProductKind(), projectSubscriptionKind(),
		itemKind(tracker.Products), itemKind(tracker.Subscriptions), categoryKind(tracker.Products), categoryKind(tracker.Subscriptions),
		companyModeration.kind(), projectModeration.kind(), userKind(),
		viewKind(), notificationKind(), notificationSettingsKind(), webhookKind(),
	} {
		kinds[k.name] = &k
	}
}

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
