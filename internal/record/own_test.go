package record_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func addField(c *apitest.Client, list, key, kind string, more object) (f tracker.OwnField) {
	c.API.T.Helper()
	c.Post("/field", apitest.Merged(object{"list": list, "key": key, "label": "The " + key, "kind": kind}, more)).Status(201).Into(&f)
	return f
}

// ownOf is the own fields of a record, as JSON.
func ownOf(c *apitest.Client, path string) string {
	c.API.T.Helper()
	var record struct{ Own tracker.Own }
	c.Get(path).Status(200).Into(&record)
	text, _ := record.Own.MarshalJSON()
	return string(text)
}

func expectOwn(c *apitest.Client, path, want string) {
	c.API.T.Helper()
	if got := ownOf(c, path); got != want {
		c.API.T.Errorf("%s: own %s, want %s", path, got, want)
	}
}

// listedOwn are the own values of a key in the rows of a list.
func listedOwn(c *apitest.Client, path, key string) string {
	c.API.T.Helper()
	var rows []struct{ Own tracker.Own }
	c.Get(path).Status(200).Into(&rows)
	var values []string
	for _, row := range rows {
		values = append(values, row.Own.Text(key))
	}
	return strings.Join(values, ",")
}

func TestFieldsAreMadeAndChanged(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		a := api.Admin()
		api.AddUser("mia@example.com", "Mia", false)
		mia := api.SignIn("mia@example.com")
		company := a.AddCompany("Acme")
		a.AddModerator(company, "mia@example.com", tracker.RoleManager)
		f := addField(a, "company", "vatId", "text", object{"labelDe": "USt-IdNr."})
		if f.Position != 0 || f.Version != 1 || f.Options == nil || *f.LabelDe != "USt-IdNr." {
			t.Errorf("made: %+v", f)
		}
		size := addField(a, "company", "size", "choice", object{"options": []string{"small", "large"}})
		for _, wrong := range []object{
			{"key": "vat id"}, {"key": "VATID"}, {"key": ""}, {"kind": "money"}, {"list": "user"}, {"label": ""}, {"kind": "choice"}, {"options": []string{"a"}},
			{"kind": "choice", "options": []string{"a", "A"}},
		} {
			a.Post("/field", apitest.Merged(object{"list": "company", "key": "other", "label": "Other", "kind": "text"}, wrong)).Status(400)
		}
		mia.Post("/field", object{"list": "company", "key": "x", "label": "X", "kind": "text"}).Status(403)
		mia.Put("/field", object{"id": f.ID, "label": "X"}).Status(403)
		mia.Delete("/field", object{"id": f.ID}).Status(403)
		var listed []tracker.OwnField
		mia.Get("/field?List=company").Status(200).Into(&listed)
		if len(listed) != 2 || listed[0].Key != "vatId" || listed[1].Key != "size" {
			t.Errorf("listed: %+v", listed)
		}

		// Key and list are fixed; the kind is once there is a value.
		a.Put("/field", object{"id": f.ID, "key": "other"}).Status(400)
		a.Put("/field", object{"id": f.ID, "list": "project"}).Status(400)
		a.Put("/field", object{"id": f.ID, "kind": "number"}).Status(200)
		a.Put("/field", object{"id": f.ID, "kind": "text", "label": "VAT", "version": 1}).Status(409)
		a.Put("/field", object{"id": f.ID, "kind": "text", "label": "VAT"}).Status(200)
		a.Put("/company", object{"data": object{"id": company, "name": "Acme", "own": object{"vatId": " DE1 ", "size": "small"}}}).Status(200)
		expectOwn(a, "/company/"+company, `{"size":"small","vatId":"DE1"}`)
		refusal := a.Put("/field", object{"id": f.ID, "kind": "number"}).Status(422)
		if !strings.Contains(refusal.Body.String(), `"kindFixed"`) {
			t.Error(refusal.Body)
		}
		refusal = a.Put("/field", object{"id": size.ID, "options": []string{"large", "huge"}}).Status(422)
		if body := refusal.Body.String(); !strings.Contains(body, `"optionInUse"`) || !strings.Contains(body, `"count":1`) {
			t.Error(body)
		}
		a.Put("/field", object{"id": size.ID, "options": []string{"huge", "small"}}).Status(200)

		// Order.
		third := addField(a, "company", "third", "date", nil)
		a.Put("/field", object{"id": third.ID, "position": 0}).Status(200)
		order := func() string {
			var keys []string
			a.Get("/field?List=company").Status(200).Into(&listed)
			for _, f := range listed {
				keys = append(keys, fmt.Sprint(f.Key, f.Position))
			}
			return strings.Join(keys, " ")
		}
		if got := order(); got != "third0 vatId1 size2" {
			t.Error(got)
		}
		a.Undone(a.Changes("?Entity=field&PageSize=1")[0].Seq)
		if got := order(); got != "vatId0 size1 third2" {
			t.Error(got)
		}

		// Removing hides field and values, undo brings both back, as long as the key is free.
		a.Delete("/field", object{"id": f.ID}).Status(204)
		a.Delete("/field", object{"id": f.ID}).Status(204)
		expectOwn(a, "/company/"+company, `{"size":"small"}`)
		removal := a.Changes("?Entity=field&Action=remove")[0].Seq
		again := addField(a, "company", "vatId", "number", nil)
		expectOwn(a, "/company/"+company, `{"size":"small"}`)
		a.Undo(removal).Status(422)
		a.Delete("/field", object{"id": again.ID}).Status(204)
		a.Undone(removal)
		expectOwn(a, "/company/"+company, `{"size":"small","vatId":"DE1"}`)

		// After its time it is deleted, some values at a time.
		a.Delete("/field", object{"id": f.ID}).Status(204)
		api.Clock.Advance(31 * 24 * time.Hour)
		for {
			n, err := api.Store.Cleanup(t.Context(), store.Retention{Tombstones: tracker.TombstoneLife}, api.Clock.Now())
			if err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				break
			}
		}
		if n := api.Count("SELECT count(*) FROM own_value WHERE field_id NOT IN (SELECT id FROM own_field WHERE deleted_at IS NULL)"); n != 0 {
			t.Errorf("%d values are left", n)
		}
		for i := range tracker.MaxOwnFields - 2 {
			addField(api.Admin(), "company", fmt.Sprint("f", i), "text", nil)
		}
		api.Admin().Post("/field", object{"list": "company", "key": "more", "label": "More", "kind": "text"}).Status(422)
	})
}

