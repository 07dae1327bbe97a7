package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// listsByOwnFields gives companies values, and reads lists that are narrowed and sorted by them in every way that the store knows: used is called
// after each, with what it was.
func listsByOwnFields(t *testing.T, s *store.Store, now time.Time, used func(what string)) {
	t.Helper()
	fields := map[string]tracker.OwnField{}
	for _, key := range []string{"text", "other"} {
		of := tracker.OwnField{ID: "own " + key, List: tracker.EntityCompany, Key: key, Label: key, Kind: tracker.OwnText, Options: []string{}}
		if err := s.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertOwnField(t.Context(), of, now) }); err != nil {
			t.Fatal(err)
		}
		fields[key] = of
	}
	all := store.Visible{All: true, Now: now}
	list := func(lq tracker.ListQuery) ([]tracker.Company, int) {
		t.Helper()
		found, total, err := s.Companies(t.Context(), all, store.CompanyQuery{ListQuery: lq})
		if err != nil {
			t.Fatal(err)
		}
		return found, total
	}
	companies, _ := list(tracker.ListQuery{PageNumber: 1, PageSize: 200, Removed: tracker.RemovedInclude})
	for i, before := range companies {
		after := before
		after.Own = tracker.Own{"other": {JSON: fmt.Sprintf(`"other %d"`, i%7)}}
		if i%3 > 0 {
			after.Own["text"] = tracker.OwnValue{JSON: fmt.Sprintf(`"some %d"`, i)}
		}
		if err := s.Write(t.Context(), func(tx *store.Tx) error { return tx.UpdateCompany(t.Context(), before, after, "tester", now) }); err != nil {
			t.Fatal(err)
		}
	}
	of := func(key string) tracker.OwnFilter { return tracker.OwnFilter{Field: fields[key]} }
	isFilled := func(key string, filled bool) tracker.OwnFilter {
		return tracker.OwnFilter{Field: fields[key], Filled: &filled}
	}
	contains := func(key, text string) tracker.OwnFilter {
		filter := of(key)
		filter.Contains = text
		return filter
	}
	between := of("other")
	between.From, between.To = "other 1", "other 5"
	narrowed := map[string][]tracker.OwnFilter{
		"no filter": nil, "a text": {contains("text", "some")}, "a short text": {contains("text", "so")}, "a rare text": {contains("text", "some 1")}, "a range": {between},
		"values": {isFilled("text", true)}, "none": {isFilled("text", false)}, "both": {isFilled("text", true), between}, "a rare text of many": {contains("text", "some 2"), between},
		"all": {isFilled("other", true), isFilled("text", true)}, "none, of some": {isFilled("text", false), between},
	}
	for _, few := range []int{1, 15} {
		s.FewOwn(few)
		for what, filters := range narrowed {
			for _, sort := range []string{"name", "own.text", "own.other"} {
				for _, removed := range tracker.RemovedFilters {
					lq := tracker.ListQuery{Own: filters, SortBy: sort, Removed: removed, PageSize: 2}
					if key, isOwn := strings.CutPrefix(sort, tracker.OwnPrefix); isOwn {
						lq.OwnSorts = map[string]tracker.OwnField{sort: fields[key]}
					}
					total, seen := 0, 0
					for lq.PageNumber = 1; lq.PageNumber == 1 || seen < total; lq.PageNumber++ {
						found, n := list(lq)
						total, seen = n, seen+len(found)
						used(fmt.Sprintf("%s by %s, removed %s, page %d, few %d", what, sort, removed, lq.PageNumber, few))
						if len(found) == 0 {
							break
						}
					}
					if total != seen || total == 0 && removed == tracker.RemovedInclude {
						t.Errorf("%s by %s: %d of %d", what, sort, seen, total)
					}
				}
			}
		}
	}
}

// No list by own fields reads a table from end to end: values are read by the index of their field, in its order, or by the
// record and the field.
func TestListsByOwnFieldsAreReadByIndexes(t *testing.T) {
	s, dir, now := demoStore(t)
	noted := noteReads(t, s, dir)
	checked := map[string]bool{}
	listsByOwnFields(t, s, now, func(what string) {
		for _, read := range noted.sinceLast() {
			if checked[read.text] || !strings.Contains(read.text, "own_value") && !strings.Contains(read.text, "company") {
				continue
			}
			checked[read.text] = true
			steps := noted.planOf(t, read)
			made := map[string]bool{} // tables that the statement makes
			for _, step := range steps {
				if name, isMade := strings.CutPrefix(step, "CO-ROUTINE "); isMade {
					made[name] = true
				}
			}
			for _, step := range steps {
				words := strings.Fields(step)
				isValue := words[1] == "o" || words[1] == "v" // also by an index, all of them are too many
				isScan := words[0] == "SCAN" && !made[words[1]] && (isValue || !strings.Contains(step, "USING")) && !strings.Contains(step, "VIRTUAL") &&
					!strings.HasSuffix(step, "CONSTANT ROW") && !strings.Contains(step, "json_each")
				ofField := words[0] == "SEARCH" && words[1] == "o" && !strings.Contains(step, "own_value_record (record_id=? AND field_id=?)")
				ofValues := words[0] == "SEARCH" && words[1] == "v" && !strings.Contains(step, "own_value_sorting (field_id=? AND is_gone=?") &&
					!strings.Contains(step, "own_value_record (record_id=?") && !strings.Contains(step, "INTEGER PRIMARY KEY")
				if isScan || ofField || ofValues {
					t.Errorf("%s: %s in\n%s", what, step, read.text)
				}
			}
		}
	})
	if len(checked) < 20 {
		t.Errorf("only %d statements", len(checked))
	}
}
