package tracker

import (
	"net/url"
	"strings"
)

// Names of what the change log keeps, in the API and in events too. The items of the catalogues and their categories are named
// by CatalogueKind.
const (
	EntityCompany              = "company"
	EntityProject              = "project"
	EntityProjectProduct       = "projectProduct"
	EntityProjectSubscription  = "projectSubscription"
	EntityCompanyModerator     = "companyModerator"
	EntityProjectModerator     = "projectModerator"
	EntityUser                 = "user"
	EntityView                 = "view"
	EntityPlan                 = "plan"
	EntityNotification         = "notification"
	EntityNotificationSettings = "notificationSettings"
	EntityReportSettings       = "reportSettings"
	EntityWebhook              = "webhook"
	EntityGroupRoles           = "groupRoles"
	EntityChannel              = "channel"
	EntityNote                 = "note"
	EntityField                = "field"
	EntityDocument             = "document"
)

// RecordKind is what the program has to know of a kind of record where it deals with all of them alike: in the history, in bulk
// actions, imports and saved views. Each is described beside its type.
type RecordKind struct {
	Name string // in the API, in the change log and in events
	Page string // of a record, in the app: {id} and {project} stand for ids; "" if it has none of its own

	// Fields are what the history shows and an undo restores. Their names are stored with each change, so they must not
	// change. A test compares them with the values of the records.
	Fields []Field

	Imports []ImportField // that a file can set, in the order of a template; without any, none can be imported
	Actions []string      // that change many of them at once
	IsList  bool          // people list them, so that views of them can be saved
	HasOwn  bool          // administrators can give them fields

	// Upkeep says who deals with the notes of a record; nil for kinds that have none.
	Upkeep *Upkeep
}

// Upkeep is what somebody needs to deal with what is attached to a record.
type Upkeep struct {
	See  Permission // to read notes, and to write them
	Edit Permission // the record, and so to pin and remove the notes of others
}

// RecordKinds has every kind of record.
var RecordKinds = []RecordKind{companyKind, projectKind, productKind, subscriptionKind, userKind, projectSubscriptionKind, projectProductKind,
	categoryKind(Products), categoryKind(Subscriptions), moderatorKind(EntityCompanyModerator), moderatorKind(EntityProjectModerator), fieldKind, noteKind, documentKind}

var kindByName = func() map[string]RecordKind {
	byName := map[string]RecordKind{}
	for _, k := range RecordKinds {
		byName[k.Name] = k
	}
	return byName
}()

// kindNames lists the names of the kinds that have something.
func kindNames(has func(RecordKind) bool) (names []string) {
	for _, k := range RecordKinds {
		if has(k) {
			names = append(names, k.Name)
		}
	}
	return names
}

var (
	// ChangedEntities are the kinds that the history is about.
	ChangedEntities = kindNames(func(k RecordKind) bool { return len(k.Fields) > 0 })
	// ImportLists are the lists that records can be imported to.
	ImportLists = kindNames(func(k RecordKind) bool { return len(k.Imports) > 0 })
	// BulkLists are the lists of which many records can be changed at once.
	BulkLists = kindNames(func(k RecordKind) bool { return len(k.Actions) > 0 })
	// HolderEntities are the kinds of records that have notes.
	HolderEntities = kindNames(func(k RecordKind) bool { return k.Upkeep != nil })
	// ViewLists are the lists that views can be saved of.
	ViewLists = append(kindNames(func(k RecordKind) bool { return k.IsList }), "change", "notification")
)

// UpkeepOf says who deals with what is attached to a record of a kind; nobody does for kinds that have nothing attached.
func UpkeepOf(kind string) Upkeep {
	if upkeep := kindByName[kind].Upkeep; upkeep != nil {
		return *upkeep
	}
	return Upkeep{See: OnlyAdministrators, Edit: OnlyAdministrators}
}

// PageOf is where the app shows a record; projectID is "" for one that belongs to no project.
func PageOf(kind, id, projectID string) string {
	return strings.NewReplacer("{id}", url.PathEscape(id), "{project}", url.PathEscape(projectID)).Replace(kindByName[kind].Page)
}

// PagesOf is where the app shows the records of a kind, with {id} for their ids and {project} for those of the projects they belong to.
func PagesOf(kind string) string { return kindByName[kind].Page }

// FieldsOf lists the fields of a kind.
func FieldsOf(kind string) []Field { return kindByName[kind].Fields }

// ImportFields lists the fields of a list, in the order of a template, without its own ones.
func ImportFields(list string) []ImportField { return kindByName[list].Imports }

// BulkActions lists the actions on many records of a list.
func BulkActions(list string) []string { return kindByName[list].Actions }
