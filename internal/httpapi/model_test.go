package httpapi_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"btracker/internal/apitest"
	"btracker/internal/storetest"
	"btracker/internal/tracker"
)

// Random sequences of operations, on SQLite and on PostgreSQL, get the answers of a model in
// memory. After each operation the kept totals are the sums of the rows, no row has a parent
// that is gone, and every notification exists once.
func TestModel(t *testing.T) {
	t.Parallel()
	databases := []*apitest.API{apitest.New(t, storetest.SQLite(t)), apitest.New(t, storetest.Postgres(t))}
	for _, api := range databases {
		api.AddUser(apitest.UserEmail, "Grace", false)
	}
	rapid.Check(t, func(rt *rapid.T) {
		d := &driver{rt: rt, model: newModel()}
		for _, api := range databases {
			resetModel(api)
			d.sides = append(d.sides, &apitest.Side{API: api, Admin: api.Admin()})
		}
		d.begin()
		for range rapid.IntRange(5, 30).Draw(rt, "length") {
			d.step()
		}
		d.compareAll()
		for _, s := range d.sides {
			s.CheckTotals(rt)
			checkOrphans(s, rt)
			checkNotifications(s, rt, d.model)
		}
	})
}

// resetModel empties the database and sets the clock back, which is much cheaper than
// a new database for each sequence.
func resetModel(api *apitest.API) {
	api.Clock.Time = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	for _, table := range strings.Fields("company_move notification subscription_price subscription_period project_subscription project_product project_moderator project company_moderator group_role company catalogue_item category session change") {
		api.Exec("DELETE FROM " + table)
	}
	api.Exec("DELETE FROM tally WHERE name NOT LIKE 'users%'")
	api.Exec("DELETE FROM kept_sum")
}

// driver draws operations, asks the model what they answer, and compares.
type driver struct {
	rt    *rapid.T
	model *model
	sides []*apitest.Side
}

// do sends one operation to each database. want is the answer of the model: a status, or a
// result number. A new object gets the next number, also if it was refused.
func (d *driver) do(want string, made bool, method, path string, body func(s *apitest.Side) object) {
	d.rt.Helper()
	for _, s := range d.sides {
		sent := body(s)
		answer := s.Admin.Do(method, path, sent)
		got := fmt.Sprint(answer.Code)
		if len(want) == 1 && answer.Code == 200 {
			got = answer.Body.String()
		}
		if got != want {
			d.rt.Fatalf("%s: %s %s %v: %s, the model says %s\n%s", s.API.Store.Dialect(), method, path, sent, got, want, answer.Body)
		}
		if made {
			id := ""
			if answer.Code == 201 {
				var entity struct{ ID string }
				answer.Into(&entity)
				id = entity.ID
			}
			s.IDs = append(s.IDs, id)
		}
	}
}

func (d *driver) pick(name string, n int) int { return rapid.IntRange(0, n-1).Draw(d.rt, name) }

func (d *driver) money(name string) int64 {
	return rapid.OneOf(rapid.Int64Range(1, 100), rapid.Int64Range(1, 99999999999)).Draw(d.rt, name)
}

func amount(cents int64) any {
	return jsonNumber(fmt.Sprintf("%d.%02d", cents/100, cents%100))
}

// begin makes a company, a project and items.
func (d *driver) begin() {
	d.addCompany()
	d.addProject()
	for _, kind := range []string{"product", "subscription"} {
		d.addCategory(kind, "a")
		d.addItem(kind, "a")
	}
}

// step does one random operation.
func (d *driver) step() {
	remove, restore := func() { d.mark(true) }, func() { d.mark(false) }
	steps := map[string]func(){
		"company":  d.addCompany,
		"category": func() { d.addCategory(d.kind(), rapid.SampledFrom([]string{"a", "A", "b"}).Draw(d.rt, "name")) },
		"clock":    d.advance,
		"moderate": d.moderate,
		"look":     d.compareStatistics,
		"project":  d.addProject,
		"item":     func() { d.addItem(d.kind(), rapid.SampledFrom([]string{"a", "b"}).Draw(d.rt, "category")) },
		"cost":     d.editCost,
		"attach":   d.attach, "attach again": d.attach,
		"remove": remove, "remove again": remove, "restore": restore,
	}
	if len(d.model.attached) > 0 {
		steps["edit"], steps["edit again"], steps["cancel"], steps["detach"], steps["reattach"] = d.edit, d.edit, d.cancel, d.detach, d.reattach
		steps["renew"], steps["plan"] = d.renew, d.plan
	}
	steps[rapid.SampledFrom(slices.Sorted(maps.Keys(steps))).Draw(d.rt, "do")]()
}