func TestOwnValues(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		shop := apitest.NewShop(api.Admin())
		product, subscription := shop.AttachProduct(30, 20), shop.AttachSubscription(30, false)
		term := object{"startAt": api.Clock.Now().AddDate(0, 0, -1), "endAt": api.Clock.Now().AddDate(0, 0, 30), "autoRenew": false, "price": 20.25}
		for _, of := range []struct {
			list, path, id string
			edit           object
			isWrapped      bool
			made           string
			make           object
		}{
			{"company", "/company", shop.Company, object{"name": "Shop"}, true, "/company", object{"name": "New"}},
			{"project", "/project", shop.Project, object{"name": "Site"}, false, "/project", object{"companyId": shop.Company, "name": "New"}},
			{"product", "/product", shop.Product, object{"categoryName": "Hardware", "name": "Laptop", "status": 0}, true, "/product",
				object{"categoryName": "Hardware", "name": "New", "status": 0}},
			{"subscription", "/subscription", shop.Subscription, object{"categoryName": "Hosting", "name": "Server", "status": 0, "cost": 10.5}, true, "/subscription",
				object{"categoryName": "Hosting", "name": "New", "status": 0, "cost": 1}},
			{"projectProduct", "/project/product", product, object{"price": 30, "cost": 20, "status": 1}, false, "/project/product",
				object{"projectId": shop.Project, "productId": shop.Product, "price": 1, "cost": 1, "status": 0}},
			{"projectSubscription", "/project/subscription", subscription, term, false, "/project/subscription",
				apitest.Merged(object{"projectId": shop.Project, "subscriptionId": shop.Subscription}, term)},
		} {
			func() {
				t.Log(of.list)
				a := shop.Client
				put := func(own object) *apitest.Answer {
					body := apitest.Merged(of.edit, object{"id": of.id, "own": own})
					if of.isWrapped {
						body = object{"data": body}
					}
					return a.Put(of.path, body)
				}
				page := of.path + "/" + of.id
				for _, kind := range []string{"text", "number", "date", "yesNo", "link"} {
					addField(a, of.list, "a"+kind, kind, nil)
				}
				addField(a, of.list, "achoice", "choice", object{"options": []string{"One", "Two"}})
				read := func() string {
					if of.list == "projectProduct" {
						var project tracker.ProjectDetails
						a.Get("/project/" + shop.Project).Status(200).Into(&project)
						text, _ := project.Products[0].Own.MarshalJSON()
						return string(text)
					}
					return ownOf(a, page)
				}
				all := object{"atext": "Ä & <b>", "anumber": 12.5, "adate": "2026-11-17", "ayesNo": true, "alink": "https://example.com/x?y=1&z", "achoice": "Two"}
				put(all).Status(200)
				want := `{"achoice":"Two","adate":"2026-11-17","alink":"https://example.com/x?y=1&z","anumber":12.5,"atext":"Ä & <b>","ayesNo":true}`
				if got := read(); got != want {
					t.Errorf("own %s, want %s", got, want)
				}
				last := a.Changes("?Entity=" + of.list + "&EntityId=" + of.id + "&PageSize=1")[0]
				names := ""
				for _, f := range last.Fields {
					names += " " + f.Name + "=" + f.Label
				}
				if names != " own.achoice=The achoice own.adate=The adate own.alink=The alink own.anumber=The anumber own.atext=The atext own.ayesNo=The ayesNo" {
					t.Errorf("history:%s", names)
				}
				if found := a.Changes("?Entity=" + of.list + "&EntityId=" + of.id + "&Field=own.adate"); len(found) != 1 {
					t.Errorf("%d changes of a field", len(found))
				}
				put(object{}).Status(200)
				put(object{"atext": nil, "anumber": 7}).Status(200)
				if got := read(); strings.Contains(got, "atext") || !strings.Contains(got, `"anumber":7`) {
					t.Error(got)
				}
				a.Undone(a.Changes("?Entity=" + of.list + "&EntityId=" + of.id + "&PageSize=1")[0].Seq)
				if got := read(); got != want {
					t.Errorf("after undo %s", got)
				}
				for key, values := range map[string][]any{
					"atext": {7, true, strings.Repeat("x", 257), "a\x07"}, "anumber": {"7", 1.23456, 1e13, true}, "adate": {"17.11.2026", "2026-02-30", 7}, "ayesNo": {"true", 1},
					"alink": {"example.com", "javascript:alert(1)", "ftp://example.com", "https://a:b@example.com", 7}, "achoice": {"one", "Three", 7}, "unknown": {"x"},
				} {
					for _, value := range values {
						answer := put(object{key: value}).Status(400)
						if !strings.Contains(answer.Body.String(), `"own.`+key+`":[`) {
							t.Errorf("%s=%v: %s", key, value, answer.Body)
						}
					}
				}

				// A required one is asked for, can not be cleared, and need not be mentioned.
				required := addField(a, of.list, "needed", "text", object{"isRequired": true})
				answer := a.Post(of.made, of.make).Status(400)
				if !strings.Contains(answer.Body.String(), `"own.needed":[`) {
					t.Error(answer.Body)
				}
				a.Post(of.made, apitest.Merged(of.make, object{"own": object{"needed": "yes"}})).Status(201)
				put(object{"atext": "z"}).Status(200)
				put(object{"needed": "now"}).Status(200)
				put(object{"needed": nil}).Status(400)
				put(object{"needed": " "}).Status(400)

				// In bulk, with a preview, and back.
				body := apitest.Bulk(of.list, "setField", object{"key": "achoice", "value": "One"}, of.id)
				preview := a.Preview(body)
				if len(preview.Rows) != 1 || len(preview.Rows[0].Fields) != 1 || preview.Rows[0].Fields[0].Name != "own.achoice" || string(preview.Rows[0].Fields[0].After) != `"One"` {
					t.Errorf("preview %+v", preview)
				}
				bulk := a.ExpectBulk(body, 1, 0)
				if !strings.Contains(read(), `"achoice":"One"`) {
					t.Error(read())
				}
				a.Put("/change/undo", object{"batchId": bulk.BatchID}).Status(200)
				if !strings.Contains(read(), `"achoice":"Two"`) {
					t.Error(read())
				}
				a.Post("/bulk", apitest.Bulk(of.list, "setField", object{"key": "achoice", "value": "Six"}, of.id)).Status(400)
				a.Post("/bulk", apitest.Bulk(of.list, "setField", object{"key": "none", "value": "Six"}, of.id)).Status(400)
				a.ExpectBulk(apitest.Bulk(of.list, "setField", object{"key": "needed", "value": nil}, of.id), 0, 1)
				a.Delete("/field", object{"id": required.ID}).Status(204)

				// An export has them, and changes nothing when it is imported again.
				export := a.Get(of.path + "/export?Columns=id,own.atext,own.anumber,own.ayesNo").Status(200).Body.String()
				if !strings.HasPrefix(export, "Id,The atext,The anumber,The ayesNo\r\n") && !strings.HasPrefix(export, "Id,The atext,The anumber,The ayesNo\n") {
					t.Errorf("export %q", export)
				}
				a.Get(of.path + "/export?Columns=own.nothing").Status(400)
				if of.list == "projectProduct" {
					return // no file is imported there
				}
				columns := "id,own.atext,own.anumber,own.ayesNo,own.adate,own.alink,own.achoice"
				file := a.Get(of.path + "/export?Columns=" + columns).Status(200).Body.String()
				if i := a.Compare(of.list, file); i.Updates+i.Creates+i.Refused != 0 || i.Unchanged == 0 {
					t.Errorf("imported again: %+v %v", i, a.ImportRows(i.ID, "refused"))
				}
				i := a.Compare(of.list, "Id;anumber;The ADATE;achoice\n"+of.id+";1.234,5;1.2.2027;one\n")
				a.Apply(i)
				if got := read(); !strings.Contains(got, `"anumber":1234.5`) || !strings.Contains(got, `"adate":"2027-02-01"`) || !strings.Contains(got, `"achoice":"One"`) {
					t.Errorf("imported %s, %+v", got, i)
				}
				i = a.Compare(of.list, "Id;adate\n"+of.id+";soon\n")
				if rows := a.ImportRows(i.ID, "refused"); len(rows) != 1 || len(rows[0].Errors["own.adate"]) != 1 {
					t.Errorf("refused %+v", rows)
				}
			}()
		}
	})
}

