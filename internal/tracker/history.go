package tracker

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Field is a field of an entity as the history shows it and an undo restores it.
type Field struct {
	Name  string     // in the API
	Label string     // in the words of the forms
	At    string     // where a logged entity has its value, if not under Name: "headAddress.city"
	Shown string     // where a logged entity has the value to show, if another one: a link is shown by the name of what it points to
	Needs Permission // to see it; See for most
	ID    string     // where a logged entity has the id of what a link points to, whose name may change; earlier ones have none
	State bool       // no form has it when the entity is made: missing, false and 0 are the same
}

// unlisted are the values of logged entities that are no fields of them: they are set by
// the program, belong to another entity, or are another form of a listed field.
var unlisted = []string{"id", "version", "createdAt", "removedAt", "companyId", "companyName", "projectId", "product", "subscription", "moderator",
	"costCurrencyName", "priceCurrencyName", "hasPassword", "isErased", "itemCount", "categoryId", "anchorDay",
	"entity", "entityId", "authorId", "editedAt", "own", "runsFrom", "type", "size", "sha256"}

var (
	photo     = Field{Name: "photoUrl", Label: "Photo"}
	cost      = Field{Name: "cost", Label: Label("cost"), Needs: SeeCost}
	category  = Field{Name: "categoryName", Label: Label("categoryName"), ID: "categoryId"}
	moderator = Field{Name: "userEmail", Label: "User", Shown: "moderator.displayName"}
	removable = []Field{{Name: "isRemoved", Label: "Pending Remove", State: true}, {Name: "isGone", Label: "Removed", State: true}}
)

func named() []Field { return fields("name") }

func fields(names ...string) (list []Field) {
	for _, name := range names {
		list = append(list, Field{Name: name, Label: Label(name)})
	}
	return list
}

func states(names ...string) []Field {
	list := fields(names...)
	for i := range list {
		list[i].State, list[i].Label = true, strings.TrimPrefix(list[i].Label, "Is ")
	}
	return list
}

func link(name, shown string) Field { return Field{Name: name, Label: Label(name), Shown: shown} }

func addressFields(of string) []Field {
	list := fields("country", "provinceState", "city", "street", "building", "postalZipCode")
	for i := range list {
		list[i].At = of + "." + list[i].Name
	}
	return list
}

// Snapshot is a logged entity: the JSON of its values by their names. It is nil if there was
// no entity.
type Snapshot map[string]json.RawMessage

const jsonNull = "null"

// ParseSnapshot reads a logged entity; no text is no entity.
func ParseSnapshot(text *string) (s Snapshot, err error) {
	if text == nil {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(*text), &s); err != nil {
		return nil, fmt.Errorf("a logged entity: %w", err)
	}
	return s, nil
}

// value returns the JSON at a place of the snapshot; "null" if there is none.
func (s Snapshot) value(at string) string {
	name, rest, nested := strings.Cut(at, ".")
	v, ok := s[name]
	if !ok || !nested {
		return cmp.Or(string(v), jsonNull)
	}
	var part Snapshot
	if err := json.Unmarshal(v, &part); err != nil {
		return jsonNull
	}
	return part.value(rest)
}

// Path is where a logged entity has the value of the field.
func (f Field) Path() string { return cmp.Or(f.At, f.Name) }

// Value is the value of a field in a snapshot, as JSON.
func (f Field) Value(s Snapshot) string {
	v := f.Raw(s)
	if f.State && (v == "false" || v == "0") {
		return jsonNull
	}
	return v
}

// Raw is the value of the field in a snapshot as it was logged.
func (f Field) Raw(s Snapshot) string { return s.value(f.Path()) }

// Same reports whether two snapshots have the same value of the field.
func (f Field) Same(a, b Snapshot) bool {
	if f.ID != "" {
		if one, other := a.value(f.ID), b.value(f.ID); one != jsonNull && other != jsonNull {
			return one == other
		}
	}
	return f.Value(a) == f.Value(b)
}

// ShownValue is the value of a field as people see it.
func (f Field) ShownValue(s Snapshot) json.RawMessage {
	if f.Shown != "" {
		return json.RawMessage(s.value(f.Shown))
	}
	return json.RawMessage(f.Raw(s))
}

// Differing lists the fields of an entity that differ between two snapshots.
func Differing(entity string, before, after Snapshot) (list []Field) {
	for _, f := range FieldsOf(entity) {
		if !f.Same(before, after) {
			list = append(list, f)
		}
	}
	return append(list, differingOwn(before, after)...)
}

// differingOwn lists the own fields that differ, by their keys: see OwnFields.Describe.
func differingOwn(before, after Snapshot) (list []Field) {
	for _, key := range ownKeys(before.own(), after.own()) {
		if f := ownField(key); !f.Same(before, after) {
			list = append(list, f)
		}
	}
	return list
}

// own are the own fields of a logged entity.
func (s Snapshot) own() (values map[string]json.RawMessage) {
	if raw, ok := s["own"]; ok {
		_ = json.Unmarshal(raw, &values) // an object, as we wrote it
	}
	return values
}

