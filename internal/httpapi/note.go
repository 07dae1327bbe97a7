package httpapi

import (
	"context"
	"net/http"
	"strconv"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// ofRecord names the record that something is attached to.
var ofRecord = []contract.Param{
	contract.Text("Entity", "The kind of record: company, project, projectProduct, projectSubscription, product or subscription."),
	contract.Text("EntityId", "The record."),
}

// recordOf reads ofRecord. Both are sent, or none of them where that is allowed.
func recordOf(c listCall, isOptional bool) (entity, id string, err error) {
	id = c.params.Get("EntityId")
	if entity, err = parseOption(c.params, "Entity", tracker.HolderEntities, ""); err != nil || isOptional && entity == "" && id == "" {
		return entity, id, err
	}
	if entity == "" {
		return entity, id, tracker.BadQuery("Entity", tracker.NotSent)
	}
	if id == "" {
		return entity, id, tracker.BadQuery("EntityId", tracker.NotSent)
	}
	return entity, id, nil
}

func (s *server) noteOperations() {
	const tag = "Notes"
	readers := contract.Who{Line: "whoever may see the record. For everyone else it does not exist."}
	handle(s, contract.Operation{ID: "listNotes", Method: http.MethodGet, Path: "/note", Tag: tag, Summary: "List notes, newest first, pinned before",
		Who: readers, Keys: contract.AnyKeys, Missing: true, List: &contract.List{Search: true},
		Params:  append([]contract.Param{contract.Flag("Within", "Also notes of what belongs to the record: a company's projects, and their items.")}, ofRecord...),
		Details: "Without Entity and EntityId it lists all notes that the caller may see, newest first, which is for searches."},
		func(ctx context.Context, c call, _ none) (array[tracker.Note], error) {
			entity, id, err := recordOf(c.listCall, true)
			if err != nil {
				return array[tracker.Note]{}, err
			}
			page, err := s.app.Notes(ctx, c.Caller, c.List, tracker.NoteFilter{Entity: entity, EntityID: id, Within: c.flag("Within")})
			return array[tracker.Note](page), err
		})
	handle(s, contract.Operation{ID: "findMentionable", Method: http.MethodGet, Path: "/note/mentionable", Tag: tag, Summary: "Find people to mention in a note of a record",
		Who: readers, Keys: contract.AnyKeys, Missing: true, Params: append([]contract.Param{contract.Text("Search", "The beginning of a name or an e-mail address.")}, ofRecord...),
		Details: "Enabled people who may see the record, at most " + strconv.Itoa(tracker.MaxMentionable) +
			". Of a catalogue's item, administrators alone find people who are no administrators."},
		func(ctx context.Context, c call, _ none) ([]tracker.UserRef, error) {
			entity, id, err := recordOf(c.listCall, false)
			if err != nil {
				return nil, err
			}
			return s.app.Mentionable(ctx, c.Caller, entity, id, c.params.Get("Search"))
		})
	handle(s, contract.Operation{ID: "addNote", Method: http.MethodPost, Path: "/note", Tag: tag, Summary: "Write a note about a record",
		Who: readers, Keys: contract.AnyKeys, Missing: true, Idempotent: true, Status: http.StatusCreated,
		Details: "@ and an e-mail address mention a person, who is told once for each note, unless they may not see the record. Pinning needs the right to edit the record."},
		passBody(s.app.WriteNote))
	handle(s, contract.Operation{ID: "editNote", Method: http.MethodPut, Path: "/note", Tag: tag, Summary: "Change the text of a note, or pin it",
		Who: contract.Who{Line: "the author changes the text; administrators, and whoever may edit the record, pin."}, Keys: contract.AnyKeys, Missing: true,
		Details: "An absent field stays as it is. People whom the text mentions for the first time are told."},
		passBody(s.app.EditNote))
	handle(s, contract.Operation{ID: "removeNote", Method: http.MethodDelete, Path: "/note", Tag: tag, Summary: "Remove a note",
		Who: contract.Who{Line: "the author, administrators, and whoever may edit the record."}, Keys: contract.AnyKeys, Details: "An unknown one is gone already."},
		func(ctx context.Context, c call, in idInput) (change.Saved[none], error) {
			return gone(s.app.RemoveNote(ctx, c.Caller, in.ID))
		})
}