// Thirty fields cost at most one more statement than none, for a record and for a page of a list.
func TestStatementsOfOwnFields(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		shop := apitest.NewShop(api.Admin())
		paths := []string{"/company/" + shop.Company, "/company", "/company?Search=shop"}
		read := func(path string) int64 {
			return apitest.StatementsOf(api, func(c *apitest.Client) { c.Get(path).Status(200) }, shop.Client)
		}
		before := map[string]int64{}
		for _, path := range paths {
			before[path] = read(path)
		}
		own := object{}
		for n := range tracker.MaxOwnFields {
			key := fmt.Sprint("field", n)
			addField(shop.Client, "company", key, "text", nil)
			own[key] = "filled"
		}
		shop.Post("/field", object{"list": "company", "key": "more", "label": "More", "kind": "text"}).Status(422)
		shop.Put("/company", object{"data": object{"id": shop.Company, "name": "Shop", "own": own}}).Status(200)
		for _, path := range paths {
			if n := read(path); n > before[path]+1 {
				t.Errorf("%s: %d statements with %d fields, %d without", path, n, tracker.MaxOwnFields, before[path])
			}
		}
		if got := ownOf(shop.Client, paths[0]); strings.Count(got, "filled") != tracker.MaxOwnFields {
			t.Error(got)
		}
	})
}

