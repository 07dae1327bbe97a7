package batch_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// rowLines writes rows as lines.
func rowLines(rows []tracker.ImportRow) (lines []string) {
	for _, r := range rows {
		line := fmt.Sprintf("%d %s %s", r.Row, r.State, r.Name)
		for _, f := range r.Fields {
			line += fmt.Sprintf(" | %s: %s -> %s", f.Label, f.Before, f.After)
		}
		for _, field := range []string{"Row", "Id", "Name", "CompanyName", "CompanyId", "CategoryName", "SubscriptionName", "ProjectName",
			"Country", "Email", "Status", "Price", "StartAt", "EndAt", "AutoRenew", "NoticeDays", "SupportEmail", "SupportPhone", "Cost"} {
			if messages := r.Errors[field]; len(messages) > 0 {
				line += " ! " + field + ": " + strings.Join(messages, " ")
			}
		}
		lines = append(lines, line)
	}
	return lines
}

func expectRows(c *apitest.Client, i tracker.Import, state string, want ...string) {
	c.API.T.Helper()
	if d := cmp.Diff(want, rowLines(c.ImportRows(i.ID, state))); d != "" {
		c.API.T.Error(d)
	}
}

func TestImportCompanies(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		a := api.Admin()
		acme, twins := a.AddCompany("Acme"), a.AddCompany("Twin")
		a.AddCompany("twin")
		i := a.Compare("company", "\xEF\xBB\xBFId;NAME;E-Mail;Notes;Country;Province/State;Whatever\r\n"+
			";acme;Help@Acme.example;\"two; parts\";Portugal;Lisboa;x\r\n"+
			";Beta;;;;;\r\n"+
			";Twin;;;;;\r\n"+
			twins+";Twin;;'=1+1;;;\r\n"+
			";Gamma;nobody;;Spain;;\r\n"+
			"no-such-id;Delta;;;;;\r\n"+
			";BETA;;;;;\r\n"+
			";Short\r\n")
		field := func(name string) *string { return &name }
		want := tracker.Import{ID: i.ID, List: "company", Name: "file.csv", Rows: 8, Creates: 1, Updates: 2, Refused: 5, Version: 1, Columns: []tracker.ImportColumn{
			{Header: "Id", Field: field("id")}, {Header: "NAME", Field: field("name")}, {Header: "E-Mail", Field: field("supportEmail")}, {Header: "Notes", Field: field("details")},
			{Header: "Country", Field: field("country")}, {Header: "Province/State", Field: field("provinceState")}, {Header: "Whatever"}}}
		if d := cmp.Diff(want, i); d != "" {
			t.Error(d)
		}
		expectRows(a, i, "update",
			`2 update acme | Name: "Acme" -> "acme" | Details: null -> "two; parts" | Support Email: null -> "help@acme.example" | Country: null -> "Portugal" | Province State: null -> "Lisboa"`,
			`5 update Twin | Details: null -> "=1+1"`)
		expectRows(a, i, "create", `3 create Beta | Name: null -> "Beta"`)
		expectRows(a, i, "refused",
			`4 refused Twin ! Name: Name is not unique. Say which by the id.`,
			`6 refused Gamma ! SupportEmail: Support Email value is not an email format.`,
			`7 refused Delta ! Row: Item is not found.`,
			`8 refused BETA ! Row: Row 3 is about the same record.`,
			`9 refused  ! Row: Row has 2 cells, and there are 7 headings.`)
		refused := a.Get("/import/" + i.ID + "/refused").Status(200).Body.String()
		if !strings.HasPrefix(refused, "Id,NAME,E-Mail,Notes,Country,Province/State,Whatever,Reasons\n,Twin,,,,,,Name is not unique. Say which by the id.\n,Gamma,nobody") {
			t.Errorf("refused rows: %s", refused)
		}

		// Nothing is changed yet. Another column makes another comparison.
		if n := api.Count("SELECT count(*) FROM company"); n != 3 {
			t.Errorf("%d companies", n)
		}
		columns := i.Columns
		columns[3].Field, columns[6].Field = nil, field("details")
		a.Put("/import/columns", object{"id": i.ID, "columns": columns, "version": 1}).Status(200).Into(&i)
		if i.Version != 2 || i.Updates != 1 || i.Unchanged != 1 {
			t.Errorf("%+v", i)
		}
		expectRows(a, i, "update", `2 update acme | Name: "Acme" -> "acme" | Details: null -> "x" | Support Email: null -> "help@acme.example" | Country: null -> "Portugal" | Province State: null -> "Lisboa"`)
		a.Put("/import/columns", object{"id": i.ID, "columns": columns, "version": 1}).Problem(409, "versionConflict")
		a.Put("/import/columns", object{"id": i.ID, "columns": columns[1:]}).FieldError("Columns", "Columns must be those of the file, in their order.")

		b := a.Apply(i)
		if b.State != tracker.BulkDone || b.Done != 2 || b.Refused != 0 {
			t.Errorf("%+v", b)
		}
		if again := a.Apply(i); again.ID != b.ID {
			t.Errorf("applied twice: %+v", again)
		}
		var c tracker.CompanyDetails
		a.Get("/company/" + acme).Status(200).Into(&c)
		if c.Name != "acme" || c.HeadAddress == nil || c.HeadAddress.Country != "Portugal" || *c.Details != "x" {
			t.Errorf("%+v", c.Company)
		}
		var changes []tracker.Change
		a.Get("/change?BatchId=" + b.BatchID).Status(200).Into(&changes)
		if len(changes) != 2 || *changes[0].Via != (tracker.Via{Kind: "import", Name: "file.csv"}) {
			t.Errorf("%+v", changes)
		}
		a.Put("/change/undo", object{"batchId": b.BatchID}).Status(200)
		a.Get("/company/" + acme).Status(200).Into(&c)
		if c.Name != "Acme" || c.HeadAddress != nil || c.Details != nil {
			t.Errorf("after the undo: %+v", c.Company)
		}
		a.Delete("/import", object{"id": i.ID}).Status(204)
		a.Delete("/import", object{"id": i.ID}).Status(204)
		a.Get("/import/" + i.ID).Status(404)
		if n := api.Count("SELECT count(*) FROM import_row"); n != 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}

