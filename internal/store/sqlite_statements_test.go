package store_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/demo"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

const callsOfEach = 100

// demoStore is a SQLite database with demo data, and where and of when it is.
func demoStore(t *testing.T) (s *store.Store, dir string, now time.Time) {
	t.Helper()
	dir, now = t.TempDir(), time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	s, err := store.OpenSQLite(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := demo.Fill(t.Context(), s, demo.Options{Companies: 30, PasswordHash: "hash", Now: now}); err != nil {
		t.Fatal(err)
	}
	return s, dir, now
}

// TestEveryStatementOfTheStore calls every reading method of the store, with many arguments each, and compares the
// answers of both ways of reading. It finds the methods by reflection, and in the source the calls that run their
// statements, so that a new one is compared without anybody's doing, or fails the test.
func TestEveryStatementOfTheStore(t *testing.T) {
	s, dir, now := demoStore(t)
	c := newComparison(t, store.SQLiteURI(filepath.Join(dir, store.SQLiteFile)))
	reached := map[string]bool{}
	s.ObserveReads(func(text string, args []any, answer store.Rows) store.Rows {
		noteCallers(reached)
		return &comparedRows{Rows: answer, compare: func(types []reflect.Type) {
			c.compare(types, text, args...)
			c.compare(nil, text, args...)
		}}
	})
	make := arguments{rand.New(rand.NewPCG(1, 2)), t, now, texts(t, s)}
	queries := reflect.ValueOf(s.Queries)
	for i := range queries.NumMethod() {
		before := c.count
		for range callsOfEach {
			make.call(queries.Method(i))
		}
		if name := queries.Type().Method(i).Name; c.count == before {
			t.Errorf("%s has read nothing", name)
		}
	}
	first, _, err := s.Companies(t.Context(), store.Visible{All: true}, store.CompanyQuery{ListQuery: tracker.ListQuery{PageNumber: 1, PageSize: 1}})
	if err != nil {
		t.Fatal(err)
	}
	note := tracker.Note{ID: "note", Entity: tracker.EntityCompany, EntityID: first[0].ID, CompanyID: &first[0].ID, Stored: "A note", CreatedAt: now}
	if err := s.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertNote(t.Context(), note) }); err != nil {
		t.Fatal(err)
	}
	document := tracker.Document{ID: "document", Entity: tracker.EntityCompany, EntityID: first[0].ID, CompanyID: &first[0].ID, Name: "a.txt", ContentID: "content", CreatedAt: now}
	if err := s.Write(t.Context(), func(tx *store.Tx) error {
		return errors.Join(tx.AddPiece(t.Context(), "content", 0, []byte("A"), "text/plain", now), tx.CloseContent(t.Context(), "content", "hash", now),
			tx.InsertDocument(t.Context(), document))
	}); err != nil {
		t.Fatal(err)
	}
	if found, _, err := s.Documents(t.Context(), store.DocumentQuery{ListQuery: tracker.ListQuery{PageNumber: 1, PageSize: 5},
		Entity: tracker.EntityCompany, EntityID: first[0].ID}); err != nil || len(found) != 1 {
		t.Error(len(found), err)
	}
	if found, _, err := s.Notes(t.Context(), store.Visible{All: true}, store.NoteQuery{ListQuery: tracker.ListQuery{PageNumber: 1, PageSize: 5}}); err != nil || len(found) != 1 {
		t.Error(len(found), err)
	}
	for range 2 {
		for _, removed := range tracker.RemovedFilters[:2] {
			for _, term := range []string{"example", first[0].Name} {
				broad := tracker.ListQuery{Search: term, Ranked: true, Removed: removed, PageNumber: 1, PageSize: 50}
				if found, _, err := s.Companies(t.Context(), store.Visible{All: true}, store.CompanyQuery{ListQuery: broad}); err != nil || len(found) == 0 {
					t.Error(len(found), err)
				}
			}
		}
		s.RankNone()
	}
	for _, size := range []int{1, 50} { // the ways to the page of a search that finds many, which chance does not always make
		broad := tracker.ListQuery{Search: "example", Removed: tracker.RemovedInclude, PageNumber: 1, PageSize: size}
		if found, _, err := s.Companies(t.Context(), store.Visible{All: true}, store.CompanyQuery{ListQuery: broad}); err != nil || len(found) == 0 {
			t.Error(len(found), err)
		}
		projects, _, err := s.Projects(t.Context(), store.Visible{All: true}, store.ProjectQuery{ListQuery: tracker.ListQuery{PageNumber: 1, PageSize: 1}})
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(projects[0].Name, " ")
		for _, term := range []string{name, name + " " + projects[0].CompanyName} {
			broad.Search = term
			if found, _, err := s.Projects(t.Context(), store.Visible{All: true}, store.ProjectQuery{ListQuery: broad}); err != nil || len(found) == 0 {
				t.Error(term, len(found), err)
			}
		}
	}
	several := tracker.ListQuery{SortBy: "createdAt", Then: []tracker.Sort{{By: "name", Descending: true}}, Removed: tracker.RemovedInclude}
	if err := s.EachCompany(t.Context(), store.Visible{All: true}, store.CompanyQuery{ListQuery: several}, func(tracker.Company) error { return nil }); err != nil {
		t.Error(err)
	}
	for _, sort := range tracker.FigureSorts {
		byFigure := tracker.ListQuery{SortBy: sort, Removed: tracker.RemovedInclude, PageNumber: 1, PageSize: 50}
		for _, v := range []store.Visible{{All: true, Now: now}, {UserID: make.texts[0], Roles: tracker.RolesThatMay(tracker.See),
			CostRoles: tracker.RolesThatMay(tracker.SeeCost), Now: now}} {
			found, _, err := s.Companies(t.Context(), v, store.CompanyQuery{ListQuery: byFigure})
			if err != nil || v.All && len(found) == 0 {
				t.Error(len(found), err)
			}
			for _, c := range found {
				if _, err := s.CompanyFigures(t.Context(), v, []string{c.ID}); err != nil {
					t.Error(err)
				}
			}
			if _, err := s.CompanyTotals(t.Context(), v, store.CompanyQuery{ListQuery: tracker.ListQuery{Search: "example"}}); err != nil {
				t.Error(err)
			}
			if found, _, err := s.Projects(t.Context(), v, store.ProjectQuery{ListQuery: byFigure}); err != nil || v.All && len(found) == 0 {
				t.Error(len(found), err)
			}
		}
	}
	for _, sort := range tracker.SubscriptionSorts { // the ways to the page of a long list
		q := store.SubscriptionQuery{ProjectItemQuery: store.ProjectItemQuery{ListQuery: tracker.ListQuery{SortBy: sort, PageNumber: 1, PageSize: 5}}, Now: now}
		if found, _, err := s.ListedSubscriptions(t.Context(), store.Visible{All: true}, q.Long()); err != nil || len(found) == 0 {
			t.Error(sort, len(found), err)
		}
	}
	at := now.AddDate(0, 0, 30) // sums by the kept ones, of all
	atThen := store.SubscriptionQuery{ProjectItemQuery: store.ProjectItemQuery{ListQuery: tracker.ListQuery{PageNumber: 1, PageSize: 5}},
		Now: now, SubscriptionFilter: tracker.SubscriptionFilter{At: &at}}
	if found, _, err := s.ListedSubscriptions(t.Context(), store.Visible{All: true}, atThen); err != nil || len(found) == 0 {
		t.Error(len(found), err)
	}
	listsByOwnFields(t, s, now, func(string) {})
	s.FewOwn(1)
	for _, list := range []string{tracker.EntityCompany, tracker.EntityProjectSubscription} { // those by an own field
		field := tracker.OwnField{ID: list, List: list, Key: "word", Label: "Word", Kind: "text", Options: []string{}}
		if err := s.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertOwnField(t.Context(), field, now) }); err != nil {
			t.Fatal(err)
		}
		for _, page := range []int{1, 2} {
			by := tracker.ListQuery{SortBy: "own.word", OwnSorts: map[string]tracker.OwnField{"own.word": field}, Removed: tracker.RemovedInclude, PageNumber: page, PageSize: 5}
			n, err := 0, error(nil)
			if list == tracker.EntityCompany {
				found, _, failed := s.Companies(t.Context(), store.Visible{All: true}, store.CompanyQuery{ListQuery: by})
				n, err = len(found), failed
			} else {
				q := store.SubscriptionQuery{ProjectItemQuery: store.ProjectItemQuery{ListQuery: by}, Now: now}
				found, _, failed := s.ListedSubscriptions(t.Context(), store.Visible{All: true}, q.Long())
				n, err = len(found), failed
			}
			if err != nil || n != 5 {
				t.Error(list, page, n, err)
			}
		}
	}
	if _, err := s.SchemaVersion(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := s.LatestTime(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := s.WriterDB().ExecContext(t.Context(), "INSERT INTO change_block (block, oldest, newest, kinds, fields) VALUES (7, 1, 1, ',company create,', '')"); err != nil {
		t.Error(err)
	}
	wrong := 0
	if err := s.EachWrongBlock(t.Context(), func(store.WrongBlock) { wrong++ }); err != nil || wrong != 1 {
		t.Errorf("%d wrong blocks, %v; want the one that was added", wrong, err)
	}
	if err := s.MendBlocks(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := s.Cleanup(t.Context(), store.Retention{Changes: time.Hour, Tombstones: time.Hour}, now); err != nil {
		t.Error(err)
	}
	if left := unreached(t, reached); len(left) > 0 {
		t.Errorf("no statement came from %s", strings.Join(left, ", "))
	}
	t.Logf("%d answers compared", c.count)
}

// comparedRows passes rows on to the store, and compares the statement when the store closes them.
type comparedRows struct {
	store.Rows
	types   []reflect.Type // of the variables that the store reads a row into; nil until it reads one
	compare func(types []reflect.Type)
}

func (r *comparedRows) Scan(dest ...any) error {
	if r.types == nil {
		for _, d := range dest {
			r.types = append(r.types, reflect.TypeOf(d).Elem())
		}
	}
	return r.Rows.Scan(dest...)
}

func (r *comparedRows) Close() {
	r.Rows.Close()
	r.compare(r.types)
}

// texts are those that the rows of the store are found by.
func texts(t *testing.T, s *store.Store) (all []string) {
	rows, err := s.WriterDB().Query(`SELECT id FROM company UNION ALL SELECT id FROM project
		UNION ALL SELECT id FROM users UNION ALL SELECT email FROM users UNION ALL SELECT id FROM project_product
		UNION ALL SELECT id FROM project_subscription UNION ALL SELECT name FROM category UNION ALL SELECT id FROM catalogue_item`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		all = append(all, text)
	}
	return all
}

// arguments makes up values of any type that a method takes.
type arguments struct {
	*rand.Rand
	t     *testing.T
	now   time.Time
	texts []string
}

func (a arguments) call(method reflect.Value) {
	in := []reflect.Value{reflect.ValueOf(a.t.Context())}
	for i := 1; i < method.Type().NumIn(); i++ {
		in = append(in, a.value(method.Type().In(i)))
	}
	if method.Type().IsVariadic() {
		method.CallSlice(in)
		return
	}
	method.Call(in)
}

var november = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// among has the values of types that allow only some.
var among = map[reflect.Type][]any{
	reflect.TypeFor[tracker.CatalogueKind]():    {tracker.Products, tracker.Subscriptions},
	reflect.TypeFor[tracker.RemovedFilter]():    {tracker.RemovedInclude, tracker.RemovedExclude, tracker.RemovedOnly},
	reflect.TypeFor[tracker.NotificationKind](): {tracker.NotificationKind("subscriptionEnded")},
	reflect.TypeFor[tracker.RecurringQuery]():   {tracker.RecurringQuery{From: tracker.MonthOf(november) - 11, To: tracker.MonthOf(november), By: "category", Now: november}},
	reflect.TypeFor[store.Removal]():            {store.CompanyRemoval, store.ProjectRemoval},
	reflect.TypeFor[store.RecordKind]():         {store.RecordKind("company"), store.RecordKind("projectProduct"), store.RecordKind("user")},
	reflect.TypeFor[store.MailsOf]():            {store.MailsOfNotifications, store.MailsOfReports},
	reflect.TypeFor[store.Moderation]():         {store.CompanyModeration, store.ProjectModeration},
}

func (a arguments) value(of reflect.Type) reflect.Value {
	if values, ok := among[of]; ok {
		return reflect.ValueOf(values[a.IntN(len(values))])
	}
	v := reflect.New(of).Elem()
	switch of.Kind() {
	case reflect.Bool:
		v.SetBool(a.IntN(2) == 0)
	case reflect.String:
		v.SetString(a.text())
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(1 + a.IntN(4)))
	case reflect.Pointer:
		if a.IntN(2) == 0 {
			v.Set(reflect.New(of.Elem()))
			v.Elem().Set(a.value(of.Elem()))
		}
	case reflect.Slice:
		for range a.IntN(3) {
			element := a.value(of.Elem())
			if element.Kind() == reflect.Pointer && element.IsNil() { // no list has holes
				element = reflect.New(of.Elem().Elem())
			}
			v = reflect.Append(v, element)
		}
	case reflect.Map: // own fields are set below, and values of records are written by their fields
	case reflect.Func:
		v.Set(reflect.MakeFunc(of, func([]reflect.Value) (results []reflect.Value) {
			for i := range of.NumOut() {
				results = append(results, reflect.Zero(of.Out(i)))
			}
			return results
		}))
	case reflect.Struct:
		if of == reflect.TypeFor[time.Time]() {
			return reflect.ValueOf(a.now.AddDate(0, 0, a.IntN(100)-50))
		}
		odds := []int{1, 3}[a.IntN(2)] // lists with every filter, and with few or none
		for i := range of.NumField() {
			if of.Field(i).IsExported() && a.IntN(odds) == 0 {
				v.Field(i).Set(a.value(of.Field(i).Type))
			}
		}
		if lq, ok := v.Addr().Interface().(*tracker.ListQuery); ok {
			lq.PageNumber, lq.PageSize = 1+a.IntN(3), 1+a.IntN(5)
			lq.SortBy, lq.Then = []string{"name", "createdAt", ""}[a.IntN(3)], nil
			if lq.OwnSorts = nil; a.IntN(4) == 0 {
				lq.SortBy, lq.OwnSorts = "own.word", map[string]tracker.OwnField{"own.word": {ID: a.text(), IsConfidential: a.IntN(2) == 0}}
			}
		}
	default:
		a.t.Fatalf("the test can not make a %s", of)
	}
	return v
}

func (a arguments) text() string {
	text := a.texts[a.IntN(len(a.texts))]
	switch a.IntN(6) {
	case 0:
		return ""
	case 1:
		return "example" // of which many rows are found
	case 2:
		return text[:min(len(text), 1+a.IntN(4))] // to search for
	}
	return text
}

const storePackage = "btracker/internal/store."

// noteCallers notes "file:line" of every function of the store that is running.
func noteCallers(reached map[string]bool) {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if strings.HasPrefix(f.Function, storePackage) {
			reached[fmt.Sprint(filepath.Base(f.File), ":", f.Line)] = true
		}
	}
}

// unreached lists the calls of one, many and each in the store, outside of transactions, that nothing came through.
func unreached(t *testing.T, reached map[string]bool) (left []string) {
	files := token.NewFileSet()
	names, err := filepath.Glob("../store/*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !runsStatement(call) {
				return true
			}
			found++
			first, last := files.Position(call.Pos()).Line, files.Position(call.End()).Line
			for line := first; line <= last; line++ {
				if reached[fmt.Sprint(filepath.Base(name), ":", line)] {
					return true
				}
			}
			left = append(left, fmt.Sprint(filepath.Base(name), ":", first))
			return true
		})
	}
	if found < 50 {
		t.Errorf("found only %d calls that run a statement: looked for the wrong ones", found)
	}
	return left
}

func runsStatement(call *ast.CallExpr) bool {
	name, ok := call.Fun.(*ast.Ident)
	if !ok || !slices.Contains([]string{"one", "many", "each"}, name.Name) || len(call.Args) < 2 {
		return false
	}
	if of, ok := call.Args[1].(*ast.SelectorExpr); ok {
		if x, ok := of.X.(*ast.Ident); ok && x.Name == "tx" {
			return false // database/sql alone reads in a transaction
		}
	}
	return true
}