func TestListsByOwnFields(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewProductWorld(api)
		for _, of := range []struct {
			list, path string
			make       func(i int, own object) string
		}{
			{"company", "/company", func(i int, own object) string {
				return w.Made("/company", object{"name": fmt.Sprint("C", i), "own": own})
			}},
			{"project", "/project", func(i int, own object) string {
				return w.Made("/project", object{"companyId": w.Company, "name": fmt.Sprint("P", i), "own": own})
			}},
			{"product", "/product", func(i int, own object) string {
				return w.Made("/product", object{"categoryName": "Hardware", "name": fmt.Sprint("I", i), "status": 0, "own": own})
			}},
			{"projectProduct", "/project/product", func(i int, own object) string {
				return w.Made("/project/product", object{"projectId": w.Projects[i%3], "productId": w.Product, "price": 1, "cost": 1, "status": 0, "own": own})
			}},
			{"projectSubscription", "/project/subscription", func(i int, own object) string {
				return w.Made("/project/subscription", object{"projectId": w.Projects[i%3], "subscriptionId": w.Subscription, "price": 1,
					"startAt": api.Clock.Now(), "endAt": api.Clock.Now().AddDate(0, 1, 0), "own": own})
			}},
		} {
			func() {
				t.Log(of.list)
				a := w.Client
				addField(a, of.list, "n", "number", nil)
				addField(a, of.list, "word", "text", nil)
				addField(a, of.list, "kind", "choice", object{"options": []string{"A", "B"}})
				for i, n := range []float64{5, -2.5, 100, 0.25, 20} {
					of.make(i, object{"n": n, "word": []string{"Zebra", "apple pie", "Äpfel", "Grape", "apple"}[i], "kind": []string{"A", "B"}[i%2]})
				}
				expect := func(query, key, want string) {
					t.Helper()
					if got := listedOwn(a, of.path+"?PageSize=200&"+query, key); got != want {
						t.Errorf("%s?%s: %q, want %q", of.path, query, got, want)
					}
				}
				expect("Own.n.Filled=true&SortBy=own.n", "n", "-2.5,0.25,5,20,100")
				expect("Own.n.Filled=true&SortBy=own.n&SortDescending=true", "n", "100,20,5,0.25,-2.5")
				expect("Own.n.From=0&Own.n.To=20&SortBy=own.n", "n", "0.25,5,20")
				expect("Own.n=100&SortBy=own.n", "n", "100")
				expect("Own.word=APPLE&SortBy=own.word", "word", "apple,apple pie")
				expect("Own.word=p&SortBy=own.n", "word", "apple pie,Grape,apple,Äpfel")
				expect("Own.word="+url.QueryEscape("äpf"), "word", "Äpfel")
				expect("Own.kind=A&SortBy=own.n", "n", "5,20,100")
				expect("Own.kind=A&SortBy=own.kind,own.n&SortDescending=true", "n", "100,20,5")
				expect("Own.kind=C", "n", "")
				expect("Own.word=apple&Own.kind=B", "n", "-2.5")
				if all, filled, missing := a.Total(of.path, "?"), a.Total(of.path, "?Own.n.Filled=true"), a.Total(of.path, "?Own.n.Filled=false"); filled != 5 || all != filled+missing {
					t.Errorf("%d in all, %d filled, %d missing", all, filled, missing)
				}
				for _, descending := range []string{"true", "false"} { // those without a value come last
					if got := listedOwn(a, of.path+"?PageSize=200&SortBy=own.n&SortDescending="+descending, "n"); !strings.HasPrefix(got,
						map[string]string{"true": "100,20,5,0.25,-2.5", "false": "-2.5,0.25,5,20,100"}[descending]) {
						t.Errorf("sorted %s", got)
					}
				}
				for _, wrong := range []string{"Own.n=x", "Own.nothing=1", "Own.word.From=a", "Own.n.Filled=yes", "Own.n.Sum=1", "SortBy=own.nothing"} {
					a.Get(of.path + "?" + wrong).Status(400)
				}
				p := a.Preview(object{"list": of.list, "query": "Own.kind=A", "action": "setField", "params": object{"key": "kind", "value": "B"}, "preview": true})
				if p.Changes != 3 {
					t.Errorf("by query: %+v", p)
				}
			}()
		}
	})
}