func TestImportOtherLists(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		a := api.Admin()
		acme := a.AddCompany("Acme")
		other := a.AddCompany("Other")
		shop := api.AddProject(acme, "Shop")
		a.Post("/subscription/categories", object{"name": "Hosting"}).Status(201)
		a.Post("/product/categories", object{"name": "Printers"}).Status(201)

		i := a.Compare("project", "Company,Name\nacme,SHOP\nAcme,New\nNobody,New\n,New\n")
		expectRows(a, i, "", `2 update SHOP | Name: "Shop" -> "SHOP"`, `3 create New | Name: null -> "New"`, `4 refused New ! CompanyName: Company is not found.`,
			`5 refused New ! CompanyId: Company field is required.`)
		if b := a.Apply(i); b.Done != 2 || b.Refused != 0 {
			t.Errorf("%+v", b)
		}
		i = a.Compare("project", "Id,Company Id,Name\n"+shop+","+other+",Shop\n"+shop+","+acme+",SHOP\n")
		expectRows(a, i, "", `2 refused Shop ! CompanyId: Company can not be changed.`, `3 unchanged SHOP`)
		a.Put("/import/apply", object{"id": i.ID}).Problem(422, "nothingToImport")

		i = a.Compare("subscription", "Category\tName\tCost\tStatus\tNotice Days\nhosting\tServer\t1.234,50 USD\tTemporarily unavailable\t14\nHosting\tMail\t1,500\t\t\nNone\tX\t5\t\t\nHosting\tY\tabc\todd\t400\n")
		expectRows(a, i, "", `2 create Server | Category: null -> "Hosting" | Name: null -> "Server" | Status: null -> 1 | Cost: null -> 1234.50 | Notice Days: null -> 14`,
			`3 refused Mail ! Cost: Cost may be thousands or decimals: write 1234.00 or 1.23.`,
			`4 refused X ! CategoryName: Category is not one of the categories.`,
			`5 refused Y ! Status: Status must be one of provided options. ! NoticeDays: Notice Days must be a whole number from 0 to 365. ! Cost: Cost must be a positive amount of at most 999999999.99.`)
		a.Apply(i)
		i = a.Compare("product", "Category,Name\nPrinters,Label printer\n")
		a.Apply(i)

		i = a.Compare("user", "E-mail,Name,Gender,Administrator,Country,State,City\nGrace@example.com,Grace Hopper,female,true,USA,New York,\n"+apitest.AdminEmail+",Chief,,,,,Porto\n")
		expectRows(a, i, "", `2 create Grace Hopper | Email: null -> "grace@example.com" | Display Name: null -> "Grace Hopper" | Gender: null -> 2 | Country: null -> "USA" | Province State: null -> "New York"`,
			`3 refused Ada Admin ! Country: Country field is required.`)
		if b := a.Apply(i); b.Done != 1 {
			t.Errorf("%+v", b)
		}
		if n := api.Count("SELECT count(*) FROM users WHERE email = 'grace@example.com' AND is_admin"); n != 0 {
			t.Error("an import made an administrator")
		}

		i = a.Compare("projectSubscription", "Company,Project,Category,Subscription,Start,End,Renews,Price\nAcme,Shop,Hosting,Server,1.11.2026,30.11.2026,ja,\"29,50\"\nAcme,Shop,Hosting,Nothing,1.11.2026,30.11.2026,ja,1\nAcme,Shop,Hosting,Server,30.11.2026,1.11.2026,maybe,1\n")
		expectRows(a, i, "", `2 create Server | Subscription: null -> "Server" | Start At: null -> "2026-11-01T00:00:00Z" | End At: null -> "2026-11-30T23:59:59Z" | Auto Renew: null -> true | Price: null -> 29.50`,
			`3 refused Nothing ! SubscriptionName: Subscription is not found.`,
			`4 refused Server ! AutoRenew: Auto Renew must be yes or no.`)
		b := a.Apply(i)
		if b.Done != 1 {
			t.Errorf("%+v", b)
		}
		var subs []tracker.ListedSubscription
		a.Get("/project/subscription").Status(200).Into(&subs)
		if len(subs) != 1 {
			t.Fatalf("%+v", subs)
		}
		i = a.Compare("projectSubscription", "Id,Price,Auto Renew\n"+subs[0].ID+",31,no\n")
		expectRows(a, i, "", `2 update Server | Auto Renew: true -> false | Price: 29.50 -> 31`)
		if b := a.Apply(i); b.Done != 1 {
			t.Errorf("%+v", b)
		}
		a.Get("/import/template?List=projectSubscription").Status(200)
		if got := a.Get("/import/template?List=project").Status(200).Body.String(); got != "Id,Company Id,Company,Name\n" {
			t.Error(got)
		}
	})
}

