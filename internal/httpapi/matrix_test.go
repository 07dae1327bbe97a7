package httpapi_test

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"btracker/internal/tracker"
)

// The authorization matrix: every operation of the document, by every kind of
// caller, on every kind of object. What is expected stands in matrix_rules_test.go.

// relation is what an object is to the caller.
type relation string

const (
	own     relation = "own"
	sibling relation = "sibling" // beside the own one, within reach
	foreign relation = "foreign"
	missing relation = "missing"
	removed relation = "removed" // a tombstone
)

var relations = []relation{own, sibling, foreign, missing, removed}

func TestAuthorizationMatrix(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w, cells := newWorld(api), 0
		known := map[string]bool{}
		for path, item := range published().paths() {
			for method := range item.(object) {
				known[strings.ToUpper(method)+" "+path] = true
			}
		}
		for call := range known {
			if len(rules[call]) == 0 {
				t.Errorf("%s has no rule", call)
			}
		}
		for _, call := range slices.Sorted(maps.Keys(rules)) {
			if !known[call] {
				t.Errorf("%s has a rule and is not in the document", call)
				continue
			}
			for _, r := range rules[call] {
				cells += w.try(call, r)
			}
		}
		t.Logf("%d operations, %d callers, %d cells", len(known), len(w.callers), cells)
	})
}

// try runs the cells of one rule. Those that are to change nothing come first:
// whatever they answer, the database stays as it is, and they need no writer.
func (w *world) try(call string, r rule) (cells int) {
	over := relations
	if r.on == "" {
		over = relations[:1]
	}
	w.rules++
	run := func(which bool) {
		for i, c := range w.callers {
			for k, rel := range over {
				_, allowed := r.wantOf(call, c, rel)
				if allowed != which || !w.api.tries(w.rules, i, k) {
					continue
				}
				answer := w.cell(call, r, c, rel)
				cells += 1 + w.look(call, r, c, answer)
				if allowed && r.undo != nil && answer.Code < 300 {
					r.undo(w, rel, answer)
				}
			}
		}
	}
	before := w.fingerprint()
	w.api.withWriterTaken(func() { run(false) })
	if after := w.fingerprint(); after != before {
		w.api.t.Errorf("%s: a refusal changed the database\nfrom %s\n  to %s", call, before, after)
	}
	run(true)
	return cells
}

// send makes the request of a rule.
func (w *world) send(from client, call string, r rule, c *caller, rel relation, query string) *answer {
	method, path, _ := strings.Cut(call, " ")
	id := w.id(c, r.on, rel)
	path = strings.NewReplacer("{id}", url.PathEscape(id), "{email}", url.PathEscape(id), "{name}", url.PathEscape(id), "{caller}", c.email).Replace(path + query)
	var body any
	if r.body != nil {
		body = r.body(w, c, id)
	}
	if r.session && c.signedIn && c.key == nil {
		from.token = w.api.signIn(c.email).token
	}
	return from.do(method, path, body)
}

// cell compares the class of an answer with the rule.
func (w *world) cell(call string, r rule, c *caller, rel relation) *answer {
	answer := w.send(*c.client, call, r, c, rel, r.query)
	got := strconv.Itoa(answer.Code)
	want, _ := r.wantOf(call, c, rel)
	if len(want) == 1 && answer.Code == 200 { // a removal or restore result
		got = answer.Body.String()
	}
	if got != want {
		w.api.t.Errorf("%s by %s on %s %s: %s, want %s\n%.300s", call, c.name, rel, r.on, got, want, answer.Body)
	}
	if answer.Code >= 400 && strings.Contains(answer.Body.String(), "Matrix") {
		w.api.t.Errorf("%s by %s on %s %s tells %s", call, c.name, rel, r.on, answer.Body)
	}
	if answer.Code == 403 && c.key == nil { // no role changes what a key may not do
		w.compareNeeds(call, r, c, rel, answer)
	}
	if r.cost && answer.Code < 300 {
		if hidden, may := strings.Contains(answer.Body.String(), `"cost":null`), c.may(seeCost, r.on, rel); hidden == may {
			w.api.t.Errorf("%s by %s on %s %s: may see cost: %v, but %s", call, c.name, rel, r.on, may, answer.Body)
		}
	}
	return answer
}

