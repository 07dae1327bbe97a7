package record_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
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
func addPerson(api *apitest.API, admin *apitest.Client) (company string) {
	t := api.T
	t.Helper()
	admin.Post("/UserManagement", object{"email": personEmail, "displayName": personName, "gender": 1, "firstName": "Zelda", "lastName": "Plugh", "phoneNumber": "+99 555 0199",
		"address": object{"country": "Portugal", "provinceState": "Fribbleton", "street": "Xyzzy Street"}}).Status(201)
	api.Deliver()
	api.Anonymous().Put("/account/resetPass", apitest.Reset(personEmail, api.MailedToken(personEmail), apitest.Password)).Status(200)
	api.AddUser("other@people.example", "Other One", true)
	company = admin.AddCompany("Acme")
	project := api.AddProject(company, "p")
	link := admin.AddModerator(company, personEmail, tracker.RoleOwner)
	admin.Put("/company/moderator", object{"id": link, "role": tracker.RoleOwner, "details": "Plugh is the wife of the owner"}).Status(200)
	admin.Put("/UserManagement/admin", object{"email": personEmail, "isAdmin": true}).Status(200)
	zelda := api.SignInFrom(personEmail, "198.51.100.77", "Plugh browser")
	zelda.Put("/account/photo", apitest.Picture(t, 7)).Status(200)
	zelda.Put("/account/photo", apitest.Picture(t, 9)).Status(200)
	zelda.Put("/account/profile", object{"displayName": personName, "gender": 1, "phoneNumber": "+99 555 0199", "lastName": "Plugh"}).Status(200)
	zelda.Post("/account/calendar", nil).Status(201)
	zelda.Put("/account/language", object{"language": "de"}).Status(200)
	zelda.Put("/account/notificationSettings", object{"remindDays": []int{3}, "email": "off", "hour": 8, "timeZone": "UTC", "onlyResponsible": false,
		"kinds": object{"endsSoon": true, "ended": true, "renewed": true, "canceled": true}}).Status(200)
	zelda.Post("/view", object{"list": "company", "name": "Plugh's own", "query": "Search=a", "isShared": false, "isDefault": true}).Status(201)
	zelda.Post("/company", object{"name": "Made by her"}).Status(201)
	uploaded(zelda, "company", company, "offer.txt", []byte("Offer"), "")
	write(zelda, "company", company, "The offer is out")
	zelda.Put("/account/reportSettings", object{"email": "monthly"}).Status(200)
	zelda.Put("/UserManagement/admin", object{"email": "other@people.example", "isAdmin": false}).Status(200) // "by zelda" in an event of another
	zelda.SetUpTotp()
	zelda.Compare("company", "Name\nPlugh's file\n")
	admin.Post("/view", object{"list": "projectSubscription", "name": "hers", "query": "Responsible=" + url.QueryEscape(personEmail),
		"isShared": true, "isDefault": false}).Status(201)
	admin.Post("/plan", object{"name": "Without " + personEmail, "until": "2027-06", "isShared": true, "changes": []object{
		{"list": "projectSubscription", "query": "State=renews&Responsible=" + url.QueryEscape(strings.ToUpper(personEmail)), "action": "reprice",
			"params": object{"percent": 5}, "on": "2027-01-01"}}}).Status(201)
	admin.Compare("user", "Email,Display Name,Gender\n"+strings.ToUpper(personEmail)+",Zelda Quuxfield,None\nnew@people.example,New,None\n")
	admin.Bulk(object{"list": "company", "ids": []string{company}, "action": "addModerator", "params": object{"userEmail": personEmail, "role": tracker.RoleOwner}, "preview": false})
	addTextsOfOthers(api, admin)
	api.Anonymous().Login(personEmail, "Wrong-Password-1").Status(401)
	id := api.Text(`SELECT id FROM users WHERE email = '` + personEmail + `'`)
	api.Exec(`INSERT INTO notification (id, recipient_id, kind, threshold, title, details, item_id, item_parent_id, created_at, search_text)
		VALUES ('n1', $1, 'ended', 1, 'Title', 'For Zelda', 'i', $2, 1, '')`, id, project)
	mail := `{"kind":"security","email":"` + personEmail + `"}`
	for i, job := range []struct{ args, state string }{
		{`{"kind":"invitation","email":"new@people.example","invitedBy":"` + personName + `"}`, "available"},
		{mail, "available"},
		{mail, "running"},
	} {
		api.Exec(fmt.Sprintf(`INSERT INTO river_job (args, kind, queue, max_attempts, state) VALUES ('%s', 'mail', 'q%d', 1, '%s')`, job.args, i, job.state))
	}
	return company
}