// An export that is imported again changes nothing, whatever the values are.
func TestExportImportChangesNothing(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		for _, list := range tracker.OwnLists {
			for key, kind := range map[string]string{"remark": "text", "amount": "number", "since": "date", "vip": "yesNo", "page": "link"} {
				s.Made("/field", object{"list": list, "key": key, "label": strings.ToUpper(key), "labelDe": key + " (de)", "kind": kind})
			}
			s.Made("/field", object{"list": list, "key": "tier", "label": "Tier", "kind": "choice", "options": []string{"=Gold", "'+Silver"}})
		}
		ownOf := func(text string) object {
			return object{"remark": text, "amount": -1234.5678, "since": "2026-11-17", "vip": false, "page": "https://example.com/?a=1&b=%20;", "tier": "'+Silver"}
		}
		for _, name := range []string{"=1+1", "'=1", "''+2", "+351 21 555", "-x", "@y", "semi;colon", "semi;=1+1", "semi;'@2", `quo"te`, "com,ma", "_x0041_", "<&>", "Ünï"} {
			id := s.AddCompany(name)
			s.Put("/company", object{"data": object{"id": id, "name": name, "details": name + "\n- line two\n'=3", "supportPhone": "+49 30-12", "own": ownOf(name)}}).Status(200)
			s.Put("/company/address", object{"id": id, "address": object{"country": name, "provinceState": name, "city": "City"}}).Status(200)
			s.Made("/project", object{"companyId": id, "name": name, "own": ownOf(name)})
			s.Post("/subscription", object{"own": ownOf(name), "categoryName": "Hosting", "name": name, "details": name, "status": 1, "cost": 19.99, "noticeDays": 3}).Status(201)
		}
		s.AttachSubscription(30, true)
		id := s.AttachSubscription(40, false)
		for list, record := range map[string]string{"projectSubscription": id, "product": s.Product} {
			for key, value := range ownOf("=1+1;'@2") {
				s.ExpectBulk(apitest.Bulk(list, "setField", object{"key": key, "value": value}, record), 1, 0)
			}
		}
		api.Exec("UPDATE project_subscription SET end_at = end_at + 789 WHERE id = '" + id + "'") // to the millisecond
		addresses := map[string]string{"company": "name,headAddress.city,id,headAddress.country,headAddress.provinceState,monthlyPrice,version",
			"user":    "email,gender,address.country,address.city,status",
			"project": "id,name", "product": "id,status", "subscription": "cost,id", "projectSubscription": "id,price,endAt"}
		own := ",own.remark,own.amount,own.since,own.vip,own.page,own.tier"
		for list, path := range map[string]string{"company": "/company", "project": "/project", "product": "/product", "subscription": "/subscription", "user": "/UserManagement",
			"projectSubscription": "/project/subscription"} {
			queries := []string{"Format=csv", "Format=xlsx", "Format=csv&Columns=" + addresses[list]}
			if slices.Contains(tracker.OwnLists, list) {
				queries = append(queries, "Format=csv&Columns=id"+own, "Format=xlsx&Columns=id"+own)
			}
			for _, query := range queries {
				for _, language := range []any{nil, tracker.German} {
					s.Put("/account/language", object{"language": language}).Status(200)
					file := s.Get(path + "/export?" + query).Status(200).Body.String()
					i := s.Compare(list, file)
					// Every column is read, so that none is unchanged because nobody knows it.
					if unknown := slices.ContainsFunc(i.Columns, func(c tracker.ImportColumn) bool { return c.Field == nil && strings.Contains(query, own) }); unknown {
						t.Errorf("%s %s %v: columns %+v", list, query, language, i.Columns)
					}
					if i.Rows == 0 || i.Unchanged != i.Rows {
						t.Errorf("%s %s %v: %+v %q", list, query, language, i, rowLines(s.ImportRows(i.ID, "")))
					}
				}
			}
		}
	})
}

