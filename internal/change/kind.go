package change

import (
	"context"
	"slices"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Kind is what undo, removal and live events have to know of a kind of record, beside its use cases: each kind is described in
// its own file, kind_*.go. What has no value is not offered for the kind; a test says what each has to have.
type Kind struct {
	Name      string                // in the change log, in events and in the API
	Catalogue tracker.CatalogueKind // of items and categories of a catalogue

	// Tell sends the live events of a change, and hearers says who gets that of every other record.
	Tell    func(ctx context.Context, r *Relay, c store.LoggedChange, connected []string) error
	Hearers func(c store.Change) store.Audience
	Raises  bool // notifications

	// Rights says whose rights a change changes, and how.
	Rights func(ch Change) (email string, details tracker.Text)

	// MayUndo says who may take a change back, without reading anything: the history asks it for every line. UndoEdit takes an
	// edit back, by the function that decides all edits of the kind, which checks the rights again. Stays says why nobody can take
	// a change back, where that is particular to the kind.
	MayUndo  func(c Caller, logged store.ListedChange, d Differences, access tracker.Access) error
	UndoEdit func(ctx context.Context, u *Undoing, m *Mutation, logged store.ListedChange, d Differences) (Change, error)
	Stays    func(logged store.ListedChange, d Differences) tracker.Text

	// A record is removed in two steps, or it is attached to another one and is detached from it.
	Rule      store.Removal
	Removable func(ctx context.Context, m *Mutation, k *Kind, id string) (store.Removable, error) // checks the caller's rights
	Detach    func(ctx context.Context, m *Mutation, item tracker.ItemRef) (Change, error)
	Attach    func(ctx context.Context, m *Mutation, logged store.ListedChange) (ch Change, action string, err error) // again, as it was

	// SetOwn decides to set own fields of a record.
	SetOwn func(ctx context.Context, m *Mutation, k *Kind, id string, in tracker.OwnInput) (Change, error)

	// Load reads the records that many edits are about, all at once. Without it each is read when its turn comes.
	Load func(ctx context.Context, w *Work, k *Kind, keys []RowKeys) error
}

// Kinds has every kind by its name. It is filled when the program starts, because what it refers to reads it.
var Kinds = map[string]*Kind{}

// HasField reports whether a change touched one of some fields.
func (d Differences) HasField(names ...string) bool {
	for _, f := range d.Fields {
		for _, name := range names {
			if f.Name == name {
				return true
			}
		}
	}
	return false
}

// HasOwn reports whether a change touched an own field.
func (d Differences) HasOwn() bool { return slices.ContainsFunc(d.Fields, isOwn) }

// Needs are the permissions to see all fields that a change touched, and some more.
func (d Differences) Needs(more ...tracker.Permission) []tracker.Permission {
	for _, f := range d.Fields {
		more = append(more, f.Needs)
	}
	return more
}

// RowKeys are the parts of a row's input by which records are read.
type RowKeys struct {
	ID           string `json:"-"`
	Name         string `json:"name"`
	CompanyID    string `json:"companyId"`
	CategoryName string `json:"categoryName"`
}

// IdsOf lists the ids of rows that name one.
func IdsOf(keys []RowKeys) (ids []string) {
	for _, k := range keys {
		if k.ID != "" {
			ids = append(ids, k.ID)
		}
	}
	return ids
}