func TestConfidentialOwnFields(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		shop := apitest.NewShop(api.Admin())
		product, subscription := shop.AttachProduct(30, 20), shop.AttachSubscription(30, false)
		for email, role := range map[string]tracker.Role{"support@example.com": tracker.RoleSupport, "manager@example.com": tracker.RoleManager} {
			api.AddUser(email, email, false)
			shop.AddModerator(shop.Company, email, role)
		}
		support, manager := api.SignIn("support@example.com"), api.SignIn("manager@example.com")
		paths := []string{"/company", "/company/" + shop.Company, "/company/export", "/project", "/project/" + shop.Project, "/project/export", "/product", "/product/" + shop.Product,
			"/subscription", "/subscription/" + shop.Subscription, "/project/product", "/project/subscription", "/project/subscription/" + subscription, "/project/subscription/export",
			"/field", "/change?PageSize=200", "/company?SortBy=own.secret", "/company?Own.secret=x", "/project/subscription?Own.secret.Filled=true", "/import/template?List=company",
			"/company/export?Columns=own.secret", "/change?Field=own.secret", "/company/export?Format=xlsx", "/project/subscription/export?Format=xlsx&Columns=id,own.secret",
			"/search?Search=hush", "/company?Search=hush", "/change?Search=hush"}
		previews := []object{
			{"list": "projectSubscription", "query": "", "action": "setRenewal", "params": object{"autoRenew": true}, "preview": true},
			{"list": "projectSubscription", "query": "Own.secret.Filled=true", "action": "setRenewal", "params": object{"autoRenew": true}, "preview": true},
			{"list": "projectProduct", "query": "SortBy=own.secret", "action": "setStatus", "params": object{"status": 1}, "preview": true},
			{"list": "projectSubscription", "query": "", "action": "setField", "params": object{"key": "secret", "value": "hush"}, "preview": true},
		}
		read := func() (answers []string) {
			for _, path := range paths {
				answers = append(answers, support.Get(path).Body.String())
			}
			for _, preview := range previews {
				answers = append(answers, support.Post("/bulk", preview).Body.String())
			}
			return answers
		}
		before := read()
		a := shop.Client
		for _, list := range tracker.OwnLists {
			addField(a, list, "secret", "text", object{"isConfidential": true})
		}
		for list, id := range map[string]string{"company": shop.Company, "project": shop.Project, "product": shop.Product, "subscription": shop.Subscription,
			"projectProduct": product, "projectSubscription": subscription} {
			a.ExpectBulk(apitest.Bulk(list, "setField", object{"key": "secret", "value": "hush"}, id), 1, 0)
		}
		asked := slices.Clone(paths)
		for _, preview := range previews {
			asked = append(asked, fmt.Sprint("preview of ", preview))
		}
		for i, now := range read() {
			// The version of a record tells that something changed, as it does where a cost changes.
			strip := func(text string) string { return strings.NewReplacer(`"version":2`, `"version":1`).Replace(text) }
			if strings.Contains(now, "hush") || strings.Contains(now, "secret") && !strings.Contains(asked[i], "secret") || strip(now) != strip(before[i]) {
				t.Errorf("%s: %s\nbefore: %s", asked[i], now, before[i])
			}
		}
		expectOwn(manager, "/company/"+shop.Company, `{"secret":"hush"}`)
		if got := listedOwn(manager, "/company?Own.secret=hush&SortBy=own.secret", "secret"); got != "hush" {
			t.Errorf("the manager finds %q", got)
		}
		support.Put("/project/subscription", object{"id": subscription, "startAt": api.Clock.Now(), "endAt": api.Clock.Now().AddDate(0, 1, 0), "autoRenew": false, "price": 1,
			"own": object{"secret": "mine"}}).Status(400)
		support.Post("/bulk", apitest.Bulk("projectSubscription", "setField", object{"key": "secret", "value": "x"}, subscription)).Status(400)
		expectOwn(a, "/project/subscription/"+subscription, `{"secret":"hush"}`)
	})
}