// Refused rows are a file like every export, though headings and cells are those of the file that was sent.
func TestRefusedRowsHoldNoFormula(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		a := api.Admin()
		const file = "Id,\"'=1+1\",\"x;'@SUM(1)\",Name\nnone,'-2,\"a;'=3\",\n"
		i := a.Compare("company", file)
		const want = "Id,'=1+1,\"x;'@SUM(1)\",Name,Reasons\nnone,'-2,\"a;'=3\",,"
		refused := a.Get("/import/" + i.ID + "/refused").Status(200).Body.String()
		if !strings.HasPrefix(refused, want) {
			t.Errorf("refused rows: %s, want %s", refused, want)
		}
		if again := a.Compare("company", refused); !reflect.DeepEqual(again.Columns[:4], i.Columns) {
			t.Errorf("read again, the headings are %+v, not %+v", again.Columns, i.Columns)
		}
	})
}

// Pages are told how far a file is while it is read and compared.
func TestImportProgressIsLive(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		a := api.Admin()
		p := apitest.LivePages(t, api, apitest.AdminEmail)
		file := "Name\n"
		for n := range 700 {
			file += fmt.Sprintf("Company %d\n", n)
		}
		i := a.Compare("company", file)
		want := fmt.Sprintf(`user-%s ImportProgress {"id":%q,"list":"company","name":"file.csv","state":"comparing","done":500,"total":700}`, apitest.AdminEmail, i.ID)
		if told := <-p.Told; told != want {
			t.Errorf("told %s, want %s", told, want)
		}
	})
}