func (d *driver) addCompany() {
	d.model.companies = append(d.model.companies, &thing{no: d.model.number()})
	d.do("201", true, "POST", "/company", func(*apitest.Side) object { return object{"name": "C"} })
}

func (d *driver) addProject() {
	m := d.model
	company := m.companies[d.pick("company", len(m.companies))]
	p := &project{thing: thing{no: m.number()}, company: company}
	want := m.underParent(company)
	if want == "201" {
		m.projects = append(m.projects, p)
	}
	d.do(want, true, "POST", "/project", func(s *apitest.Side) object { return object{"companyId": s.IDs[company.no], "name": "P"} })
}

func (d *driver) addCategory(kind, name string) {
	m := d.model
	want := "400"
	if m.category(kind, name) == nil {
		want = "201"
		m.categories = append(m.categories, &category{thing: thing{no: m.number()}, kind: kind, name: name})
	} else {
		m.number()
	}
	d.do(want, true, "POST", "/"+kind+"/categories", func(*apitest.Side) object { return object{"name": name} })
}

func (d *driver) kind() string {
	return rapid.SampledFrom([]string{"product", "subscription"}).Draw(d.rt, "kind")
}

func (d *driver) addItem(kind, name string) {
	m, cost := d.model, d.money("cost")
	i := &item{thing: thing{no: m.number()}, kind: kind, category: m.category(kind, name), cost: cost}
	want := "400"
	if i.category != nil {
		want = m.underParent(&i.category.thing)
	}
	if want == "201" {
		m.items = append(m.items, i)
	}
	d.do(want, true, "POST", "/"+kind, func(*apitest.Side) object {
		body := object{"categoryName": name, "name": "I", "status": 0}
		if kind == "subscription" {
			body["cost"] = amount(cost)
		}
		return body
	})
}

func (d *driver) editCost() {
	m := d.model
	i, cost := m.items[d.pick("item", len(m.items))], d.money("cost")
	if i.kind != "subscription" {
		return
	}
	want := "404"
	if !i.gone {
		want, i.cost = "200", cost
	}
	d.do(want, false, "PUT", "/subscription", func(s *apitest.Side) object {
		return object{"data": object{"id": s.IDs[i.no], "categoryName": i.category.name, "name": "I", "status": 0, "cost": amount(cost)}}
	})
}

// term draws a period around now.
func (d *driver) term(a *attachment) {
	day := 24 * time.Hour
	a.renews = rapid.Bool().Draw(d.rt, "renews")
	start := d.model.now.Add(-day * time.Duration(rapid.IntRange(0, 40).Draw(d.rt, "since")))
	length := rapid.SampledFrom([]int{1, 7, 14, 30, 31, 59, 90}).Draw(d.rt, "days")
	a.period.SetPeriod(start, start.Add(day*time.Duration(length)))
}

func (d *driver) attach() {
	m := d.model
	p, i := m.projects[d.pick("project", len(m.projects))], m.items[d.pick("item", len(m.items))]
	a := &attachment{thing: thing{no: m.number()}, project: p, item: i, price: d.money("price"), cost: i.cost}
	if i.kind == "product" {
		a.cost, a.status = d.money("cost"), d.pick("status", 3)
	} else {
		d.term(a)
	}
	want := m.underParent(&p.thing)
	if want == "201" {
		if want = m.underParent(&i.thing); want == "404" {
			want = "400"
		}
	}
	if want == "201" {
		m.attached = append(m.attached, a)
		m.raiseIfDue(a)
	}
	d.do(want, true, "POST", "/project/"+i.kind, func(s *apitest.Side) object {
		body := a.body()
		body["projectId"], body[i.kind+"Id"] = s.IDs[p.no], s.IDs[i.no]
		return body
	})
}

func (d *driver) edit() {
	m := d.model
	a := m.attached[d.pick("attached", len(m.attached))]
	after := *a
	after.price = d.money("price")
	if a.item.kind == "product" {
		after.cost, after.status = d.money("cost"), d.pick("status", 3)
	} else {
		d.term(&after)
	}
	want := "404"
	if !a.gone {
		want = "200"
		if !after.period.EndAt.Equal(a.period.EndAt) || after.renews != a.renews {
			after.toldSoon, after.toldEnd = false, false
		}
		*a = after
		m.raiseIfDue(a)
	}
	d.do(want, false, "PUT", "/project/"+a.item.kind, func(s *apitest.Side) object {
		body := after.body()
		body["id"] = s.IDs[a.no]
		return body
	})
}

