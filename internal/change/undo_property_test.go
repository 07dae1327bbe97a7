package change_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// actor makes random changes of a world.
type actor struct {
	*rand.Rand
	w       *apitest.World
	callers []*apitest.Client
	fields  map[string][]string // ids of own fields, by list; their keys are word and number
	names   int
}

func (a *actor) one(of ...any) any { return of[a.IntN(len(of))] }

func (a *actor) name() string { a.names++; return fmt.Sprint("Name ", a.names, " ", a.IntN(3)) }

// attempt is one request of any kind by anyone. It may be refused.
func (a *actor) attempt() *apitest.Answer {
	w, c := a.w, a.callers[a.IntN(len(a.callers))]
	rel := a.one(apitest.Own, apitest.Own, apitest.Sibling, apitest.Removed, apitest.Foreign).(apitest.Relation)
	id := func(kind string) string { return w.IDs[kind][rel] }
	now := w.API.Clock.Now()
	start := now.Add(time.Duration(a.IntN(1_000_000)) * time.Second) // never that of an earlier period, which a renewal would replace
	term := object{"startAt": start, "endAt": start.AddDate(0, a.IntN(3)+1, 0), "price": a.IntN(50) + 1, "autoRenew": a.IntN(2) == 0, "details": a.one("d", nil)}
	kind := a.one("product", "subscription").(string)
	parent := a.one("company", "project").(string)
	link := w.IDs[parent+a.one("Link", "Owner").(string)][rel]
	email := w.IDs["user"][apitest.Own]
	holder := a.one("company", "project", "projectProduct", "projectSubscription", "product", "subscription").(string)
	own := object{"word": a.one(nil, a.name()), "number": a.one(nil, a.IntN(100))}
	switch a.IntN(46) {
	case 41, 42, 43:
		return a.fill(c, holder, rel, own)
	case 44:
		return c.Put("/field", object{"id": a.fields[holder][a.IntN(2)], "label": a.name(), "isRequired": a.IntN(4) == 0, "isConfidential": a.IntN(2) == 0, "position": a.IntN(2)})
	case 45:
		return c.Delete("/field", object{"id": a.fields[holder][a.IntN(2)]})
	case 38:
		return c.Post("/document?Name=new.txt&Entity="+holder+"&EntityId="+id(holder), []byte(a.name()))
	case 39:
		return c.Put("/document", object{"id": id(holder + "Document"), "details": a.one(nil, a.name()), "isConfidential": a.IntN(2) == 0})
	case 40:
		return c.Delete("/document", object{"id": id(holder + "Document")})
	case 34, 35:
		return c.Post("/note", object{"entity": holder, "entityId": id(holder), "text": a.name() + " @" + email, "isPinned": a.IntN(2) == 0})
	case 36:
		return c.Put("/note", object{"id": id(holder + "Note"), "isPinned": a.IntN(2) == 0})
	case 37:
		return c.Delete("/note", object{"id": id(holder + "Note")})
	case 0:
		return c.Put("/company", object{"data": object{"id": id("company"), "name": a.name(), "details": a.one("a", "b", nil), "supportPhone": a.one("+1", "+2", nil)}})
	case 1:
		return c.Put("/company/address", object{"id": id("company"), "address": a.one(nil, apitest.Address, apitest.Merged(apitest.Address, object{"city": a.name()}))})
	case 2:
		return c.Put("/company/"+id("company")+"/photo", apitest.Picture(w.API.T, a.IntN(3)+2))
	case 3:
		return c.Delete("/company/"+id("company")+"/photo", nil)
	case 4:
		return c.Delete("/company", object{"id": id("company")})
	case 5:
		return c.Put("/company/restore", object{"id": id("company")})
	case 6:
		return c.Post("/company", object{"name": a.name()})
	case 7:
		return c.Post("/project", object{"companyId": id("company"), "name": a.name()})
	case 8:
		return c.Put("/project", object{"id": id("project"), "name": a.name()})
	case 9:
		return c.Delete("/project", object{"id": id("project")})
	case 10:
		return c.Put("/project/restore", object{"id": id("project")})
	case 11:
		return c.Post("/"+parent+"/moderator", object{"id": id(parent), "userEmail": a.one("newcomer@people.example", email), "role": a.IntN(6)})
	case 12:
		return c.Put("/"+parent+"/moderator", object{"id": link, "role": a.IntN(6), "details": a.one("x", "y", nil)})
	case 13:
		return c.Delete("/"+parent+"/moderator", object{"id": link})
	case 14:
		return c.Post("/project/product", object{"projectId": id("project"), "productId": w.IDs["product"][apitest.Own], "price": a.IntN(50) + 1, "cost": 3, "status": a.IntN(3)})
	case 15, 16:
		return c.Put("/project/product", object{"id": id("projectProduct"), "price": a.IntN(50) + 1, "cost": a.IntN(50) + 1, "status": a.IntN(3), "details": a.one("x", nil)})
	case 17:
		return c.Delete("/project/"+kind, object{"id": id("project" + strings.ToUpper(kind[:1]) + kind[1:])})
	case 18:
		return c.Put("/project/"+kind+"/restore", object{"id": id("project" + strings.ToUpper(kind[:1]) + kind[1:])})
	case 19:
		return c.Post("/project/subscription", apitest.Merged(term, object{"projectId": id("project"), "subscriptionId": w.IDs["subscription"][apitest.Own]}))
	case 20, 21:
		return c.Put("/project/subscription", apitest.Merged(term, object{"id": id("projectSubscription")}))
	case 22:
		return c.Put("/project/subscription/cancel", object{"id": id("projectSubscription"), "cancelationReason": a.name()})
	case 29, 30:
		return c.Put("/project/subscription/renew", object{"id": id("projectSubscription"), "price": a.one(nil, a.IntN(50)+1)})
	case 31, 32:
		return c.Put("/project/subscription/plan", object{"id": id("projectSubscription"), "price": a.one(nil, a.IntN(50)+1, a.IntN(50)+1),
			"from": a.one(nil, w.API.Clock.Now().AddDate(0, 0, 1+a.IntN(90)))})
	case 23:
		return c.Put("/"+kind, object{"data": apitest.Merged(w.Item(kind, w.IDs[kind+"Category"][a.one(apitest.Own, apitest.Removed).(apitest.Relation)], a.name()),
			object{"id": id(kind), "status": a.IntN(3), "cost": a.IntN(9) + 1})})
	case 24:
		return c.Delete("/"+kind, object{"id": id(kind)})
	case 25:
		return c.Put("/"+kind+"/restore", object{"id": id(kind)})
	case 26:
		return c.Post("/"+kind+"/categories", object{"name": a.name()})
	case 27:
		return c.Put("/UserManagement", object{"email": email, "displayName": a.name(), "gender": a.IntN(3), "firstName": a.one("F", nil), "address": a.one(nil, apitest.Address)})
	case 28:
		return c.Put("/UserManagement/"+a.one("disable", "enable").(string), object{"email": email, "reason": a.IntN(2) + 1})
	}
	name := w.IDs[kind+"Category"][rel]
	return c.Put("/"+kind+"/categories", object{"name": name, "newName": a.one(a.name(), strings.ToUpper(name))})
}

