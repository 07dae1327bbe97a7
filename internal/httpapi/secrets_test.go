package httpapi_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"btracker/internal/tracker"
)

// Nothing that lets somebody in is kept or logged as it is: it is looked for in the log, the history, and every byte of a copy
// of the database, after a session that used all of it.
func TestSecretsAreNowhere(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		secrets := map[string]string{"password": password, "new password": newPassword, "wrong password": wrong}
		admin, grace := api.admin(), &client{api: api}
		var account tracker.Account
		grace.login(userEmail, wrong).status(401)
		grace.login(userEmail, password).status(200).into(&account)
		grace.token, secrets["token"] = account.Token, account.Token
		company := admin.addCompany("Northwind")
		admin.addModerator(company, userEmail, tracker.RoleOwner)

		// A key, used for reads, a change, a refusal and a bulk action.
		key := grace.addKey(object{"name": "Program", "scope": "write", "companyId": company}).Secret
		secrets["key"] = key
		program := &client{api: api, token: key}
		program.put("/company", object{"data": object{"id": company, "name": "Northwind Traders"}}).status(200)
		program.bulk(object{"list": "company", "ids": []string{company}, "action": "addModerator", "params": object{"userEmail": adminEmail, "role": 3}, "preview": false})
		program.get("/account").problem(403, "keyRefused")
		program.get("/company?access_token=" + key).status(200) // by the header; the address must not be logged

		var calendar tracker.CalendarAddress
		grace.post("/account/calendar", nil).status(201).into(&calendar)
		feed := calendar.URL[strings.LastIndex(calendar.URL, "/")+1:]
		secrets["calendar"] = strings.TrimSuffix(feed, ".ics")
		grace.get("//calendar/" + feed).status(200)

		totp, recovery := grace.setUpTotp()
		secrets["totp"] = totp
		for _, code := range recovery {
			secrets["recovery code "+code] = code
		}
		for _, method := range []string{tracker.FactorTotp, tracker.FactorRecovery} {
			ticket := api.anonymous().ticket(userEmail).Ticket
			code := map[string]string{tracker.FactorTotp: api.code(totp), tracker.FactorRecovery: recovery[0]}[method]
			secrets["ticket "+method] = ticket
			api.anonymous().second(ticket, method, code).status(200).into(&account)
			secrets["token "+method] = account.Token
		}
		secrets["waiting ticket"] = api.anonymous().ticket(userEmail).Ticket
		grace.put("/account/changePassword", object{"currentPassword": password, "newPassword": newPassword, "confirmNewPassword": newPassword}).status(200)
		api.anonymous().post("/account/requestPassReset", object{"email": userEmail}).status(200)
		api.deliver()
		secrets["reset link"] = api.mailedToken(userEmail)
		api.app.RecordUse(t.Context())

		kept := api.everythingStored()
		for what, text := range map[string]string{"the database": kept, "the log": api.logs.String(), "the history": admin.get("/change/export").Body.String(),
			"the security events": admin.get("/securityEvent/export").Body.String()} {
			if !strings.Contains(text, userEmail) && what != "the log" {
				t.Errorf("%s was not read", what)
			}
			for name, secret := range secrets {
				if strings.Contains(text, secret) {
					t.Errorf("%s holds the %s %s", what, name, secret)
				}
			}
		}
	})
}

// everythingStored is a copy of the whole database: that of a backup on SQLite, every row as text on PostgreSQL.
func (api *testAPI) everythingStored() string {
	api.t.Helper()
	if api.store.Dialect() == "sqlite" {
		file := filepath.Join(api.t.TempDir(), "copy.db")
		api.exec(`VACUUM INTO $1`, file)
		copied, err := os.ReadFile(file)
		if err != nil {
			api.t.Fatal(err)
		}
		return string(copied)
	}
	rows, err := api.store.Pool().Query(api.t.Context(), `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`)
	if err != nil {
		api.t.Fatal(err)
	}
	var tables []string
	for rows.Next() {
		var table string
		if err := rows.Scan(&table); err != nil {
			api.t.Fatal(err)
		}
		tables = append(tables, table)
	}
	rows.Close()
	var all strings.Builder
	for _, table := range tables {
		all.WriteString(api.text(`SELECT COALESCE(string_agg(r::text, ' '), '') FROM "` + table + `" r`))
	}
	return all.String()
}
