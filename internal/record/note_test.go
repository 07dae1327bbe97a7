package record_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func notesOf(c *apitest.Client, query string) (texts []string) {
	var list []tracker.Note
	c.Get("/note?" + query).Status(200).Into(&list)
	for _, n := range list {
		texts = append(texts, n.Text)
	}
	return texts
}

func foundNotes(c *apitest.Client, words string) (texts []string) {
	var hits tracker.SearchHits
	c.Get("/search?Search=" + words).Status(200).Into(&hits)
	for _, hit := range hits.Data {
		if hit.Kind == tracker.EntityNote {
			texts = append(texts, hit.Name)
		}
	}
	return texts
}

func write(c *apitest.Client, entity, id, text string) (n tracker.SavedNote) {
	c.API.T.Helper()
	c.Post("/note", object{"entity": entity, "entityId": id, "text": text}).Status(201).Into(&n)
	return n
}

func expectTexts(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: %s", what, diff)
	}
}

func TestNoteLife(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		item := s.AttachSubscription(10, false)
		api.AddUser("guest@people.example", "Guest", false)
		s.AddModerator(s.Company, "guest@people.example", tracker.RoleNone)
		guest := api.SignIn("guest@people.example")
		api.AddUser("elsewhere@people.example", "Elsewhere", false)
		s.AddModerator(s.AddCompany("Elsewhere"), "elsewhere@people.example", tracker.RoleOwner)
		elsewhere := api.SignIn("elsewhere@people.example")

		first := write(s.Client, "company", s.Company, "Called them.\r\nThey will renew.")
		api.Clock.Advance(time.Second)
		second := write(guest, "project", s.Project, "<b>On hold</b> until https://example.com/x")
		api.Clock.Advance(time.Second)
		write(guest, "projectSubscription", item, "Of the item")
		write(s.Client, "product", s.Product, "Of the catalogue")
		if first.Text != "Called them.\nThey will renew." || first.EntityName == "" || *first.CompanyID != s.Company || first.ProjectID != nil ||
			first.Author.Email != apitest.AdminEmail ||
			first.EditedAt != nil || first.Version != 1 {
			t.Errorf("written: %+v", first)
		}
		of := func(entity, id string) string { return "Entity=" + entity + "&EntityId=" + id }
		expectTexts(t, "of the company", notesOf(s.Client, of("company", s.Company)), first.Text)
		expectTexts(t, "within the company", notesOf(s.Client, of("company", s.Company)+"&Within=true"), "Of the item", second.Text, first.Text)
		expectTexts(t, "within the project", notesOf(guest, of("project", s.Project)+"&Within=true"), "Of the item", second.Text)
		expectTexts(t, "of the item", notesOf(guest, of("projectSubscription", item)), "Of the item")
		expectTexts(t, "of the catalogue", notesOf(guest, of("product", s.Product)), "Of the catalogue")
		expectTexts(t, "search", notesOf(guest, "Search=hold"), second.Text)
		expectTexts(t, "search by the palette", foundNotes(guest, "hold"), second.Text)

		// Nobody finds notes of what they do not see.
		expectTexts(t, "search elsewhere", notesOf(elsewhere, "Search=hold"))
		expectTexts(t, "search by the palette elsewhere", foundNotes(elsewhere, "hold"))
		elsewhere.Get("/note?" + of("project", s.Project)).Status(404)

		// Pinned ones come first; the author alone changes the text; whoever may edit the record pins and removes.
		s.Put("/note", object{"id": first.ID, "isPinned": true}).Status(200)
		expectTexts(t, "pinned", notesOf(s.Client, of("company", s.Company)+"&Within=true"), first.Text, "Of the item", second.Text)
		guest.Put("/note", object{"id": second.ID, "isPinned": true}).Problem(403, "forbidden")
		s.Put("/note", object{"id": second.ID, "text": "Mine now"}).Problem(403, "forbidden")
		guest.Put("/note", object{"id": second.ID, "version": 7, "text": "Stale"}).Problem(409, "versionConflict")
		var edited tracker.SavedNote
		guest.Put("/note", object{"id": second.ID, "version": 1, "text": "Running again"}).Status(200).Into(&edited)
		if edited.Text != "Running again" || edited.EditedAt == nil || edited.Version != 2 || edited.Author.Email != "guest@people.example" {
			t.Errorf("edited: %+v", edited)
		}
		guest.Delete("/note", object{"id": first.ID}).Problem(403, "forbidden")
		seq := s.Delete("/note", object{"id": second.ID}).Status(204).LastSeq()
		s.Delete("/note", object{"id": second.ID}).Status(204)
		expectTexts(t, "removed", notesOf(guest, of("project", s.Project)))
		guest.Undone(seq) // the author may
		expectTexts(t, "restored", notesOf(guest, of("project", s.Project)), "Running again")

		// Undo restores the text exactly, and the history of an item has its notes.
		if !strings.Contains(strings.Join(guest.History(of("projectSubscription", item)+"&Within=true"), "\n"), "note") {
			t.Error("the history of an item has no note")
		}

		// Notes go with their record, and come back with it.
		gone := s.Delete("/project/subscription", object{"id": item}).Status(204).LastSeq()
		expectTexts(t, "item removed", notesOf(s.Client, of("project", s.Project)+"&Within=true"), "Running again")
		s.Get("/note?" + of("projectSubscription", item)).Status(404)
		s.Undone(gone)
		expectTexts(t, "item back", notesOf(s.Client, of("projectSubscription", item)), "Of the item")

		// And are deleted with it, for good.
		s.Delete("/project/subscription", object{"id": item}).Status(204)
		api.Clock.Advance(tracker.TombstoneLife + time.Hour)
		for n := int64(1); n > 0; {
			var err error
			if n, err = api.Store.Cleanup(t.Context(), store.Retention{Tombstones: tracker.TombstoneLife}, api.Clock.Now()); err != nil {
				t.Fatal(err)
			}
		}
		if n := api.Count(`SELECT count(*) FROM note WHERE entity = 'projectSubscription'`); n != 0 {
			t.Errorf("%d notes of a purged item are left", n)
		}
	})
}

