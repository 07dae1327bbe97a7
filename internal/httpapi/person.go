package httpapi

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"time"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/record"
	"btracker/internal/tracker"
)

// personRecords are the rows of a table about a person.
type personRecords struct {
	Table string            `json:"table" doc:"What kind of records these are."`
	Rows  []json.RawMessage `json:"rows" doc:"One object for each record. It has no secrets."`
}

// personData is all that is held about a person. It is written part by part, so it is as large as it has to be.
type personData struct {
	At        time.Time             `json:"at"`
	Profile   tracker.User          `json:"profile"`
	Access    []tracker.AccessEntry `json:"access" doc:"As GET /access answers it."`
	Records   []personRecords       `json:"records" doc:"Sessions, factors, notifications, settings, views, security events and so on, by their tables."`
	ChangesBy []tracker.Change      `json:"changesBy" doc:"What the person did, newest first, as far as the caller may see it."`
	ChangesOf []tracker.Change      `json:"changesOf" doc:"What was done to the person's profile and rights, newest first."`
}

// personFile streams the data of a person.
type personFile struct {
	ctx  context.Context
	data *record.PersonData
}

func (f personFile) body() reflect.Type { return reflect.TypeFor[personData]() }

func (f personFile) write(s *server, w http.ResponseWriter, r *http.Request) {
	to, err := s.newExport(w, r)
	if err != nil {
		s.problem(w, r, err)
		return
	}
	defer to.end()
	w.Header().Set("Content-Type", "application/json")
	out := &jsonWriter{Writer: bufio.NewWriterSize(to, exportBuffer), to: to}
	if err := f.parts(out); err != nil {
		// As for every export, only a broken connection tells that it is not complete.
		s.config.Log.WarnContext(r.Context(), "the data of a person broke off", "error", err)
		panic(http.ErrAbortHandler)
	}
}

func (f personFile) parts(out *jsonWriter) error {
	out.text(`{"at":`)
	out.value(f.data.At)
	out.text(`,"profile":`)
	out.value(f.data.Profile)
	out.text(`,"access":[`)
	out.keep(f.data.EachAccess(f.ctx, func(e tracker.AccessEntry) error { return out.element(e) }))
	out.text(`],"records":[`)
	out.isNext = false
	table := ""
	out.keep(f.data.EachRecord(f.ctx, func(of string, row tracker.PersonRecord) error {
		if of != table {
			if table != "" {
				out.text(`]},`)
			}
			out.text(`{"table":`)
			out.value(of)
			out.text(`,"rows":[`)
			table, out.isNext = of, false
		}
		return out.element(row)
	}))
	if table != "" {
		out.text(`]}`)
	}
	change := func(c tracker.Change) error { return out.element(c) }
	out.text(`],"changesBy":[`)
	out.isNext = false
	out.keep(f.data.EachChangeBy(f.ctx, change))
	out.text(`],"changesOf":[`)
	out.isNext = false
	out.keep(f.data.EachChangeOf(f.ctx, change))
	out.text("]}\n")
	out.keep(out.Flush())
	return out.err
}

// jsonWriter writes JSON part by part, until the first error.
type jsonWriter struct {
	*bufio.Writer
	to     *exporting
	isNext bool // an element was written before
	err    error
}

func (w *jsonWriter) keep(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *jsonWriter) text(text string) {
	if w.err == nil {
		_, w.err = w.WriteString(text)
	}
}

func (w *jsonWriter) value(v any) {
	text, err := json.Marshal(v)
	w.keep(err)
	w.text(string(text))
}

func (w *jsonWriter) element(v any) error {
	if w.isNext {
		w.text(",")
	}
	w.isNext = true
	w.value(v)
	if w.err == nil {
		w.err = w.to.goOn()
	}
	return w.err
}

// The examples of the contract.
var (
	somePersonAt      = time.Date(2026, 11, 15, 9, 30, 0, 0, time.UTC)
	somePersonRecords = personRecords{Table: "calendar_feed", Rows: []json.RawMessage{json.RawMessage(`{"createdAt":"2026-11-15T09:30:00Z"}`)}}
)

func (s *server) personOperations() {
	s.api.Describe(
		contract.Answered("Records of one kind about a person.", somePersonRecords),
		contract.Answered("What is left of a person who was erased.", tracker.ErasedUser{LeftToDo: []string{tracker.LeftInBackups, tracker.LeftInFiles},
			User: tracker.User{Email: "erased-0123456789abcdef@erased.invalid", DisplayName: "erased-0123456789abcdef", Status: tracker.UserDisabled, IsErased: true,
				CreatedAt: somePersonAt, Version: 3}}),
		contract.Answered("All that is held about a person.", personData{At: somePersonAt, Access: []tracker.AccessEntry{}, ChangesBy: []tracker.Change{}, ChangesOf: []tracker.Change{},
			Profile: tracker.User{Email: "grace@example.com", DisplayName: "Grace Hopper", HasPassword: true, CreatedAt: somePersonAt, Version: 2},
			Records: []personRecords{somePersonRecords}}))
	const tag = "Users"
	handle(s, contract.Operation{ID: "getPersonData", Method: http.MethodGet, Path: "/UserManagement/{email}/data", Tag: tag, Summary: "Read all that is held about a person",
		Who: contract.Who{Line: "administrators, and everyone for themselves."}, Keys: contract.WideKeys,
		Details: "Profile, rights, sessions, factors without their secrets, security events, notifications and settings, views, " +
			"and the history of what the person did and of what was done to them. The answer is streamed."},
		func(ctx context.Context, c call, _ none) (personFile, error) {
			data, err := s.app.PersonData(ctx, c.Caller, c.path("email"))
			// Not the context of the handler: that ends before the answer is written.
			return personFile{c.r.Context(), data}, err
		})
	handle(s, contract.Operation{ID: "eraseUser", Method: http.MethodPut, Path: "/UserManagement/erase", Tag: tag, Summary: "Erase a person",
		Who: contract.Administrators, Missing: true, Slow: true, Refusals: []*tracker.Error{tracker.ErrNotDisabled, tracker.ErrOneself},
		Details: "Name, e-mail address, phone, address and photo of a disabled user are replaced by a pseudonym everywhere, also in the history, whose seals stay true. " +
			"Sessions, factors, notifications, settings and own views are deleted. Nobody can take it back. " +
			"Texts that other people wrote stay as they are, without the e-mail address in saved views and names of files and keys. " +
			"leftToDo names the copies that the program does not reach."},
		func(ctx context.Context, c call, in emailInput) (change.Saved[tracker.ErasedUser], error) {
			return s.app.EraseUser(ctx, c.Caller, in.Email)
		})
}