func (d *driver) cancel() {
	m := d.model
	a := m.attached[d.pick("attached", len(m.attached))]
	want := "404"
	if !a.gone && a.item.kind == "subscription" {
		want = "200"
		if !a.canceled {
			a.canceled, a.planned = true, nil
			m.raise(a, "canceled", true)
		}
	}
	d.do(want, false, "PUT", "/project/subscription/cancel", func(s *apitest.Side) object {
		return object{"id": s.IDs[a.no], "cancelationReason": "no more"}
	})
}

func (d *driver) renew() {
	m := d.model
	a := m.attached[d.pick("attached", len(m.attached))]
	want := "404"
	switch {
	case a.gone || a.item.kind != "subscription":
	case a.canceled:
		want = "422"
	default:
		want = "200"
		a.renew(m.now)
		m.raise(a, "renewed", true)
		m.raiseIfDue(a)
	}
	d.do(want, false, "PUT", "/project/subscription/renew", func(s *apitest.Side) object { return object{"id": s.IDs[a.no]} })
}

// plan plans a price for the next renewal or a day.
func (d *driver) plan() {
	m := d.model
	a := m.attached[d.pick("attached", len(m.attached))]
	p := &planned{price: d.money("price")}
	if days := rapid.SampledFrom([]int{0, 1, 5, 30, 60}).Draw(d.rt, "from"); days > 0 {
		p.from = new(m.now.AddDate(0, 0, days))
	}
	want := "404"
	switch {
	case a.gone || a.item.kind != "subscription":
	case a.canceled, p.from != nil && !a.renews && a.period.EndAt.Before(m.now):
		want = "422"
	default:
		want, a.planned = "200", p
	}
	d.do(want, false, "PUT", "/project/subscription/plan", func(s *apitest.Side) object {
		return object{"id": s.IDs[a.no], "price": amount(p.price), "from": p.from}
	})
}

func (d *driver) detach() {
	a := d.model.attached[d.pick("attached", len(d.model.attached))]
	a.gone = true
	d.do("204", false, "DELETE", "/project/"+a.item.kind, func(s *apitest.Side) object { return object{"id": s.IDs[a.no]} })
}

func (d *driver) reattach() {
	a := d.model.attached[d.pick("attached", len(d.model.attached))]
	r := removable{thing: &a.thing, blocked: func() bool { return a.project.marked || a.project.gone || a.item.marked || a.item.gone }}
	d.do(r.restore(), false, "PUT", "/project/"+a.item.kind+"/restore", func(s *apitest.Side) object { return object{"id": s.IDs[a.no]} })
}

// mark removes or restores a random object.
func (d *driver) mark(remove bool) {
	m := d.model
	things := m.removables()
	r := things[d.pick("thing", len(things))]
	method, path := "PUT", r.path+"/restore"
	if remove {
		method, path = "DELETE", r.path
	}
	want := ""
	if r.category != nil { // by its name, whichever has it
		r = m.categoryToMark(r.category.kind, r.category.name, remove)
	}
	if remove {
		want = r.remove(m.now)
	} else {
		want = r.restore()
	}
	d.do(want, false, method, path, func(s *apitest.Side) object {
		if r.category != nil {
			return object{"name": r.category.name}
		}
		return object{"id": s.IDs[r.thing.no]}
	})
}

// moderate adds or removes the second recipient of the notifications of a company.
func (d *driver) moderate() {
	m := d.model
	company := m.companies[d.pick("company", len(m.companies))]
	want := "201"
	switch {
	case company.gone:
		want = "404"
	case m.moderated[company]:
		want = "200"
	default:
		m.moderated[company] = true
	}
	d.do(want, false, "POST", "/company/moderator", func(s *apitest.Side) object {
		return object{"id": s.IDs[company.no], "userEmail": apitest.UserEmail, "role": tracker.RoleSupport}
	})
}

// advance moves the clock and scans twice, since a second scan must change nothing.
func (d *driver) advance() {
	by := 24 * time.Hour * time.Duration(rapid.SampledFrom([]int{0, 1, 3, 10, 17, 40}).Draw(d.rt, "days"))
	d.model.now = d.model.now.Add(by)
	d.model.scan()
	for _, s := range d.sides {
		s.API.Clock.Advance(by)
		for range 2 {
			if err := s.API.App.ScanSubscriptions(s.API.T.Context()); err != nil {
				d.rt.Fatal(err)
			}
		}
		s.Admin = s.API.Admin()
	}
}