func TestNoteRefusals(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		company := admin.AddCompany("Acme")
		send := func(text any) *apitest.Answer {
			return admin.Post("/note", object{"entity": "company", "entityId": company, "text": text})
		}
		send(strings.Repeat("ä", tracker.MaxNote)).Status(201)
		send(strings.Repeat("ä", tracker.MaxNote+1)).Status(400)
		for _, bad := range []string{"", " \n ", "a\x00b", "a\x02b", "a\x1b[31m", "a\u0085b", "\x02" + company + "\x04"} {
			send(bad).Status(400)
		}
		send(`<script>alert(1)</script> & "quotes"`).Status(201)
		expectTexts(t, "markup", notesOf(admin, "Search=script"), `<script>alert(1)</script> & "quotes"`)
		admin.Post("/note", object{"entity": "user", "entityId": company, "text": "x"}).Status(400)
		admin.Post("/note", object{"entity": "project", "entityId": company, "text": "x"}).Status(404)
		n := write(admin, "company", company, "Mine")
		admin.Put("/note", object{"id": n.ID, "text": nil}).Status(400)
		admin.Put("/note", object{"id": n.ID, "text": ""}).Status(400)
		admin.Get("/note?Entity=company").Status(400)
		admin.Get("/note?EntityId=" + company).Status(400)
		admin.Get("/note?Entity=user&EntityId=" + company).Status(400)
	})
}

