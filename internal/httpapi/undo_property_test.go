package httpapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

// undoneTables are all tables that changes write, but the log and what is derived from it.
var undoneTables = []string{"company", "project", "category", "catalogue_item", "project_product", "project_subscription", "company_moderator", "project_moderator", "users"}

// notRestored are columns that count or date changes, number rows, or say what people were told: an edit of a
// subscription reminds them, and its undo does not call that back.
var notRestored = []string{"rowno", "version", "updated_at", "updated_by", "deleted_at", "reminded_day"}

// dump is every row that is not a tombstone, by table and id. Of dates that say when something was
// marked, it has only whether it was.
func (api *testAPI) dump() map[string]string {
	api.t.Helper()
	rows := map[string]string{}
	aggregate, columns := "group_concat(%s, char(10))", "SELECT group_concat(name, ' ') FROM pragma_table_info('%s')"
	if api.store.Dialect() == "postgres" {
		aggregate, columns = "string_agg(%s, chr(10))", "SELECT string_agg(column_name, ' ' ORDER BY ordinal_position) FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '%s'"
	}
	for _, table := range undoneTables {
		names := strings.Fields(api.text(fmt.Sprintf(columns, table)))
		cells := []string{}
		for _, name := range names {
			switch {
			case slices.Contains(notRestored, name):
			case name == "removed_at" || name == "canceled_at" || name == "disabled_at":
				cells = append(cells, "CASE WHEN "+name+" IS NULL THEN '' ELSE '"+name+"' END")
			default:
				cells = append(cells, "'"+name+"=' || COALESCE(REPLACE(CAST("+name+" AS TEXT), '\n', '/'), 'null')")
			}
		}
		where := ""
		if slices.Contains(names, "deleted_at") {
			where = " WHERE deleted_at IS NULL"
		}
		text := api.text("SELECT COALESCE(" + fmt.Sprintf(aggregate, "id || ' ' || "+strings.Join(cells, " || ' ' || ")) + ", '') FROM " + table + where)
		for _, line := range strings.Split(text, "\n") {
			id, _, _ := strings.Cut(line, " ")
			rows[table+" "+id] = line
		}
	}
	return rows
}

// actor makes random changes of a world.
type actor struct {
	*rand.Rand
	w       *world
	callers []*client
	names   int
}

func (a *actor) one(of ...any) any { return of[a.IntN(len(of))] }

func (a *actor) name() string { a.names++; return fmt.Sprint("Name ", a.names, " ", a.IntN(3)) }

// attempt is one request of any kind by anyone. It may be refused.
func (a *actor) attempt() *answer {
	w, c := a.w, a.callers[a.IntN(len(a.callers))]
	rel := a.one(own, own, sibling, removed, foreign).(relation)
	id := func(kind string) string { return w.ids[kind][rel] }
	now := w.api.clock.Now()
	term := object{"startAt": now, "endAt": now.AddDate(0, a.IntN(3)+1, 0), "price": a.IntN(50) + 1, "autoRenew": a.IntN(2) == 0, "details": a.one("d", nil)}
	kind := a.one("product", "subscription").(string)
	parent := a.one("company", "project").(string)
	link := w.ids[parent+a.one("Link", "Owner").(string)][rel]
	email := w.ids["user"][own]
	switch a.IntN(30) {
	case 0:
		return c.put("/company", object{"data": object{"id": id("company"), "name": a.name(), "details": a.one("a", "b", nil), "supportPhone": a.one("+1", "+2", nil)}})
	case 1:
		return c.put("/company/address", object{"id": id("company"), "address": a.one(nil, address, merged(address, object{"city": a.name()}))})
	case 2:
		return c.put("/company/"+id("company")+"/photo", picture(w.api.t, a.IntN(3)+2))
	case 3:
		return c.delete("/company/"+id("company")+"/photo", nil)
	case 4:
		return c.delete("/company", object{"id": id("company")})
	case 5:
		return c.put("/company/restore", object{"id": id("company")})
	case 6:
		return c.post("/company", object{"name": a.name()})
	case 7:
		return c.post("/project", object{"companyId": id("company"), "name": a.name()})
	case 8:
		return c.put("/project", object{"id": id("project"), "name": a.name()})
	case 9:
		return c.delete("/project", object{"id": id("project")})
	case 10:
		return c.put("/project/restore", object{"id": id("project")})
	case 11:
		return c.post("/"+parent+"/moderator", object{"id": id(parent), "userEmail": a.one("newcomer@people.example", email), "role": a.IntN(6)})
	case 12:
		return c.put("/"+parent+"/moderator", object{"id": link, "role": a.IntN(6), "details": a.one("x", "y", nil)})
	case 13:
		return c.delete("/"+parent+"/moderator", object{"id": link})
	case 14:
		return c.post("/project/product", object{"projectId": id("project"), "productId": w.ids["product"][own], "price": a.IntN(50) + 1, "cost": 3, "status": a.IntN(3)})
	case 15, 16:
		return c.put("/project/product", object{"id": id("projectProduct"), "price": a.IntN(50) + 1, "cost": a.IntN(50) + 1, "status": a.IntN(3), "details": a.one("x", nil)})
	case 17:
		return c.delete("/project/"+kind, object{"id": id("project" + strings.ToUpper(kind[:1]) + kind[1:])})
	case 18:
		return c.put("/project/"+kind+"/restore", object{"id": id("project" + strings.ToUpper(kind[:1]) + kind[1:])})
	case 19:
		return c.post("/project/subscription", merged(term, object{"projectId": id("project"), "subscriptionId": w.ids["subscription"][own]}))
	case 20, 21:
		return c.put("/project/subscription", merged(term, object{"id": id("projectSubscription")}))
	case 22:
		return c.put("/project/subscription/cancel", object{"id": id("projectSubscription"), "cancelationReason": a.name()})
	case 23:
		return c.put("/"+kind, object{"data": merged(w.item(kind, w.ids[kind+"Category"][a.one(own, removed).(relation)], a.name()), object{"id": id(kind), "status": a.IntN(3), "cost": a.IntN(9) + 1})})
	case 24:
		return c.delete("/"+kind, object{"id": id(kind)})
	case 25:
		return c.put("/"+kind+"/restore", object{"id": id(kind)})
	case 26:
		return c.post("/"+kind+"/categories", object{"name": a.name()})
	case 27:
		return c.put("/UserManagement", object{"email": email, "displayName": a.name(), "gender": a.IntN(3), "firstName": a.one("F", nil), "address": a.one(nil, address)})
	case 28:
		return c.put("/UserManagement/"+a.one("disable", "enable").(string), object{"email": email, "reason": a.IntN(2) + 1})
	}
	name := w.ids[kind+"Category"][rel]
	return c.put("/"+kind+"/categories", object{"name": name, "newName": a.one(a.name(), strings.ToUpper(name))})
}

