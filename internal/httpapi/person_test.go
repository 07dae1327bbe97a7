package httpapi_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"btracker/internal/audit"
	"btracker/internal/store"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

// Values of the person who is erased, none of which another text of the test has.
const (
	personEmail = "zelda.quux@people.example"
	personName  = "Zelda Quuxfield"
)

var personWords = []string{"zelda", "quux", "Plugh", "+99 555 0199", "Xyzzy Street", "Fribbleton"}

// addPerson makes somebody who has left traces in every table that keeps any.
func (api *testAPI) addPerson(admin *client) (company string) {
	t := api.t
	t.Helper()
	admin.post("/UserManagement", object{"email": personEmail, "displayName": personName, "gender": 1, "firstName": "Zelda", "lastName": "Plugh", "phoneNumber": "+99 555 0199",
		"address": object{"country": "Portugal", "provinceState": "Fribbleton", "street": "Xyzzy Street"}}).status(201)
	api.deliver()
	api.anonymous().put("/account/resetPass", reset(personEmail, api.mailedToken(personEmail), password)).status(200)
	api.addUser("other@people.example", "Other One", true)
	company = admin.addCompany("Acme")
	project := api.addProject(company, "p")
	link := admin.addModerator(company, personEmail, tracker.RoleOwner)
	admin.put("/company/moderator", object{"id": link, "role": tracker.RoleOwner, "details": "Plugh is the wife of the owner"}).status(200)
	admin.put("/UserManagement/admin", object{"email": personEmail, "isAdmin": true}).status(200)
	zelda := api.signInFrom(personEmail, "198.51.100.77", "Plugh browser")
	zelda.put("/account/photo", picture(t, 7)).status(200)
	zelda.put("/account/photo", picture(t, 9)).status(200)
	zelda.put("/account/profile", object{"displayName": personName, "gender": 1, "phoneNumber": "+99 555 0199", "lastName": "Plugh"}).status(200)
	zelda.post("/account/calendar", nil).status(201)
	zelda.put("/account/notificationSettings", object{"remindDays": []int{3}, "email": "off", "hour": 8, "timeZone": "UTC", "onlyResponsible": false,
		"kinds": object{"endsSoon": true, "ended": true, "renewed": true, "canceled": true}}).status(200)
	zelda.post("/view", object{"list": "company", "name": "Plugh's own", "query": "Search=a", "isShared": false, "isDefault": true}).status(201)
	zelda.post("/company", object{"name": "Made by her"}).status(201)
	zelda.put("/UserManagement/admin", object{"email": "other@people.example", "isAdmin": false}).status(200) // "by zelda" in an event of another
	zelda.setUpTotp()
	zelda.compare("company", "Name\nPlugh's file\n")
	admin.post("/view", object{"list": "projectSubscription", "name": "hers", "query": "Responsible=" + url.QueryEscape(personEmail), "isShared": true, "isDefault": false}).status(201)
	admin.compare("user", "Email,Display Name,Gender\n"+strings.ToUpper(personEmail)+",Zelda Quuxfield,None\nnew@people.example,New,None\n")
	admin.bulk(object{"list": "company", "ids": []string{company}, "action": "addModerator", "params": object{"userEmail": personEmail, "role": tracker.RoleOwner}, "preview": false})
	api.addTextsOfOthers(admin)
	api.anonymous().login(personEmail, "Wrong-Password-1").status(401)
	id := api.text(`SELECT id FROM users WHERE email = '` + personEmail + `'`)
	api.exec(`INSERT INTO notification (id, recipient_id, kind, threshold, title, details, item_id, item_parent_id, created_at, search_text)
		VALUES ('n1', $1, 'ended', 1, 'Title', 'For Zelda', 'i', $2, 1, '')`, id, project)
	mail := `{"kind":"security","email":"` + personEmail + `"}`
	for i, job := range []struct{ args, state string }{
		{`{"kind":"invitation","email":"new@people.example","invitedBy":"` + personName + `"}`, "available"},
		{mail, "available"},
		{mail, "running"},
	} {
		api.exec(fmt.Sprintf(`INSERT INTO river_job (args, kind, queue, max_attempts, state) VALUES ('%s', 'mail', 'q%d', 1, '%s')`, job.args, i, job.state))
	}
	return company
}

