package httpapi_test

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// The authorization matrix: every operation of the document, by every kind of
// caller, on every kind of object. What is expected stands in matrix_rules_test.go.

func TestAuthorizationMatrix(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w, cells := apitest.NewWorld(api), 0
		known := map[string]bool{}
		for path, item := range apitest.Published().Paths() {
			for method := range item.(object) {
				known[strings.ToUpper(method)+" "+path] = true
			}
		}
		for call := range known {
			if len(rules[call]) == 0 {
				t.Errorf("%s has no rule", call)
			}
		}
		for _, list := range tracker.ImportLists {
			if !slices.ContainsFunc(rules["POST /import"], func(r rule) bool { return r.query == "?List="+list }) {
				t.Errorf("POST /import?List=%s has no rule", list)
			}
		}
		for _, call := range slices.Sorted(maps.Keys(rules)) {
			if !known[call] {
				t.Errorf("%s has a rule and is not in the document", call)
				continue
			}
			for _, r := range rules[call] {
				cells += tryRule(w, call, r)
			}
		}
		t.Logf("%d operations, %d callers, %d cells", len(known), len(w.Callers), cells)
	})
}

// tryRule runs the cells of one rule. Those that are to change nothing come first:
// whatever they answer, the database stays as it is, and they need no writer.
func tryRule(w *apitest.World, call string, r rule) (cells int) {
	over := apitest.Relations
	if r.on == "" {
		over = apitest.Relations[:1]
	}
	w.Rules++
	run := func(which bool) {
		for i, c := range w.Callers {
			for k, rel := range over {
				_, allowed := r.wantOf(call, c, rel)
				if allowed != which || !w.API.Tries(w.Rules, i, k) {
					continue
				}
				answer := tryCell(w, call, r, c, rel)
				if !allowed && answer.Code >= 500 { // each further cell would wait as long
					w.API.T.Fatalf("%s by %s on %s %s waited for the writer: it is allowed, and a rule or OpenToKeys of apitest says it is not", call, c.Name, rel, r.on)
				}
				cells += 1 + lookAtList(w, call, r, c, answer)
				if allowed && r.undo != nil && answer.Code < 300 {
					r.undo(w, rel, answer)
				}
			}
		}
	}
	before := w.Fingerprint()
	w.API.WithWriterTaken(func() { run(false) })
	if after := w.Fingerprint(); after != before {
		w.API.T.Errorf("%s: a refusal changed the database\nfrom %s\n  to %s", call, before, after)
	}
	run(true)
	return cells
}

// sendAs makes the request of a rule.
func sendAs(w *apitest.World, from apitest.Client, call string, r rule, c *apitest.Caller, rel apitest.Relation, query string) *apitest.Answer {
	method, path, _ := strings.Cut(call, " ")
	id := w.ID(c, r.on, rel)
	path = strings.NewReplacer("{id}", url.PathEscape(id), "{email}", url.PathEscape(id), "{name}", url.PathEscape(id), "{caller}", c.Email).Replace(path + query)
	var body any
	if r.body != nil {
		body = r.body(w, c, id)
	}
	if r.session && c.SignedIn && c.Key == nil {
		from.Token = w.API.SignIn(c.Email).Token
	}
	return from.Do(method, path, body)
}

// tryCell compares the class of an answer with the rule.
func tryCell(w *apitest.World, call string, r rule, c *apitest.Caller, rel apitest.Relation) *apitest.Answer {
	answer := sendAs(w, *c.Client, call, r, c, rel, r.query)
	got := strconv.Itoa(answer.Code)
	want, _ := r.wantOf(call, c, rel)
	if len(want) == 1 && answer.Code == 200 { // a removal or restore result
		got = answer.Body.String()
	}
	if r.outcome != nil && answer.Code == 200 {
		got = r.outcome(answer)
	}
	if got != want {
		w.API.T.Errorf("%s by %s on %s %s: %s, want %s\n%.300s", call, c.Name, rel, r.on, got, want, answer.Body)
	}
	if answer.Code >= 400 && strings.Contains(answer.Body.String(), "Matrix") {
		w.API.T.Errorf("%s by %s on %s %s tells %s", call, c.Name, rel, r.on, answer.Body)
	}
	if answer.Code == 403 && c.Key == nil { // no role changes what a key may not do
		compareNeeds(w, call, r, c, rel, answer)
	}
	if r.cost && answer.Code < 300 {
		if hidden, may := strings.Contains(answer.Body.String(), `"cost":null`), c.May(apitest.SeeCost, r.on, rel); hidden == may {
			w.API.T.Errorf("%s by %s on %s %s: may see cost: %v, but %s", call, c.Name, rel, r.on, may, answer.Body)
		}
	}
	return answer
}

// compareNeeds compares the roles that a refusal names with the rule: every caller whose only right is one of them is not
// refused, and every caller with one right who is not refused has one of them. The matrix compares
// the answers to those callers with the rule. Callers who do not see cost send none, so there the second
// half does not hold: it is not the same request.
func compareNeeds(w *apitest.World, call string, r rule, c *apitest.Caller, rel apitest.Relation, refusal *apitest.Answer) {
	var p struct{ Needs []string }
	refusal.Into(&p)
	for _, other := range w.Callers {
		role, isSingle := singleRole(other, r.on, rel)
		want, _ := r.want(other, rel)
		isNamed, isRefused := slices.Contains(p.Needs, role), want == "403"
		if isSingle && (isNamed && isRefused || !isNamed && !isRefused && !r.cost) {
			w.API.T.Errorf("%s by %s on %s %s: needs %v, but %s gets %s", call, c.Name, rel, r.on, p.Needs, other.Name, want)
		}
	}
}

// singleRole is the only right of a caller on an object, in the words of a refusal.
func singleRole(c *apitest.Caller, kind string, rel apitest.Relation) (string, bool) {
	if c.Admin {
		return tracker.NeedAdministrator, c.SignedIn
	}
	if kind == "" {
		kind = "anything"
	}
	roles := c.Roles(kind, rel)
	if !c.SignedIn || len(roles) != 1 {
		return "", false
	}
	return apitest.RoleNames[roles[0]], true
}

// lookAtList goes through a list: each object that is in it, or is not, is a cell too.
func lookAtList(w *apitest.World, call string, r rule, c *apitest.Caller, list *apitest.Answer) (cells int) {
	for _, kind := range r.shows {
		for _, rel := range apitest.Relations {
			// What is foreign to one catalogue is in the other, which may be listed too.
			if list.Code != 200 || rel == apitest.Foreign && apitest.IsCatalogue(kind) && len(r.shows) > 1 {
				continue
			}
			cells++
			if got, want := strings.Contains(list.Body.String(), w.ID(c, kind, rel)), findsIn(c, kind, rel); got != want {
				w.API.T.Errorf("%s by %s: %s %s is listed: %v, want %v\n%.300s", call, c.Name, rel, kind, got, want, list.Body)
			}
		}
	}
	return cells
}
