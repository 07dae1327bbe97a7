package batch

import (
	"context"
	"encoding/json"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// bulkKind is what bulk actions and imports have to know of a kind of record: each is described in the file of its name.
type bulkKind struct {
	// action reads the parameters of a bulk action, and returns what it does with each record.
	action func(b *bulking, ctx context.Context, k *change.Kind, action string, params tracker.BulkParams) (recordAction, error)
	// edit decides an edit of some fields of one record.
	edit    func(ctx context.Context, m *change.Mutation, k *change.Kind, id string, fields map[string]json.RawMessage) (change.Change, error)
	imports *imports // nil where no file can be imported
}

// bulkKinds has the kinds whose records can be changed together, by their names.
var bulkKinds = map[string]bulkKind{}

func init() {
	bulkKinds[tracker.EntityCompany] = companyBulk()
	bulkKinds[tracker.EntityProject] = projectBulk()
	bulkKinds[tracker.EntityProjectProduct] = projectProductBulk()
	bulkKinds[tracker.EntityProjectSubscription] = projectSubscriptionBulk()
	bulkKinds[string(tracker.Products)] = itemBulk()
	bulkKinds[string(tracker.Subscriptions)] = itemBulk()
	bulkKinds[tracker.EntityUser] = userBulk()
}

// imports is how rows of a file become records of a kind.
type imports struct {
	nameField string // that rows are named by
	isOpen    bool   // to everyone: each row is decided by itself. Others are for administrators

	find   func(c *comparison, ctx context.Context, rows []*compared) error                                                     // the records of rows, and what those refer to
	load   func(ctx context.Context, w *change.Work, k *change.Kind, keys []change.RowKeys) error                               // the records that rows edit, all at once
	record func(c *comparison, r *compared) (storedRecord, error)                                                               // that a row edits
	match  func(ctx context.Context, w *change.Work, k *change.Kind, companies, names []string) (map[string]store.Match, error) // by name; nil if names are no keys
	apply  func(ctx context.Context, m *change.Mutation, k *change.Kind, row store.ImportRow) (change.Change, error)
}