// addTextsOfOthers has other people write the address of the person, in capitals and in other encodings.
func (api *testAPI) addTextsOfOthers(admin *client) {
	api.t.Helper()
	shouted := strings.ToUpper(personEmail)
	for i, query := range []string{"Responsible=" + shouted, "Search=x&Responsible=" + url.QueryEscape(shouted), "Responsible=%7a%45lda.quux%40people.example&Search=%zz"} {
		admin.post("/view", object{"list": "projectSubscription", "name": fmt.Sprint(shouted, " ", i), "query": query, "isShared": i == 0, "isDefault": false}).status(201)
	}
	var file tracker.Import
	admin.post("/import?List=company&Name="+url.QueryEscape("from "+shouted+".csv"), []byte("Name\nFrom a file\n")).status(201).into(&file)
	admin.apply(file)
	admin.post("/import?List=company&Name="+url.QueryEscape(personEmail+".csv"), []byte("Name\nNever applied\n")).status(201)
	admin.addKey(object{"name": "for " + shouted, "scope": "read"})

	// The person's role in another company goes to a colleague.
	api.addUser("heir@people.example", "Heir", false)
	handed := admin.addCompany("Handed over")
	link := admin.addModerator(handed, personEmail, tracker.RoleOwner)
	admin.put("/company/moderator", object{"id": link, "role": tracker.RoleOwner, "details": "Plugh lives in Xyzzy Street"}).status(200)
	admin.bulk(object{"list": "user", "ids": []string{shouted}, "action": "handOver", "params": object{"toEmail": "heir@people.example"}, "preview": false})
	admin.addModerator(handed, personEmail, tracker.RoleOwner)

	refusal := `'[{"error":"550 no mailbox ` + shouted + `"}]'`
	if api.store.Dialect() == "postgres" {
		refusal = `ARRAY['{"error":"550 no mailbox ` + shouted + `"}'::jsonb]`
	}
	api.exec(`INSERT INTO river_job (args, kind, queue, max_attempts, state, errors) VALUES ('{"kind":"notification","user":"x"}', 'mail', 'q9', 1, 'retryable', ` + refusal + `)`)
}

// columns lists every column of every table, as texts.
func (api *testAPI) columns() (all [][2]string) {
	api.t.Helper()
	sql := `SELECT ` + api.joined("table_name || ' ' || column_name") + ` FROM information_schema.columns WHERE table_schema = current_schema()`
	if api.store.Dialect() == "sqlite" {
		sql = `SELECT ` + api.joined("m.name || ' ' || c.name") + ` FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table' AND c.hidden = 0`
	}
	for line := range strings.Lines(api.text(sql)) {
		table, column, _ := strings.Cut(strings.TrimSpace(line), " ")
		all = append(all, [2]string{table, column})
	}
	return all
}

// findsPerson looks for values of the person in the whole database, and names the columns that have one.
func (api *testAPI) findsPerson() (found []string) {
	api.t.Helper()
	for _, c := range api.columns() {
		for _, word := range append([]string{personEmail, strings.ToLower(personName), url.QueryEscape(personEmail)}, personWords...) {
			if api.count(fmt.Sprintf(`SELECT count(*) FROM %q WHERE replace(lower(CAST(%q AS TEXT)), '%s', '') <> lower(CAST(%q AS TEXT))`, c[0], c[1], strings.ToLower(word), c[1])) > 0 {
				found = append(found, c[0]+"."+c[1]+": "+word)
			}
		}
	}
	return found
}

// isNowhere expects that nothing of the person is left. On SQLite the index of names follows its tables.
func (api *testAPI) isNowhere() {
	api.t.Helper()
	if api.store.Dialect() == "sqlite" {
		testkit.Until(api.t, "the names are indexed", func() bool { return api.count(`SELECT count(*) FROM search_pending`) == 0 })
	}
	if found := api.findsPerson(); len(found) > 0 {
		api.t.Errorf("still there: %v", found)
	}
}

// verified expects that every seal fits.
func (api *testAPI) verified(when string) {
	api.t.Helper()
	report, err := audit.Verify(api.t.Context(), api.store, nil, nil)
	if err != nil || len(report.Findings) > 0 {
		api.t.Errorf("%s: %+v, %v", when, report.Findings, err)
	}
}