// Undoing everything in reverse order restores every table but the log; doing it all again, in
// the reverse order of that, brings every change back.
func TestUndoneInReverseEverythingIsAsBefore(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newWorld(api)
		seed := rand.Uint64()
		a := &actor{Rand: rand.New(rand.NewPCG(seed, 1)), w: w, callers: []*client{w.admin, w.admin, w.admin}}
		for _, c := range w.callers {
			if strings.HasSuffix(c.name, "Owner") || strings.HasSuffix(c.name, "Support") || strings.HasSuffix(c.name, "Developer") {
				a.callers = append(a.callers, c.client)
			}
		}
		for round := range 3 {
			before := api.dump()
			var seqs []int64
			for len(seqs) < 40 {
				answer := a.attempt()
				if answer.Code >= 500 {
					t.Fatalf("seed %d: %d %s", seed, answer.Code, answer.Body)
				}
				if answer.Code < 300 && answer.Header().Get("Change-Seq") != "" {
					seqs = append(seqs, answer.lastSeq())
				}
			}
			after := api.dump()
			takeBack := func(seqs []int64) (undone []int64) {
				for _, seq := range slices.Backward(seqs) {
					answer := w.admin.undo(seq)
					if answer.Code != 200 {
						t.Fatalf("seed %d, round %d: undo of %d: %d %s", seed, round, seq, answer.Code, answer.Body)
					}
					undone = append(undone, answer.lastSeq())
				}
				return undone
			}
			undone := takeBack(seqs)
			if d := cmp.Diff(before, api.dump()); d != "" {
				t.Fatalf("seed %d, round %d, undone: %s", seed, round, d)
			}
			(&side{api: api}).checkTotals(t)
			takeBack(undone)
			if d := cmp.Diff(after, api.dump()); d != "" {
				t.Fatalf("seed %d, round %d, done again: %s", seed, round, d)
			}
			(&side{api: api}).checkTotals(t)
		}
	})
}

// modelChange is a change of a record in the model; nil is a record that is not there.
type modelChange struct {
	record        string
	before, after map[string]string
	undone        bool
}

// model of records with fields; a removed record keeps them.
type undoModel struct {
	there  map[string]bool
	fields map[string]map[string]string
}

// undo says whether a change can be taken back, and does so.
func (m *undoModel) undo(c *modelChange) (next *modelChange, code string) {
	now := m.fields[c.record]
	switch {
	case c.undone:
		return nil, "cannotUndo"
	case c.before == nil || c.after == nil:
		if m.there[c.record] != (c.before == nil) {
			return nil, "cannotUndo"
		}
		m.there[c.record] = c.before != nil
		c.undone = true
		if c.before == nil {
			return &modelChange{record: c.record, before: now}, ""
		}
		return &modelChange{record: c.record, after: now}, ""
	case !m.there[c.record]:
		return nil, "cannotUndo"
	}
	to, touched := maps.Clone(now), false
	for name, was := range c.before {
		if c.after[name] == was || now[name] == was {
			continue
		}
		if now[name] != c.after[name] {
			return nil, "undoConflict"
		}
		to[name], touched = was, true
	}
	if !touched {
		return nil, "cannotUndo"
	}
	c.undone = true
	m.fields[c.record] = to
	return &modelChange{record: c.record, before: now, after: to}, ""
}

