package store

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// RecordKind is the kind of a record, as the API names it.
type RecordKind string

// storedKind is where the records of a tracker.RecordKind are, for statements about all kinds.
type storedKind struct {
	name    string
	table   string
	only    string // the condition of its rows, in a table of several kinds
	key     string // the column by which the API names a record; id if empty
	title   string // the name of a row r; r.name if empty
	joins   string // of title
	parent  string // of moderators, who have no tombstones: the table of what they moderate
	column  string // of the change log: what a record holds
	items   string // the kind of the items of a category
	tally   string // the size of its list, in the kept sums; name if empty
	isShort bool   // its list is so short that its size is not kept
	isApart bool   // its changes belong to no company, so that an index has them by kind
	isOpen  bool   // everyone who moderates a company or project sees its changes that belong to no company
	holder  *holder
	isNote  bool // it is attached to a record of another kind, which may be of a catalogue
}

// holder is SQL for the company and the project of a record r that has notes.
type holder struct{ company, project string }

const nobody = "CAST(NULL AS TEXT)"

var (
	ofCatalogue   = &holder{nobody, nobody}
	ofProjectItem = &holder{"(SELECT p.company_id FROM project p WHERE p.id = r.project_id)", "r.project_id"}
)

// storedKinds has every kind of record.
var storedKinds = []storedKind{
	{name: "company", table: "company", column: "company_id", holder: &holder{"r.id", nobody}},
	{name: "project", table: "project", column: "project_id", holder: &holder{"r.company_id", "r.id"}},
	{name: "product", table: "catalogue_item", only: "kind = 'product'", tally: "catalogue.product", isApart: true, isOpen: true, holder: ofCatalogue},
	{name: "subscription", table: "catalogue_item", only: "kind = 'subscription'", tally: "catalogue.subscription", isApart: true, isOpen: true, holder: ofCatalogue},
	{name: "productCategory", table: "category", only: "kind = 'product'", items: "product", tally: "category.product", isApart: true, isOpen: true},
	{name: "subscriptionCategory", table: "category", only: "kind = 'subscription'", items: "subscription", tally: "category.subscription", isApart: true, isOpen: true},
	{name: "projectProduct", table: "project_product", title: "i.name", joins: "JOIN catalogue_item i ON i.id = r.product_id", holder: ofProjectItem},
	{name: "projectSubscription", table: "project_subscription", title: "i.name", joins: "JOIN catalogue_item i ON i.id = r.subscription_id", holder: ofProjectItem},
	{name: "companyModerator", table: "company_moderator", title: "u.display_name", joins: "JOIN users u ON u.id = r.user_id", parent: "company"},
	{name: "projectModerator", table: "project_moderator", title: "u.display_name", joins: "JOIN users u ON u.id = r.user_id", parent: "project"},
	{name: "field", table: "own_field", title: "r.label", isShort: true, isApart: true},
	{name: "user", table: "users", key: "email", title: "r.display_name", isApart: true},
	{name: "note", table: "note", title: "r.text", isNote: true, isOpen: true},
	{name: "document", table: "document", isNote: true, isOpen: true},
}

// RecordTables lists the tables of all kinds of records.
func RecordTables() (tables []string) {
	for _, k := range storedKinds {
		if !slices.Contains(tables, k.table) {
			tables = append(tables, k.table)
		}
	}
	return tables
}

// kindNamed finds a kind; it is empty for one that is not known.
func kindNamed(name string) (kind storedKind) {
	if i := slices.IndexFunc(storedKinds, func(k storedKind) bool { return k.name == name }); i >= 0 {
		kind = storedKinds[i]
	}
	return kind
}

// hasTombstones reports whether a removed record stays in its table for a time.
func (k storedKind) hasTombstones() bool { return k.parent == "" && k.name != "user" }

// hasTally reports whether the size of its list is kept. Items of projects are listed with their sums.
func (k storedKind) hasTally() bool {
	return k.hasTombstones() && k.joins == "" && !k.isNote && !k.isShort
}

// tallyName names the size of its list in the kept sums.
func (k storedKind) tallyName() string { return cmp.Or(k.tally, k.name) }

// IsApart reports whether changes of a kind belong to no company.
func IsApart(kind string) bool { return kindNamed(kind).isApart }

// IsOpen reports whether everyone who moderates a company or project sees changes of a kind that belong to no company.
func IsOpen(kind string) bool { return kindNamed(kind).isOpen }

// kindsThat lists the names of the kinds that have something.
func kindsThat(has func(storedKind) bool) (names []string) {
	for _, k := range storedKinds {
		if has(k) {
			names = append(names, k.name)
		}
	}
	return names
}

// eachKind joins what a function has to say of each kind.
func eachKind(separator string, of func(storedKind) string) string {
	var parts []string
	for _, k := range storedKinds {
		if part := of(k); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, separator)
}

// RecordNames reads the names of a few records of a kind, by their ids.
func (q Queries) RecordNames(ctx context.Context, kind RecordKind, ids []string) (map[string]string, error) {
	k, names := kindNamed(string(kind)), map[string]string{}
	key := "r." + cmp.Or(k.key, "id")
	return names, each(ctx, q, func(r rows) error {
		var id, name string
		err := r.Scan(&id, &name)
		names[id] = name
		return err
	}, "SELECT "+key+", "+k.titleOf()+" FROM "+k.table+" r "+k.joins+" WHERE "+key+" IN (SELECT value FROM "+q.dialect.elements("$1")+" ids)", jsonTexts(ids))
}

// titleOf is SQL for the name of a row r.
func (k storedKind) titleOf() string { return cmp.Or(k.title, "r.name") }