// addTextsOfOthers has other people write the address of the person, in capitals and in other encodings.
func addTextsOfOthers(api *apitest.API, admin *apitest.Client) {
	api.T.Helper()
	shouted := strings.ToUpper(personEmail)
	for i, query := range []string{"Responsible=" + shouted, "Search=x&Responsible=" + url.QueryEscape(shouted), "Responsible=%7a%45lda.quux%40people.example&Search=%zz"} {
		admin.Post("/view", object{"list": "projectSubscription", "name": fmt.Sprint(shouted, " ", i), "query": query, "isShared": i == 0, "isDefault": false}).Status(201)
	}
	var file tracker.Import
	admin.Post("/import?List=company&Name="+url.QueryEscape("from "+shouted+".csv"), []byte("Name\nFrom a file\n")).Status(201).Into(&file)
	admin.Apply(file)
	admin.Post("/import?List=company&Name="+url.QueryEscape(personEmail+".csv"), []byte("Name\nNever applied\n")).Status(201)
	admin.AddKey(object{"name": "for " + shouted, "scope": "read"})

	// The person's role in another company goes to a colleague.
	api.AddUser("heir@people.example", "Heir", false)
	handed := admin.AddCompany("Handed over")
	link := admin.AddModerator(handed, personEmail, tracker.RoleOwner)
	admin.Put("/company/moderator", object{"id": link, "role": tracker.RoleOwner, "details": "Plugh lives in Xyzzy Street"}).Status(200)
	admin.Bulk(object{"list": "user", "ids": []string{shouted}, "action": "handOver", "params": object{"toEmail": "heir@people.example"}, "preview": false})
	admin.AddModerator(handed, personEmail, tracker.RoleOwner)

	refusal := `'[{"error":"550 no mailbox ` + shouted + `"}]'`
	if api.Store.Dialect() == "postgres" {
		refusal = `ARRAY['{"error":"550 no mailbox ` + shouted + `"}'::jsonb]`
	}
	api.Exec(`INSERT INTO river_job (args, kind, queue, max_attempts, state, errors) VALUES ('{"kind":"notification","user":"x"}', 'mail', 'q9', 1, 'retryable', ` + refusal + `)`)
}

// everyColumn lists every column of every table, as texts.
func everyColumn(api *apitest.API) (all [][2]string) {
	api.T.Helper()
	sql := `SELECT ` + api.Joined("table_name || ' ' || column_name") + ` FROM information_schema.columns WHERE table_schema = current_schema()`
	if api.Store.Dialect() == "sqlite" {
		sql = `SELECT ` + api.Joined("m.name || ' ' || c.name") + ` FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table' AND c.hidden = 0`
	}
	for line := range strings.Lines(api.Text(sql)) {
		table, column, _ := strings.Cut(strings.TrimSpace(line), " ")
		all = append(all, [2]string{table, column})
	}
	return all
}

// findsPerson looks for values of the person in the whole database, and names the columns that have one.
func findsPerson(api *apitest.API) (found []string) {
	api.T.Helper()
	for _, c := range everyColumn(api) {
		for _, word := range append([]string{personEmail, strings.ToLower(personName), url.QueryEscape(personEmail)}, personWords...) {
			if api.Count(fmt.Sprintf(`SELECT count(*) FROM %q WHERE replace(lower(CAST(%q AS TEXT)), '%s', '') <> lower(CAST(%q AS TEXT))`, c[0], c[1], strings.ToLower(word), c[1])) > 0 {
				found = append(found, c[0]+"."+c[1]+": "+word)
			}
		}
	}
	return found
}

// expectNowhere expects that nothing of the person is left. On SQLite the index of names follows its tables.
func expectNowhere(api *apitest.API) {
	api.T.Helper()
	if api.Store.Dialect() == "sqlite" {
		testkit.Until(api.T, "the names are indexed", func() bool { return api.Count(`SELECT count(*) FROM search_pending`) == 0 })
	}
	if found := findsPerson(api); len(found) > 0 {
		api.T.Errorf("still there: %v", found)
	}
}

// expectVerified expects that every seal fits.
func expectVerified(api *apitest.API, when string) {
	api.T.Helper()
	report, err := audit.Verify(api.T.Context(), api.Store, nil, nil)
	if err != nil || len(report.Findings) > 0 {
		api.T.Errorf("%s: %+v, %v", when, report.Findings, err)
	}
}