// Files have the labels as headings in the language of their reader. A label that another column has too gets the name of the field behind it, so that
// an export changes nothing when it is imported again, in any order of its columns.
func TestHeadingsOfOwnFields(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		a := api.Admin()
		addField(a, "company", "vatId", "text", object{"label": "VAT ID", "labelDe": "USt-IdNr."})
		addField(a, "company", "nick", "text", object{"label": "Name", "labelDe": "Rufname"})
		addField(a, "company", "first", "text", object{"label": "Contact", "labelDe": "Name"})
		addField(a, "company", "second", "text", object{"label": "contact!"})
		addField(a, "company", "word", "text", object{"label": "first"})
		addField(a, "company", "town", "text", object{"label": "City"})
		addField(a, "company", "gain", "number", object{"label": "Margin"})
		id := a.AddCompany("Acme")
		a.Put("/company", object{"data": object{"id": id, "name": "Acme", "own": object{"vatId": "DE1", "nick": "A", "first": "Ada",
			"second": "Bob", "word": "w", "town": "Rome", "gain": 5}}}).Status(200)
		for language, want := range map[any]string{nil: "Margin (own.gain),City (own.town),first,contact! (own.second),Contact,Name (own.nick),VAT ID,Margin,Name,Id",
			tracker.German: "Margin (own.gain),City (own.town),first,contact! (own.second),Name (own.first),Rufname,USt-IdNr.,Marge,Name,Id"} {
			a.Put("/account/language", object{"language": language}).Status(200)
			file := a.Get("/company/export?Columns=own.gain,own.town,own.word,own.second,own.first,own.nick,own.vatId,margin,name,id").Status(200).Body.String()
			if got, _, _ := strings.Cut(strings.TrimPrefix(file, "\ufeff"), "\n"); strings.TrimSpace(got) != want {
				t.Errorf("%v: headings %q, want %q", language, got, want)
			}
			for _, columns := range []string{"own.gain,own.town,own.word,own.second,own.first,own.nick,own.vatId,name,id", "id,own.nick",
				"id,own.town,own.second", "id,own.first,own.word"} {
				if i := a.Compare("company", a.Get("/company/export?Columns="+columns).Status(200).Body.String()); i.Unchanged != 1 {
					t.Errorf("%v, %s imported again: %+v %+v", language, columns, i, a.ImportRows(i.ID, ""))
				}
			}
			template := a.Get("/import/template?List=company").Status(200).Body.String()
			for _, heading := range strings.Split(want, ",")[1:7] {
				if !strings.Contains(template, heading) {
					t.Errorf("%v: no %s in the template %s", language, heading, template)
				}
			}
		}
	})
}

func TestErasureLooksIntoOwnFields(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		a := api.Admin()
		api.AddUser("mia@example.com", "Mia", false)
		addField(a, "company", "contact", "text", nil)
		company := a.Made("/company", object{"name": "Acme", "own": object{"contact": "Ask Mia@example.com first"}})
		a.Put("/UserManagement/disable", object{"email": "mia@example.com", "reason": 1}).Status(200)
		a.Put("/UserManagement/erase", object{"email": "mia@example.com"}).Status(200)
		if got := ownOf(a, "/company/"+company); strings.Contains(strings.ToLower(got), "mia@") || !strings.Contains(got, "Ask ") {
			t.Error(got)
		}
		if n := a.Total("/company", "?Own.contact=mia@example"); n != 0 {
			t.Errorf("%d are found by the address", n)
		}
	})
}