func TestMentions(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		company := admin.AddCompany("Acme")
		links := map[string]string{}
		for _, name := range []string{"ann", "bob", "cut", "off"} {
			api.AddUser(name+"@people.example", strings.ToUpper(name), false)
		}
		for _, name := range []string{"ann", "bob", "off"} {
			links[name] = admin.AddModerator(company, name+"@people.example", tracker.RoleNone)
		}
		admin.Put("/UserManagement/disable", object{"email": "off@people.example", "reason": 1}).Status(200)
		ann, bob := api.SignIn("ann@people.example"), api.SignIn("bob@people.example")
		ann.Put("/account/notificationSettings", object{"email": "each"}).Status(200)
		bob.Put("/account/notificationSettings", object{"kinds": object{"mention": false}}).Status(200)

		n := write(admin, "company", company, "Please look, @Ann@People.example and (@bob@people.example). Not @Cut@people.example, @nobody@people.example, @off@people.example, ann@people.example.")
		if diff := cmp.Diff([]string{"Cut@people.example", "nobody@people.example", "off@people.example"}, n.NotTold); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]tracker.UserRef{{Email: "ann@people.example", DisplayName: "ANN"}, {Email: "bob@people.example", DisplayName: "BOB"}}, n.Mentions); diff != "" {
			t.Error(diff)
		}
		told := ann.Notifications()
		if len(told) != 1 || told[0].Note == nil || told[0].Note.ID != n.ID || told[0].Note.EntityID != company || told[0].WebhookID != nil ||
			!strings.Contains(told[0].Details, "Acme") {
			t.Fatalf("Ann was told %+v", told)
		}
		if len(bob.Notifications()) != 0 {
			t.Error("Bob wants no mentions")
		}
		api.Deliver()
		if len(api.Mail.News) != 1 {
			t.Errorf("%d mails", len(api.Mail.News))
		}

		// Once for each note, whatever edits and undos do.
		seq := admin.Put("/note", object{"id": n.ID, "text": "@ann@people.example @bob@people.example again"}).Status(200).LastSeq()
		admin.Undone(admin.Undone(seq))
		if told := ann.Notifications(); len(told) != 1 || !strings.Contains(told[0].Details, "again") {
			t.Errorf("Ann was told %+v", told)
		}

		// The history shows addresses; neither it nor the note keeps one.
		if shown := strings.Join(admin.History("Entity=note"), "\n"); !strings.Contains(shown, "@ann@people.example and (@bob") {
			t.Errorf("history: %s", shown)
		}
		for _, sql := range []string{`SELECT count(*) FROM note WHERE text LIKE '%@people.example and%'`,
			`SELECT count(*) FROM change WHERE entity = 'note' AND after LIKE '%ann@people.example and%'`} {
			if api.Count(sql) != 0 {
				t.Errorf("%s finds an address", sql)
			}
		}

		// Who loses the right loses the notification, and it is gone with the note.
		seq = admin.Delete("/note", object{"id": n.ID}).Status(204).LastSeq()
		if len(ann.Notifications()) != 0 {
			t.Error("told of a removed note")
		}
		admin.Undone(seq)
		if len(ann.Notifications()) != 1 {
			t.Error("not told of a note that is back")
		}
		mails := len(api.Mail.News)
		write(admin, "company", company, "And here, @ann@people.example")
		seq = admin.Delete("/company/moderator", object{"id": links["ann"]}).Status(204).LastSeq()
		if told := ann.Notifications(); len(told) != 0 {
			t.Errorf("without the right to the record Ann was told %+v", told)
		}
		api.Deliver()
		if len(api.Mail.News) != mails {
			t.Error("a mention was mailed to somebody who may not see the note any more")
		}
		admin.Undone(seq)
		if told := ann.Notifications(); len(told) != 2 {
			t.Errorf("with the right again Ann was told %+v", told)
		}

		// An erased person is nowhere in it.
		admin.Put("/UserManagement/disable", object{"email": "ann@people.example", "reason": 1}).Status(200)
		admin.Put("/UserManagement/erase", object{"email": "ann@people.example"}).Status(200)
		for _, path := range []string{"/note?Entity=company&EntityId=" + company, "/change?Entity=note"} {
			if text := admin.Get(path).Status(200).Body.String(); strings.Contains(text, "ann@people.example again") || strings.Contains(text, "@ann@") {
				t.Errorf("%s: %s", path, text)
			}
		}
	})
}

func TestMentionable(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		s := apitest.NewShop(admin)
		other := admin.AddCompany("Other")
		api.AddUser("ann@people.example", "Ann Lee", false)
		api.AddUser("lea@people.example", "Lea", false)
		admin.AddModerator(s.Company, "ann@people.example", tracker.RoleNone)
		admin.AddModerator(other, "lea@people.example", tracker.RoleNone)
		find := func(c *apitest.Client, query string) (emails []string) {
			var list []tracker.UserRef
			c.Get("/note/mentionable?" + query).Status(200).Into(&list)
			for _, u := range list {
				emails = append(emails, u.Email)
			}
			return emails
		}
		ann := api.SignIn("ann@people.example")
		expectTexts(t, "of the company", find(ann, "Entity=company&EntityId="+s.Company+"&Search=le"), "ann@people.example")
		expectTexts(t, "of the project", find(ann, "Entity=project&EntityId="+s.Project), apitest.AdminEmail, "ann@people.example")
		expectTexts(t, "of the catalogue", find(ann, "Entity=product&EntityId="+s.Product), apitest.AdminEmail)
		expectTexts(t, "of the catalogue, by an administrator", find(admin, "Entity=product&EntityId="+s.Product+"&Search=le"), "ann@people.example", "lea@people.example")
	})
}