func TestErasedPersonIsNowhere(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		company := addPerson(api, admin)
		api.Seal() // some changes are sealed, and some are not
		admin.Put("/UserManagement", object{"email": personEmail, "displayName": personName, "gender": 1, "lastName": "Plugh"}).Status(200)
		if len(findsPerson(api)) < 20 {
			t.Fatalf("the person has left too few traces: %v", findsPerson(api))
		}

		// Only disabled users are erased, and nobody erases themselves.
		admin.Put("/UserManagement/erase", object{"email": personEmail}).Problem(422, "notDisabled")
		admin.Put("/UserManagement/erase", object{"email": apitest.AdminEmail}).Problem(422, "oneself")
		admin.Put("/UserManagement/erase", object{"email": "nobody@people.example"}).Status(404)
		admin.Put("/UserManagement/erase", object{"email": "no address"}).Status(400)
		admin.Put("/UserManagement/disable", object{"email": personEmail, "reason": 1}).Status(200)
		edits := admin.Changes("Entity=user&EntityId=" + personEmail)
		var left tracker.User
		admin.Put("/UserManagement/erase", object{"email": strings.ToUpper(personEmail)}).Status(200).Into(&left)
		if !left.IsErased || left.Status != tracker.UserDisabled || left.IsAdmin || left.FirstName != nil || left.PhotoURL != nil || !tracker.IsErasedEmail(left.Email) {
			t.Errorf("left is %+v", left)
		}
		api.Clock.Advance(time.Hour) // no transaction of before is left
		if err := api.App.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		expectNowhere(api)
		expectVerified(api, "erased")
		if n := api.Count(`SELECT count(*) FROM photo`); n != 0 {
			t.Errorf("%d photos are left", n)
		}
		if n := api.Count(`SELECT count(*) FROM river_job WHERE state = 'running' AND kind = 'mail'`); n != 1 {
			t.Error("the row of a running job is gone, which crashes the queue")
		}
		if n := api.Count(`SELECT count(*) FROM erasure WHERE done_at IS NOT NULL AND email_hash IS NULL`); n != 1 {
			t.Error("the erasure is not done")
		}

		// Nothing brings the person back.
		admin = api.Admin()
		admin.Get("/UserManagement/" + personEmail).Status(404)
		for call, body := range map[string]object{"enable": {"email": left.Email}, "admin": {"email": left.Email, "isAdmin": true},
			"address": {"email": left.Email, "address": apitest.Address},
			"":        {"email": left.Email, "displayName": "Back", "gender": 0}, "disable": {"email": left.Email, "reason": 2}} {
			admin.Put(strings.TrimSuffix("/UserManagement/"+call, "/"), body).Problem(422, "erased")
		}
		admin.Put("/UserManagement/"+left.Email+"/photo", apitest.Picture(t, 5)).Problem(422, "erased")
		for _, change := range edits {
			if answer := admin.Put("/change/undo", object{"seq": change.Seq, "force": true}); answer.Code == 200 {
				t.Errorf("the change %d (%s) of the person was taken back", change.Seq, change.Action)
			}
		}
		for _, change := range admin.Changes("Entity=company&EntityId=" + company + "&Within=true") {
			admin.Put("/change/undo", object{"seq": change.Seq, "force": true})
		}
		for _, path := range []string{"/change?PageSize=200", "/securityEvent?PageSize=200", "/UserManagement?PageSize=200",
			"/access?Entity=company&EntityId=" + company, "/search?Search=zelda", "/view?List=projectSubscription"} {
			if body := strings.ToLower(admin.Get(path).Status(200).Body.String()); strings.Contains(body, "zelda") || strings.Contains(body, "quux") || strings.Contains(body, "plugh") {
				t.Errorf("%s tells %s", path, body)
			}
		}
		if err := api.App.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		expectNowhere(api)
		expectVerified(api, "after undo")

		// It is done once, and the history says so. The address is free.
		if seq := admin.Put("/UserManagement/erase", object{"email": left.Email}).Status(200).Header().Get("Change-Seq"); seq != "" {
			t.Errorf("erased twice: %s", seq)
		}
		of := admin.Changes("Entity=user&EntityId=" + left.Email)
		if of[0].Action != "erase" || of[0].Actor.Email != apitest.AdminEmail || of[0].Undo.Allowed {
			t.Errorf("the history says %+v", of[0])
		}
		for _, change := range of {
			if change.Undo.Allowed {
				t.Errorf("%+v can be undone", change)
			}
		}
		admin.Post("/UserManagement", object{"email": personEmail, "displayName": "Namesake", "gender": 0}).Status(201)
	})
}