// fill gives a record of a list values of its own fields.
func (a *actor) fill(c *apitest.Client, list string, rel apitest.Relation, own object) *apitest.Answer {
	w, id := a.w, a.w.IDs[list][rel]
	switch list {
	case "company":
		return c.Put("/company", object{"data": object{"id": id, "name": "Filled", "own": own}})
	case "project":
		return c.Put("/project", object{"id": id, "name": "Filled", "own": own})
	case "projectProduct":
		return c.Put("/project/product", object{"id": id, "price": 7, "cost": 3, "status": 1, "own": own})
	case "projectSubscription":
		start := w.API.Clock.Now().Add(time.Duration(a.IntN(1_000_000)) * time.Second)
		return c.Put("/project/subscription", object{"id": id, "startAt": start, "endAt": start.AddDate(0, 1, 0), "price": 7, "autoRenew": false, "own": own})
	}
	return c.Put("/"+list, object{"data": apitest.Merged(w.Item(list, w.IDs[list+"Category"][apitest.Own], "Filled"), object{"id": id, "own": own})})
}

// Undoing everything in reverse order restores every table but the log; doing it all again, in
// the reverse order of that, brings every change back.
func TestUndoneInReverseEverythingIsAsBefore(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewWorld(api)
		seed := rand.Uint64()
		a := &actor{Rand: rand.New(rand.NewPCG(seed, 1)), w: w, callers: []*apitest.Client{w.Admin, w.Admin, w.Admin}}
		for _, c := range w.Callers {
			if strings.HasSuffix(c.Name, "Owner") || strings.HasSuffix(c.Name, "Support") || strings.HasSuffix(c.Name, "Developer") {
				a.callers = append(a.callers, c.Client)
			}
		}
		a.fields = map[string][]string{}
		for _, list := range tracker.OwnLists {
			for _, field := range []object{{"key": "word", "kind": "text"}, {"key": "number", "kind": "number"}} {
				a.fields[list] = append(a.fields[list], w.Admin.Made("/field", apitest.Merged(field, object{"list": list, "label": "Own"})))
			}
		}
		for round := range 3 {
			before := api.Dump()
			var seqs []int64
			if round == 0 { // whatever is drawn, one record has values in fields of its own
				seqs = append(seqs, a.fill(w.Admin, "company", apitest.Own, object{"word": "first", "number": 1}).Status(200).LastSeq())
			}
			for len(seqs) < 40 {
				answer := a.attempt()
				if answer.Code >= 500 {
					t.Fatalf("seed %d: %d %s", seed, answer.Code, answer.Body)
				}
				if answer.Code < 300 && answer.Header().Get("Change-Seq") != "" {
					seqs = append(seqs, answer.LastSeq())
				}
			}
			after := api.Dump()
			takeBack := func(seqs []int64) (undone []int64) {
				for _, seq := range slices.Backward(seqs) {
					answer := w.Admin.Undo(seq)
					if answer.Code != 200 {
						t.Fatalf("seed %d, round %d: undo of %d: %d %s", seed, round, seq, answer.Code, answer.Body)
					}
					undone = append(undone, answer.LastSeq())
				}
				return undone
			}
			undone := takeBack(seqs)
			if d := cmp.Diff(before, api.Dump()); d != "" {
				t.Fatalf("seed %d, round %d, undone: %s", seed, round, d)
			}
			(&apitest.Side{API: api}).CheckTotals(t)
			takeBack(undone)
			if d := cmp.Diff(after, api.Dump()); d != "" {
				t.Fatalf("seed %d, round %d, done again: %s", seed, round, d)
			}
			(&apitest.Side{API: api}).CheckTotals(t)
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
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewWorld(api)
		seed := rand.Uint64()
		r := rand.New(rand.NewPCG(seed, 2))
		project, company := w.IDs["project"][apitest.Own], w.IDs["company"][apitest.Own]
		var people []*apitest.Client
		for _, c := range w.Callers {
			if c.Admin || c.Name == "companyOwner" || c.Name == "projectOwner" {
				people = append(people, c.Client)
			}
		}
		anyone := func() *apitest.Client { return people[r.IntN(len(people))] }
		pick := func(values ...string) string { return values[r.IntN(len(values))] }
		m := &undoModel{there: map[string]bool{}, fields: map[string]map[string]string{}}
		changes := map[int64]*modelChange{}
		note := func(answer *apitest.Answer, record string, to map[string]string) {
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
			changes[answer.LastSeq()] = c
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
			answer := anyone().Post("/project/product", body(f, object{"projectId": project, "productId": w.IDs["product"][apitest.Own]}))
			var made struct{ ID string }
			answer.Into(&made)
			products = append(products, made.ID)
			note(answer, made.ID, f)
		}
		link := w.IDs["projectLink"][apitest.Own]
		m.there[link], m.fields[link] = true, map[string]string{"role": "5", "details": "null"}
		m.there[company], m.fields[company] = true, map[string]string{"name": `"Matrix company own"`, "details": "null"}
		state := func() map[string]map[string]string {
			all := map[string]map[string]string{}
			var d struct {
				tracker.ProjectDetails
			}
			w.Admin.Get("/project/" + project).Status(200).Into(&d)
			for _, p := range d.Products {
				if slices.Contains(products, p.ID) {
					all[p.ID] = map[string]string{"price": fmt.Sprint(int64(p.Price) / 100), "cost": fmt.Sprint(int64(*p.Cost) / 100),
						"status": fmt.Sprint(p.Status.Number()), "details": quoted(p.Details)}
				}
			}
			for _, l := range d.Moderators {
				if l.ID == link {
					all[link] = map[string]string{"role": fmt.Sprint(l.Role.Number()), "details": quoted(l.Details)}
				}
			}
			var c tracker.CompanyDetails
			w.Admin.Get("/company/" + company).Status(200).Into(&c)
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
					note(anyone().Delete("/project/product", object{"id": id}), id, nil)
				}
			case 1:
				if f := map[string]string{"role": pick("0", "3", "4"), "details": pick(`"x"`, "null")}; m.there[link] {
					note(anyone().Put("/project/moderator", body(f, object{"id": link})), link, f)
				}
			case 2:
				if f := map[string]string{"name": pick(`"A"`, `"B"`), "details": pick(`"x"`, `"y"`, "null")}; true {
					note(people[0].Put("/company", object{"data": body(f, object{"id": company})}), company, f)
				}
			default:
				if f := fields(); m.there[id] {
					note(anyone().Put("/project/product", body(f, object{"id": id})), id, f)
				}
			}
		}
		compare("before any undo")
		for range 80 {
			seqs := slices.Sorted(maps.Keys(changes))
			seq := seqs[r.IntN(len(seqs))]
			next, code := m.undo(changes[seq])
			answer := w.Admin.Undo(seq)
			if code != "" {
				answer.Problem(422, code)
			} else {
				answer.Status(200)
				changes[answer.LastSeq()] = next
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