func TestErasedPersonIsNowhere(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		company := api.addPerson(admin)
		api.seal() // some changes are sealed, and some are not
		admin.put("/UserManagement", object{"email": personEmail, "displayName": personName, "gender": 1, "lastName": "Plugh"}).status(200)
		if len(api.findsPerson()) < 20 {
			t.Fatalf("the person has left too few traces: %v", api.findsPerson())
		}

		// Only disabled users are erased, and nobody erases themselves.
		admin.put("/UserManagement/erase", object{"email": personEmail}).problem(422, "notDisabled")
		admin.put("/UserManagement/erase", object{"email": adminEmail}).problem(422, "oneself")
		admin.put("/UserManagement/erase", object{"email": "nobody@people.example"}).status(404)
		admin.put("/UserManagement/erase", object{"email": "no address"}).status(400)
		admin.put("/UserManagement/disable", object{"email": personEmail, "reason": 1}).status(200)
		edits := admin.changes("Entity=user&EntityId=" + personEmail)
		var left tracker.User
		admin.put("/UserManagement/erase", object{"email": strings.ToUpper(personEmail)}).status(200).into(&left)
		if !left.IsErased || left.Status != tracker.UserDisabled || left.IsAdmin || left.FirstName != nil || left.PhotoURL != nil || !tracker.IsErasedEmail(left.Email) {
			t.Errorf("left is %+v", left)
		}
		api.clock.Advance(time.Hour) // no transaction of before is left
		if err := api.app.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		api.isNowhere()
		api.verified("erased")
		if n := api.count(`SELECT count(*) FROM photo`); n != 0 {
			t.Errorf("%d photos are left", n)
		}
		if n := api.count(`SELECT count(*) FROM river_job WHERE state = 'running' AND kind = 'mail'`); n != 1 {
			t.Error("the row of a running job is gone, which crashes the queue")
		}
		if n := api.count(`SELECT count(*) FROM erasure WHERE done_at IS NOT NULL AND email_hash IS NULL`); n != 1 {
			t.Error("the erasure is not done")
		}

		// Nothing brings the person back.
		admin = api.admin()
		admin.get("/UserManagement/" + personEmail).status(404)
		for call, body := range map[string]object{"enable": {"email": left.Email}, "admin": {"email": left.Email, "isAdmin": true}, "address": {"email": left.Email, "address": address},
			"": {"email": left.Email, "displayName": "Back", "gender": 0}, "disable": {"email": left.Email, "reason": 2}} {
			admin.put(strings.TrimSuffix("/UserManagement/"+call, "/"), body).problem(422, "erased")
		}
		admin.put("/UserManagement/"+left.Email+"/photo", picture(t, 5)).problem(422, "erased")
		for _, change := range edits {
			if answer := admin.put("/change/undo", object{"seq": change.Seq, "force": true}); answer.Code == 200 {
				t.Errorf("the change %d (%s) of the person was taken back", change.Seq, change.Action)
			}
		}
		for _, change := range admin.changes("Entity=company&EntityId=" + company + "&Within=true") {
			admin.put("/change/undo", object{"seq": change.Seq, "force": true})
		}
		for _, path := range []string{"/change?PageSize=200", "/securityEvent?PageSize=200", "/UserManagement?PageSize=200", "/access?Entity=company&EntityId=" + company, "/search?Search=zelda", "/view?List=projectSubscription"} {
			if body := strings.ToLower(admin.get(path).status(200).Body.String()); strings.Contains(body, "zelda") || strings.Contains(body, "quux") || strings.Contains(body, "plugh") {
				t.Errorf("%s tells %s", path, body)
			}
		}
		if err := api.app.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		api.isNowhere()
		api.verified("after undo")

		// It is done once, and the history says so. The address is free.
		if seq := admin.put("/UserManagement/erase", object{"email": left.Email}).status(200).Header().Get("Change-Seq"); seq != "" {
			t.Errorf("erased twice: %s", seq)
		}
		of := admin.changes("Entity=user&EntityId=" + left.Email)
		if of[0].Action != "erase" || of[0].Actor.Email != adminEmail || of[0].Undo.Allowed {
			t.Errorf("the history says %+v", of[0])
		}
		for _, change := range of {
			if change.Undo.Allowed {
				t.Errorf("%+v can be undone", change)
			}
		}
		admin.post("/UserManagement", object{"email": personEmail, "displayName": "Namesake", "gender": 0}).status(201)
	})
}