// A person whose values are not gone when the server stops is erased by the next one that seals.
func TestErasingGoesOnAfterAKill(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		addPerson(api, admin)
		admin.Put("/UserManagement/disable", object{"email": personEmail, "reason": 1}).Status(200)
		id := api.Text(`SELECT id FROM users WHERE email = '` + personEmail + `'`)
		api.Seal()
		admin.Put("/UserManagement/address", object{"email": personEmail, "address": object{"country": "Portugal", "provinceState": "Fribbleton"}}).Status(200)
		// The first transaction commits, and the process dies before the history is erased.
		err := api.Store.Write(t.Context(), func(tx *store.Tx) error {
			user, err := tx.User(t.Context(), id)
			if err != nil {
				return err
			}
			tombstone := tracker.Tombstone{UserID: id, Pseudonym: "feed", At: api.Clock.Now()}
			if err := tx.EraseUser(t.Context(), user, user.Erased(tombstone), tombstone, nil); err != nil {
				return err
			}
			_, err = tx.InsertChange(t.Context(), store.Change{At: api.Clock.Now(), Action: "erase", Entity: "user", EntityID: id, RequestID: "killed"})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if found := findsPerson(api); len(found) == 0 {
			t.Error("nothing is left to do")
		}
		api.Restart()
		api.Clock.Advance(time.Hour)
		for range 2 { // the seal of the erasure comes with the first
			if err := api.App.Seal(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		expectNowhere(api)
		expectVerified(api, "after a kill")
	})
}

// kept is a list of erased people outside of the database.
type kept struct{ all []tracker.Tombstone }

func (k *kept) Keep(all []tracker.Tombstone) error { k.all = all; return nil }
func (k *kept) Kept() ([]tracker.Tombstone, error) { return k.all, nil }

// A database from before the erasure has the person again. The list that is kept outside erases them again.
func TestARestoredPersonIsErasedAgain(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		addPerson(api, admin)
		api.Seal()
		id := api.Text(`SELECT id FROM users WHERE email = '` + personEmail + `'`)
		api.Deps.Tombstones = &kept{[]tracker.Tombstone{{UserID: id, Pseudonym: "0123456789abcdef", At: api.Clock.Now()}, {UserID: "unknown", Pseudonym: "1"}}}
		api.Restart()
		for _, want := range []int{1, 0} {
			if again, err := api.App.EraseAgain(t.Context()); again != want || err != nil {
				t.Errorf("%d erased again, %v", again, err)
			}
		}
		api.Clock.Advance(time.Hour)
		if err := api.App.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		expectNowhere(api)
		expectVerified(api, "erased again")
		api.Admin().Get("/UserManagement/erased-0123456789abcdef@erased.invalid").Status(200)
	})
}

func TestPersonData(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		addPerson(api, admin)
		api.AddUser("plain@people.example", "Plain", false)
		for _, c := range []*apitest.Client{admin, api.SignIn("other@people.example")} {
			if c != admin {
				c.Get("/UserManagement/"+personEmail+"/data").Problem(403, "forbidden")
				c.Get("/UserManagement/nobody@people.example/data").Problem(403, "forbidden")
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
			answer := c.Get("/UserManagement/" + personEmail + "/data").Status(200).Into(&data)
			rows := map[string]int{}
			for _, r := range data.Records {
				rows[r.Table] = len(r.Rows)
			}
			for table, atLeast := range map[string]int{"users": 1, "session": 1, "credential": 1, "totp": 1, "company_moderator": 1,
				"security_event": 3, "notification": 1, "notification_setting": 1,
				"calendar_feed": 1, "saved_view": 1, "import": 1, "note": 1, "document": 1, "report_setting": 1} {
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
		admin.Get("/UserManagement/nobody@people.example/data").Status(404)
		// Everybody reads their own, and the history only as far as they may see it.
		plain := api.SignIn("plain@people.example")
		plain.Put("/account/profile", object{"displayName": "Plain Person", "gender": 0}).Status(200)
		var own struct{ ChangesOf []tracker.Change }
		plain.Get("/UserManagement/PLAIN@people.example/data").Status(200).Into(&own)
		if len(own.ChangesOf) != 1 || len(own.ChangesOf[0].Fields) != 1 || own.ChangesOf[0].Fields[0].Name != "displayName" || !own.ChangesOf[0].Undo.Allowed {
			t.Errorf("own changes: %+v", own.ChangesOf)
		}
	})
}