// Undone in any order, by several people, and undone and done again: each undo does what the
// model says, or is refused as the model says.
func TestUndoneInAnyOrderAsTheModelSays(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newWorld(api)
		seed := rand.Uint64()
		r := rand.New(rand.NewPCG(seed, 2))
		project, company := w.ids["project"][own], w.ids["company"][own]
		var people []*client
		for _, c := range w.callers {
			if c.admin || c.name == "companyOwner" || c.name == "projectOwner" {
				people = append(people, c.client)
			}
		}
		anyone := func() *client { return people[r.IntN(len(people))] }
		pick := func(values ...string) string { return values[r.IntN(len(values))] }
		m := &undoModel{there: map[string]bool{}, fields: map[string]map[string]string{}}
		changes := map[int64]*modelChange{}
		note := func(answer *answer, record string, to map[string]string) {
			t.Helper()
			if answer.Code >= 300 {
				t.Fatalf("%d %s", answer.Code, answer.Body)
			}
			if answer.Header().Get("Change-Seq") == "" {
				return
			}
			c := &modelChange{record: record, after: to}
			if m.there[record] {
				c.before = m.fields[record]
			}
			if m.there[record] = to != nil; to != nil {
				m.fields[record] = to
			}
			changes[answer.lastSeq()] = c
		}
		// Some products of the project; each has a price, a status and details.
		var products []string
		fields := func() map[string]string {
			return map[string]string{"price": pick("1", "2", "3"), "cost": pick("4", "5"), "status": pick("0", "1", "2"), "details": pick(`"x"`, `"y"`, "null")}
		}
		body := func(f map[string]string, more object) object {
			for name, value := range f {
				more[name] = rawNumber(value)
			}
			return more
		}
		for range 3 {
			f := fields()
			answer := anyone().post("/project/product", body(f, object{"projectId": project, "productId": w.ids["product"][own]}))
			var made struct{ ID string }
			answer.into(&made)
			products = append(products, made.ID)
			note(answer, made.ID, f)
		}
		link := w.ids["projectLink"][own]
		m.there[link], m.fields[link] = true, map[string]string{"role": "5", "details": "null"}
		m.there[company], m.fields[company] = true, map[string]string{"name": `"Matrix company own"`, "details": "null"}
		state := func() map[string]map[string]string {
			all := map[string]map[string]string{}
			var d struct {
				tracker.ProjectDetails
			}
			w.admin.get("/project/" + project).status(200).into(&d)
			for _, p := range d.Products {
				if slices.Contains(products, p.ID) {
					all[p.ID] = map[string]string{"price": fmt.Sprint(int64(p.Price) / 100), "cost": fmt.Sprint(int64(*p.Cost) / 100), "status": fmt.Sprint(p.Status.Number()), "details": quoted(p.Details)}
				}
			}
			for _, l := range d.Moderators {
				if l.ID == link {
					all[link] = map[string]string{"role": fmt.Sprint(l.Role.Number()), "details": quoted(l.Details)}
				}
			}
			var c tracker.CompanyDetails
			w.admin.get("/company/" + company).status(200).into(&c)
			all[company] = map[string]string{"name": fmt.Sprintf("%q", c.Name), "details": quoted(c.Details)}
			return all
		}
		compare := func(what string) {
			t.Helper()
			want := map[string]map[string]string{}
			for record, is := range m.there {
				if is {
					want[record] = m.fields[record]
				}
			}
			if d := cmp.Diff(want, state()); d != "" {
				t.Fatalf("seed %d, %s: %s", seed, what, d)
			}
		}
		for range 30 {
			id := products[r.IntN(len(products))]
			switch r.IntN(6) {
			case 0:
				if m.there[id] {
					note(anyone().delete("/project/product", object{"id": id}), id, nil)
				}
			case 1:
				if f := map[string]string{"role": pick("0", "3", "4"), "details": pick(`"x"`, "null")}; m.there[link] {
					note(anyone().put("/project/moderator", body(f, object{"id": link})), link, f)
				}
			case 2:
				if f := map[string]string{"name": pick(`"A"`, `"B"`), "details": pick(`"x"`, `"y"`, "null")}; true {
					note(people[0].put("/company", object{"data": body(f, object{"id": company})}), company, f)
				}
			default:
				if f := fields(); m.there[id] {
					note(anyone().put("/project/product", body(f, object{"id": id})), id, f)
				}
			}
		}
		compare("before any undo")
		for range 80 {
			seqs := slices.Sorted(maps.Keys(changes))
			seq := seqs[r.IntN(len(seqs))]
			next, code := m.undo(changes[seq])
			answer := w.admin.undo(seq)
			if code != "" {
				answer.problem(422, code)
			} else {
				answer.status(200)
				changes[answer.lastSeq()] = next
			}
			compare(fmt.Sprintf("undo of %d (%s)", seq, code))
		}
	})
}

func quoted(s *string) string {
	if s == nil {
		return "null"
	}
	return fmt.Sprintf("%q", *s)
}

// rawNumber is a JSON value as it is written.
func rawNumber(text string) any {
	switch {
	case text == "null":
		return nil
	case text[0] == '"':
		return strings.Trim(text, `"`)
	}
	return json.Number(text)
}