// A person whose values are not gone when the server stops is erased by the next one that seals.
func TestErasingGoesOnAfterAKill(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		api.addPerson(admin)
		admin.put("/UserManagement/disable", object{"email": personEmail, "reason": 1}).status(200)
		id := api.text(`SELECT id FROM users WHERE email = '` + personEmail + `'`)
		api.seal()
		admin.put("/UserManagement/address", object{"email": personEmail, "address": object{"country": "Portugal", "provinceState": "Fribbleton"}}).status(200)
		// The first transaction commits, and the process dies before the history is erased.
		err := api.store.Write(t.Context(), func(tx *store.Tx) error {
			user, err := tx.User(t.Context(), id)
			if err != nil {
				return err
			}
			tombstone := tracker.Tombstone{UserID: id, Pseudonym: "feed", At: api.clock.Now()}
			if err := tx.EraseUser(t.Context(), user, user.Erased(tombstone), tombstone, nil); err != nil {
				return err
			}
			_, err = tx.InsertChange(t.Context(), store.Change{At: api.clock.Now(), Action: "erase", Entity: "user", EntityID: id, RequestID: "killed"})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if found := api.findsPerson(); len(found) == 0 {
			t.Error("nothing is left to do")
		}
		api.restart()
		api.clock.Advance(time.Hour)
		for range 2 { // the seal of the erasure comes with the first
			if err := api.app.Seal(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		api.isNowhere()
		api.verified("after a kill")
	})
}

// kept is a list of erased people outside of the database.
type kept struct{ all []tracker.Tombstone }

func (k *kept) Keep(all []tracker.Tombstone) error { k.all = all; return nil }
func (k *kept) Kept() ([]tracker.Tombstone, error) { return k.all, nil }

// A database from before the erasure has the person again. The list that is kept outside erases them again.
func TestARestoredPersonIsErasedAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		api.addPerson(admin)
		api.seal()
		id := api.text(`SELECT id FROM users WHERE email = '` + personEmail + `'`)
		api.deps.Tombstones = &kept{[]tracker.Tombstone{{UserID: id, Pseudonym: "0123456789abcdef", At: api.clock.Now()}, {UserID: "unknown", Pseudonym: "1"}}}
		api.restart()
		for _, want := range []int{1, 0} {
			if again, err := api.app.EraseAgain(t.Context()); again != want || err != nil {
				t.Errorf("%d erased again, %v", again, err)
			}
		}
		api.clock.Advance(time.Hour)
		if err := api.app.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		api.isNowhere()
		api.verified("erased again")
		api.admin().get("/UserManagement/erased-0123456789abcdef@erased.invalid").status(200)
	})
}

func TestPersonData(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		api.addPerson(admin)
		api.addUser("plain@people.example", "Plain", false)
		for _, c := range []*client{admin, api.signIn("other@people.example")} {
			if c != admin {
				c.get("/UserManagement/"+personEmail+"/data").problem(403, "forbidden")
				c.get("/UserManagement/nobody@people.example/data").problem(403, "forbidden")
				continue
			}
			var data struct {
				Profile tracker.User
				Access  []tracker.AccessEntry
				Records []struct {
					Table string
					Rows  []object
				}
				ChangesBy, ChangesOf []tracker.Change
			}
			answer := c.get("/UserManagement/" + personEmail + "/data").status(200).into(&data)
			rows := map[string]int{}
			for _, r := range data.Records {
				rows[r.Table] = len(r.Rows)
			}
			for table, atLeast := range map[string]int{"users": 1, "session": 1, "credential": 1, "totp": 1, "company_moderator": 1, "security_event": 3, "notification": 1, "notification_setting": 1,
				"calendar_feed": 1, "saved_view": 1, "import": 1} {
				if rows[table] < atLeast {
					t.Errorf("%d rows of %s", rows[table], table)
				}
			}
			if data.Profile.Email != personEmail || len(data.Access) < 2 || len(data.ChangesBy) < 3 || len(data.ChangesOf) < 3 {
				t.Errorf("%+v, %d rights, %d by, %d of", data.Profile, len(data.Access), len(data.ChangesBy), len(data.ChangesOf))
			}
			for _, secret := range []string{"argon2id", "hash\"", "secret"} {
				if strings.Contains(answer.Body.String(), secret) {
					t.Errorf("the data tells a secret: %s", secret)
				}
			}
		}
		admin.get("/UserManagement/nobody@people.example/data").status(404)
		// Everybody reads their own, and the history only as far as they may see it.
		api.signIn("plain@people.example").get("/UserManagement/PLAIN@people.example/data").status(200)
	})
}
