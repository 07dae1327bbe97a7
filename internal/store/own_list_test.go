package store

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"btracker/internal/tracker"
)

// Lists of companies that are narrowed and sorted by own fields are those of a plain model, whatever counts as few, while values and
// companies change.
func TestListsByOwnFieldsAreThoseOfAModel(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		fields := map[string]tracker.OwnField{}
		for _, of := range []tracker.OwnField{{Key: "word", Kind: tracker.OwnText}, {Key: "n", Kind: tracker.OwnNumber}, {Key: "link", Kind: tracker.OwnLink},
			{Key: "kind", Kind: tracker.OwnChoice, Options: []string{"A", "B"}}, {Key: "secret", Kind: tracker.OwnNumber, IsConfidential: true}} {
			of.ID, of.List, of.Label = newID(), tracker.EntityCompany, of.Key
			f.write(func(tx *Tx) error { return tx.InsertOwnField(t.Context(), of, f.now) })
			fields[of.Key] = of
		}
		values := map[string][]string{"word": {`"Zebra crossing"`, `"apple pie"`, `"Apple"`, `"pie"`, `"Äpfel"`}, "n": {"-2.5", "0", "3", "20", "100"}, "kind": {`"A"`, `"B"`},
			"link": {`"https://example.com/A"`, `"https://example.com/a"`}, "secret": {"1", "2"}}
		user := f.addUser("mod@example.com")
		type record struct {
			tracker.Company
			isGone, isSeen, seesCost bool
		}
		var records []*record
		someValues := func(t *rapid.T) tracker.Own {
			own := tracker.Own{}
			for _, key := range []string{"kind", "link", "n", "secret", "word"} {
				if rapid.IntRange(0, 3).Draw(t, "has "+key) > 0 {
					own[key] = tracker.OwnValue{JSON: rapid.SampledFrom(values[key]).Draw(t, key), IsConfidential: key == "secret"}
				}
			}
			return own
		}
		add := func(t *rapid.T) {
			r := &record{}
			own := someValues(t)
			r.Company = f.addCompany(rapid.SampledFrom([]string{"alpha", "beta", "gamma"}).Draw(t, "name"), func(c *tracker.Company) { c.Own = own })
			if role := rapid.SampledFrom([]tracker.Role{tracker.RoleNone, tracker.RoleManager, tracker.RoleSupport}).Draw(t, "role"); role != tracker.RoleNone {
				f.addModerator(r.ID, user.ID, role)
				r.isSeen, r.seesCost = true, role == tracker.RoleManager
			}
			records = append(records, r)
		}
		change := func(t *rapid.T) {
			r := rapid.SampledFrom(records).Draw(t, "record")
			if rapid.Bool().Draw(t, "marks") {
				r.isGone, r.IsRemoved = rapid.Bool().Draw(t, "gone"), rapid.Bool().Draw(t, "removed")
				f.mark(r.ID, tracker.Marks{Marked: r.IsRemoved, Gone: r.isGone}, f.now)
			} else if !r.isGone {
				after := r.Company
				after.Own = someValues(t)
				f.write(func(tx *Tx) error {
					return tx.UpdateCompany(t.Context(), r.Company, after, "tester", f.now.Add(time.Second))
				})
				r.Company = after
			}
		}
		filter := func(t *rapid.T) tracker.OwnFilter {
			params := []tracker.OwnParam{{Key: "word", Value: "apple"}, {Key: "word", Value: "P"}, {Key: "word", Value: "pie"}, {Key: "word", Value: "nowhere"},
				{Key: "n", Value: "3"}, {Key: "n", End: "From", Value: "0"}, {Key: "n", End: "To", Value: "20"}, {Key: "kind", Value: "A"}, {Key: "kind", Value: "a"},
				{Key: "link", Value: "https://example.com/a"}, {Key: "secret", End: "From", Value: "2"}}
			for key := range fields {
				params = append(params, tracker.OwnParam{Key: key, End: "Filled", Value: "true"}, tracker.OwnParam{Key: key, End: "Filled", Value: "false"})
			}
			slices.SortFunc(params, func(a, b tracker.OwnParam) int { return strings.Compare(a.Name()+a.Value, b.Name()+b.Value) })
			p := rapid.SampledFrom(params).Draw(t, "filter")
			of, err := fields[p.Key].Filter(p)
			f.ok(err)
			return of
		}
		holds := func(o tracker.OwnFilter, v tracker.OwnValue, has bool) bool {
			key := v.SortKey()
			switch {
			case o.Filled != nil:
				return has == *o.Filled
			case !has:
				return false
			case o.Equals != nil:
				return v.JSON == o.Equals.JSON
			}
			return strings.Contains(key, o.Contains) && key >= o.From && (o.To == "" || key <= o.To)
		}
		check := func(t *rapid.T) {
			f.mostOwn = rapid.SampledFrom([]int{0, 1, 3, 8}).Draw(t, "few")
			lq := tracker.ListQuery{PageSize: rapid.IntRange(1, 7).Draw(t, "page size"), Removed: rapid.SampledFrom(tracker.RemovedFilters).Draw(t, "removed"),
				Search: rapid.SampledFrom([]string{"", "", "", "alpha"}).Draw(t, "search"), SortDescending: rapid.Bool().Draw(t, "descending")}
			for range rapid.IntRange(0, 3).Draw(t, "filters") {
				lq.Own = append(lq.Own, filter(t))
			}
			lq.SortBy = rapid.SampledFrom([]string{"name", "createdAt", "own.n", "own.word", "own.secret"}).Draw(t, "sort")
			if key, isOwn := strings.CutPrefix(lq.SortBy, "own."); isOwn {
				lq.OwnSorts = map[string]tracker.OwnField{lq.SortBy: fields[key]}
			}
			v := everything
			if rapid.Bool().Draw(t, "moderator") {
				v = moderatedBy(user.ID)
				v.CostRoles = []tracker.Role{tracker.RoleManager}
			}
			var want []string
			kept := map[string]*record{}
			for _, r := range records {
				sees := v.All || r.seesCost
				if r.isGone || !v.All && !r.isSeen || lq.Search != "" && r.Name != lq.Search || lq.Removed == tracker.RemovedExclude && r.IsRemoved || lq.Removed == tracker.RemovedOnly && !r.IsRemoved {
					continue
				}
				if slices.ContainsFunc(lq.Own, func(o tracker.OwnFilter) bool {
					value, has := r.Own[o.Field.Key]
					return !holds(o, value, has) || o.Field.IsConfidential && !sees
				}) {
					continue
				}
				want, kept[r.ID] = append(want, r.ID), r
			}
			key := func(id string) (string, bool) {
				r := kept[id]
				own, isOwn := strings.CutPrefix(lq.SortBy, "own.")
				if !isOwn {
					return r.Name, lq.SortBy == "name"
				}
				value, has := r.Own[own]
				return value.SortKey(), has && (own != "secret" || v.All || r.seesCost)
			}
			var got []string
			for lq.PageNumber = 1; ; lq.PageNumber++ {
				page, total, err := f.Companies(t.Context(), v, CompanyQuery{ListQuery: lq})
				f.ok(err)
				if total != len(want) {
					t.Fatalf("total %d, want %d", total, len(want))
				}
				for _, c := range page {
					got = append(got, c.ID)
				}
				if len(page) < lq.PageSize {
					break
				}
			}
			for i := 1; i < len(got) && len(got) == len(want) && kept[got[i-1]] != nil && kept[got[i]] != nil; i++ {
				before, hasBefore := key(got[i-1])
				after, hasAfter := key(got[i])
				if lq.SortDescending {
					before, after = after, before
				}
				if hasAfter && (!hasBefore || before > after) {
					t.Fatalf("%s: row %d is behind its place", lq.SortBy, i)
				}
			}
			var exported []string
			f.ok(f.EachCompany(t.Context(), v, CompanyQuery{ListQuery: lq}, func(c tracker.Company) error { exported = append(exported, c.ID); return nil }))
			for _, list := range [][]string{want, got, exported} {
				slices.Sort(list)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("pages:\n%s", d)
			}
			if d := cmp.Diff(want, exported); d != "" {
				t.Fatalf("export:\n%s", d)
			}
		}
		rapid.Check(t, func(t *rapid.T) {
			for range 4 {
				add(t)
			}
			for range 6 {
				rapid.SampledFrom([]func(*rapid.T){add, change, check, check, check}).Draw(t, "step")(t)
				check(t)
			}
		})
		if len(f.ownMemory.found) == 0 {
			t.Error("nothing is remembered")
		}
	})
}

// PostgreSQL has statistics of the many values, but none of the few fields. It still looks for the values of a record once, not once for each field.
func TestOwnValuesOfARecordAreReadAtOnce(t *testing.T) {
	f := &fixture{T: t, Store: newPostgres(t), now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)}
	for n := range tracker.MaxOwnFields {
		key := "field" + strconv.Itoa(n)
		f.write(func(tx *Tx) error {
			return tx.InsertOwnField(t.Context(), tracker.OwnField{ID: key, List: tracker.EntityCompany, Key: key, Label: key, Kind: tracker.OwnText}, f.now)
		})
	}
	f.raw(`INSERT INTO own_value (record_id, field_id, value, sort_key) SELECT 'company ' || n, 'field' || n % 3, '"x"', 'x' FROM generate_series(1, 2000) n`)
	f.raw(`ANALYZE own_value`)
	plan, err := many(t.Context(), f.Queries, scanOne[string], "EXPLAIN SELECT 1"+ownColumn("'"+tracker.EntityCompany+"'", "company.id")+" FROM company")
	f.ok(err)
	if steps := strings.Join(plan, "\n"); !strings.Contains(steps, "Cond: (record_id = company.id)") || strings.Contains(steps, "Nested Loop") {
		t.Error(steps)
	}
}
