package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"btracker/internal/batch"
	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/tracker"
)

func (s *server) historyOperations() {
	const tag = "History"
	list := &contract.List{}
	filters := []contract.Param{
		contract.Text("Entity", "Only changes of this kind of entity."),
		contract.Text("EntityId", "Only changes of this one; a user is named by the e-mail address."),
		contract.Flag("Within", "With EntityId: also changes of what belongs to it, such as a project's items and moderators."),
		contract.Text("Actor", "Only changes by the user with this e-mail address."),
		contract.Text("Action", "Only changes of this kind."),
		contract.Text("Field", "Only changes of the field with this name."),
		contract.Text("BatchId", "Only changes of this batch."),
		contract.Text("From", "Only changes from this instant on."),
		contract.Text("To", "Only changes up to this instant."),
		contract.Flag("Removed", "Only the change that removed each record which is still removed and not deleted for good, by a removal or by taking its adding back. "+
			"Taking that change back restores the record."),
	}
	listed := append(slices.Clone(filters),
		contract.Flag("Grouped", "The newest change of each batch stands for the batch, and pages count it once. BatchId then lists the others."),
		contract.Text("Include", "names: with the names of the company and project of each change."))
	handle(s, contract.Operation{ID: "listChanges", Method: http.MethodGet, Path: "/change", Tag: tag, Summary: "List changes, newest first",
		Who: contract.SignedIn, Keys: contract.AnyKeys, List: list, Params: listed,
		Details: "Administrators see every change. Moderators see the changes of what they may see now and of the catalogues, without users. " +
			"Fields that the caller may not see are left out, " +
			"and so is a change that has no other. The total is exact up to " + strconv.Itoa(tracker.MaxCountedChanges) + "."},
		func(ctx context.Context, c call, _ none) (array[tracker.Change], error) {
			filter, err := changeFilter(c.listCall)
			if err != nil {
				return array[tracker.Change]{}, err
			}
			names, err := parseOption(c.params, "Include", []string{"names"}, "")
			if err != nil {
				return array[tracker.Change]{}, err
			}
			filter.Grouped, filter.Names = c.flag("Grouped"), names != ""
			page, err := s.app.Changes(ctx, c.Caller, c.List, filter)
			return array[tracker.Change](page), err
		})
	export(s, contract.Operation{ID: "exportChanges", Method: http.MethodGet, Path: "/change/export", Tag: tag, Summary: "Export changes as CSV or XLSX",
		Who: contract.SignedIn, Keys: contract.AnyKeys, List: list, Params: filters, Details: exportRule,
		File: "812,2026-11-14T09:30:00Z,Ada Lovelace,ada@example.com,,edit,projectSubscription," + contract.AttachedID + ",Managed server," + contract.CompanyID + "," +
			contract.ProjectID + ",,Price: 27 -> 29.5,,\n"}, "changes", changeColumns,
		func(ctx context.Context, c listCall, use func(tracker.Change) error) error {
			filter, err := changeFilter(c)
			if err != nil {
				return err
			}
			return s.app.EachChange(ctx, c.Caller, filter, use)
		})
	handle(s, contract.Operation{ID: "undoChanges", Method: http.MethodPut, Path: "/change/undo", Tag: tag, Summary: "Take back a change, or a batch",
		Who: contract.Who{Line: "everyone who may do the opposite."}, Keys: contract.AnyKeys, Missing: true, Slow: true, Job: reflect.TypeFor[tracker.BulkStarted](),
		Refusals: []*tracker.Error{contract.UndoConflicted, contract.CannotUndo, tracker.ErrTooManyBulks, tracker.ErrTooManyItems, contract.TooManyModerators,
			contract.PendingRemove, tracker.ErrOneself, tracker.ErrLastAdministrator},
		Details: "It restores exactly the fields that the change touched, and is a change itself, which can be taken back. " +
			"What was added is removed by the rules of removal, what was removed is brought back. " +
			"A field that a later change has touched is a conflict, unless force is true. A batch is taken back whole or not at all. " +
			"A batch of more than " + strconv.Itoa(tracker.MaxUndone) + " changes is checked whole, and then taken back by a bulk action: " +
			"the answer is 202 with its id, which is the batchId of the new changes. " +
			"A record that somebody changes in the meantime is refused by it."},
		func(ctx context.Context, c call, in tracker.UndoInput) (change.Saved[undoAnswer], error) {
			saved, err := s.app.Undo(ctx, c.Caller, in)
			return change.Saved[undoAnswer]{Entity: undoAnswer(saved.Entity), Seq: saved.Seq}, err
		})
}