// Touched lists the fields that an undo of an edit restores: the fields that differ. An address that
// was added or removed is restored whole, because half an address is not valid.
func Touched(entity string, before, after Snapshot) (list []Field) {
	for _, f := range FieldsOf(entity) {
		owner, _, isPart := strings.Cut(f.At, ".")
		whole := isPart && (before.value(owner) == jsonNull) != (after.value(owner) == jsonNull)
		if whole || !f.Same(before, after) {
			list = append(list, f)
		}
	}
	return append(list, differingOwn(before, after)...)
}

// Via is the way a change came by, if not through a form: a key, an import, a bulk action, an
// undo, or a group at single sign-on.
type Via struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
}

// Change is one entry of the history, as its reader may see it.
type Change struct {
	Seq        int64     `json:"seq" doc:"Its number; a later change has a higher one."`
	At         time.Time `json:"at"`
	Actor      *UserRef  `json:"actor" doc:"Who did it; null is the program itself, which renews a subscription."`
	Via        *Via      `json:"via" doc:"How, if not by a form."`
	Action     string    `json:"action" doc:"One of create, edit, address, photo, remove, restore, cancel, disable, enable, invite, renew, end, password, undo, erase."`
	Entity     string    `json:"entity" doc:"One of company, project, projectProduct, projectSubscription, product, subscription, productCategory, subscriptionCategory, companyModerator, projectModerator, user, field, note, document."`
	EntityID   string    `json:"entityId" doc:"Of a user the e-mail address." format:"-"`
	EntityName string    `json:"entityName" doc:"At that time."`
	CompanyID  *string   `json:"companyId" doc:"The company that it belongs to, or is about."`
	ProjectID  *string   `json:"projectId" doc:"The project that it belongs to, or is about."`
	// Names of both, for readers of many changes.
	CompanyName *string       `json:"companyName,omitempty" doc:"With Include=names: the name of the company now."`
	ProjectName *string       `json:"projectName,omitempty" doc:"With Include=names: the name of the project now."`
	BatchID     *string       `json:"batchId" doc:"The same for all changes of one bulk action, import or undo."`
	Fields      []FieldChange `json:"fields" doc:"What differs, as far as the caller may see it."`
	Undo        UndoState     `json:"undo"`
	UndoneBy    *int64        `json:"undoneBy" doc:"The number of the change that took it back."`
	Undoes      *int64        `json:"undoes" doc:"The number of the change that it takes back."`
}

// FieldChange is a field that differs. A link is shown by the name of what it points to.
type FieldChange struct {
	Name   string          `json:"name"`
	Label  string          `json:"label" doc:"In the words of the forms."`
	Before json.RawMessage `json:"before"`
	After  json.RawMessage `json:"after"`
}

// UndoState says whether the reader may take the change back.
type UndoState struct {
	Allowed    bool    `json:"allowed"`
	Reason     *string `json:"reason" doc:"Why not."`
	ReasonText Text    `json:"reasonText,omitzero"`
}

// ChangeFilter narrows the history.
type ChangeFilter struct {
	Entity, EntityID string
	Within           bool
	Actor            string
	Action           string
	Field            string
	BatchID          string
	From, To         *time.Time
	Removed          bool // only removals of what is still removed
	Grouped          bool // the newest change of each batch stands for the batch
	Names            bool // with the names of company and project
}

// ChangeActions lists the actions of the history.
var ChangeActions = []string{"create", "edit", "address", "photo", "remove", "restore", "cancel", "disable", "enable", "invite", "renew", "end", "password", "undo", "erase"}

// ChangedFields lists the names of all fields of the history, in alphabetical order.
func ChangedFields() (names []string) {
	for _, k := range RecordKinds {
		for _, f := range k.Fields {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// IsCost reports whether a field of that name needs the permission to see cost.
func IsCost(field string) bool {
	for _, k := range RecordKinds {
		if slices.ContainsFunc(k.Fields, func(f Field) bool { return f.Name == field && f.Needs == SeeCost }) {
			return true
		}
	}
	return false
}

// MaxCountedChanges bounds the total of a page of the history.
const MaxCountedChanges = 1000

// UndoInput says what to take back: one change, or a batch.
type UndoInput struct {
	Seq     Opt[int64]  `json:"seq" rule:"id" doc:"The number of one change."`
	BatchID Opt[string] `json:"batchId" rule:"id" doc:"All changes of a batch, or none of them."`
	Force   Opt[bool]   `json:"force" rule:"flag" doc:"Overwrites what later changes did to the same fields."`
}

// Undone is what an undo did.
type Undone struct {
	BatchID string  `json:"batchId" doc:"Of the new changes, which can be taken back in turn."`
	Seqs    []int64 `json:"seqs" doc:"The numbers of the new changes."`
}

// UndoConflict is a field that a later change has touched.
type UndoConflict struct {
	Entity  string          `json:"entity"`
	ID      string          `json:"id" doc:"Of a user the e-mail address." format:"-"`
	Name    string          `json:"name"`
	Field   string          `json:"field"`
	Label   string          `json:"label" doc:"In the words of the forms."`
	Current json.RawMessage `json:"current"`
	Wanted  json.RawMessage `json:"wanted"`
}

// MaxUndone is how many changes one transaction takes back. A larger batch is taken back in pieces, by a bulk action.
const MaxUndone = 10_000

// MaxBatch bounds a batch: an import makes one change of each row.
const MaxBatch = MaxImportRows