// compareNeeds compares the roles that a refusal names with the rule: every caller whose only right is one of them is not
// refused, and every caller with one right who is not refused has one of them. The matrix compares
// the answers to those callers with the rule. Callers who do not see cost send none, so there the second
// half does not hold: it is not the same request.
func (w *world) compareNeeds(call string, r rule, c *caller, rel relation, refusal *answer) {
	var p struct{ Needs []string }
	refusal.into(&p)
	for _, other := range w.callers {
		role, isSingle := other.singleRole(r.on, rel)
		want, _ := r.want(other, rel)
		isNamed, isRefused := slices.Contains(p.Needs, role), want == "403"
		if isSingle && (isNamed && isRefused || !isNamed && !isRefused && !r.cost) {
			w.api.t.Errorf("%s by %s on %s %s: needs %v, but %s gets %s", call, c.name, rel, r.on, p.Needs, other.name, want)
		}
	}
}

// singleRole is the only right of a caller on an object, in the words of a refusal.
func (c *caller) singleRole(kind string, rel relation) (string, bool) {
	if c.admin {
		return tracker.NeedAdministrator, c.signedIn
	}
	if kind == "" {
		kind = "anything"
	}
	roles := c.roles(kind, rel)
	if !c.signedIn || len(roles) != 1 {
		return "", false
	}
	return roleNames[roles[0]], true
}

// look goes through a list: each object that is in it, or is not, is a cell too.
func (w *world) look(call string, r rule, c *caller, list *answer) (cells int) {
	for _, kind := range r.shows {
		for _, rel := range relations {
			// What is foreign to one catalogue is in the other, which may be listed too.
			if list.Code != 200 || rel == foreign && isCatalogue(kind) && len(r.shows) > 1 {
				continue
			}
			cells++
			if got, want := strings.Contains(list.Body.String(), w.id(c, kind, rel)), c.finds(kind, rel); got != want {
				w.api.t.Errorf("%s by %s: %s %s is listed: %v, want %v\n%.300s", call, c.name, rel, kind, got, want, list.Body)
			}
		}
	}
	return cells
}

// fingerprint changes with every write: how many rows each table has, what their
// versions come to, and the number of the last change.
func (w *world) fingerprint() string { return w.api.text(fingerprintSQL()) }

var fingerprintSQL = sync.OnceValue(func() string {
	var parts []string
	for _, part := range strings.Fields("company:version company_moderator:version project:version project_moderator:version project_product:version " +
		"project_subscription:version subscription_period:price category:version catalogue_item:version users:version notification:viewed_at " +
		"session:revoked_at credential:updated_at throttle:failures tally:n change:seq photo:created_at idempotency:created_at password_token:created_at api_key:created_at bulk:position") {
		table, column, _ := strings.Cut(part, ":")
		parts = append(parts, fmt.Sprintf("(SELECT '%[1]s ' || count(*) || ' ' || COALESCE(SUM(%[2]s), 0) FROM %[1]s)", table, column))
	}
	return "SELECT " + strings.Join(parts, " || ', ' || ")
})

// text reads one value behind the server's back.
func (api *testAPI) text(sql string) (s string) {
	api.t.Helper()
	var row interface{ Scan(...any) error }
	if api.store.Dialect() == "sqlite" {
		row = api.store.WriterDB().QueryRowContext(api.t.Context(), sql)
	} else {
		row = api.store.Pool().QueryRow(api.t.Context(), sql)
	}
	if err := row.Scan(&s); err != nil {
		api.t.Fatal(err)
	}
	return s
}