// undoAnswer is what was taken back, or the bulk action that does it.
type undoAnswer batch.Undone

func (u undoAnswer) write(s *server, w http.ResponseWriter, r *http.Request) {
	if u.Started != nil {
		s.writeJSON(w, r, http.StatusAccepted, "application/json", u.Started)
		return
	}
	s.writeJSON(w, r, http.StatusOK, "application/json", u.Undone)
}

func (u undoAnswer) body() reflect.Type { return reflect.TypeFor[tracker.Undone]() }

var changeColumns = columns[tracker.Change]{standard: []column[tracker.Change]{
	textColumn("seq", "Seq", func(c tracker.Change) string { return strconv.FormatInt(c.Seq, 10) }),
	textColumn("at", "At", func(c tracker.Change) string { return csvTime(&c.At) }),
	textColumn("actor.displayName", "Actor", func(c tracker.Change) string { return actorOf(c).DisplayName }),
	textColumn("actor.email", "Actor Email", func(c tracker.Change) string { return actorOf(c).Email }),
	textColumn("via", "Via", func(c tracker.Change) string {
		if c.Via == nil {
			return ""
		}
		return c.Via.Kind + " " + c.Via.Name
	}),
	textColumn("action", "Action", func(c tracker.Change) string { return c.Action }),
	textColumn("entity", "Entity", func(c tracker.Change) string { return c.Entity }),
	textColumn("entityId", "Entity Id", func(c tracker.Change) string { return c.EntityID }),
	textColumn("entityName", "Entity Name", func(c tracker.Change) string { return c.EntityName }),
	textColumn("companyId", "Company Id", func(c tracker.Change) string { return orEmpty(c.CompanyID) }),
	textColumn("projectId", "Project Id", func(c tracker.Change) string { return orEmpty(c.ProjectID) }),
	textColumn("batchId", "Batch Id", func(c tracker.Change) string { return orEmpty(c.BatchID) }),
	textColumn("fields", "Fields", func(c tracker.Change) string {
		fields := make([]string, len(c.Fields))
		for i, f := range c.Fields {
			fields[i] = f.Label + ": " + cellValue(f.Before) + " -> " + cellValue(f.After)
		}
		return strings.Join(fields, "; ")
	}),
	textColumn("undoes", "Undoes", func(c tracker.Change) string { return csvNumber(c.Undoes) }),
	textColumn("undoneBy", "Undone By", func(c tracker.Change) string { return csvNumber(c.UndoneBy) }),
}}

// actorOf returns who made a change; nobody if the program did.
func actorOf(c tracker.Change) (actor tracker.UserRef) {
	if c.Actor != nil {
		actor = *c.Actor
	}
	return actor
}

// cellValue is a JSON value as text; null is nothing.
func cellValue(raw json.RawMessage) string {
	var text *string
	if json.Unmarshal(raw, &text) == nil {
		return orEmpty(text)
	}
	return string(raw)
}

// changeFilter reads the filters of the history.
func changeFilter(c listCall) (f tracker.ChangeFilter, err error) {
	f = tracker.ChangeFilter{EntityID: c.params.Get("EntityId"), Within: c.flag("Within"), Actor: c.params.Get("Actor"), BatchID: c.params.Get("BatchId"), Removed: c.flag("Removed")}
	if f.Entity, err = parseOption(c.params, "Entity", tracker.ChangedEntities, ""); err != nil {
		return f, err
	}
	if f.Action, err = parseOption(c.params, "Action", tracker.ChangeActions, ""); err != nil {
		return f, err
	}
	fields := tracker.ChangedFields()
	if sent := c.params.Get("Field"); strings.HasPrefix(sent, tracker.OwnPrefix) { // one that no list has finds nothing
		fields = []string{sent}
	}
	if f.Field, err = parseOption(c.params, "Field", fields, ""); err != nil {
		return f, err
	}
	if f.From, err = parseInstant(c.params, "From"); err != nil {
		return f, err
	}
	f.To, err = parseInstant(c.params, "To")
	return f, err
}

func parseInstant(values query, name string) (*time.Time, error) {
	sent := values.Get(name)
	if sent == "" {
		return nil, nil
	}
	at, err := time.Parse(time.RFC3339, sent)
	if err != nil {
		return nil, tracker.BadQuery(name, tracker.NotAnInstant)
	}
	return &at, nil
}
