package bench

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/testkit"
)

// BenchmarkOwnFields lists companies before and after they get fields of their own, 30 of them, three with a value for each company; filtered and sorted by each of
// these, for the administrator and a moderator. The values arrive by an import.
func BenchmarkOwnFields(b *testing.B) {
	if len(binaries) == 0 {
		binaries = []string{"bin/btracker"}
	}
	fmt.Printf("load average before: %s\n", testkit.LoadAverage())
	for i, s := range startServers(b) {
		benchOwnFields(b, i, s)
	}
	fmt.Printf("load average after: %s\n", testkit.LoadAverage())
}

func benchOwnFields(b *testing.B, i int, s *server) {
	ctx := b.Context()
	ok := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	table := newTable()
	measure := func(name, token, path string, bar bar) {
		if !strings.Contains(name, *only) {
			return
		}
		op := operation{name, func(ctx context.Context, s *server, _ int64) error {
			return s.As(token).Get(ctx, "/api/v1"+path, &json.RawMessage{})
		}, bar}
		r := s.load(ctx, op, 1, time.Duration(*seconds*float64(time.Second)))
		table.operation(op, 1, i, &r, s.residentMiB())
	}
	plain := func(when string) {
		for _, list := range []string{"company", "project"} {
			measure(list+" by name, "+when, s.Token, "/"+list+"?PageSize=25&SortBy=name", bar{})
		}
		measure("a company, "+when, s.Token, "/company/"+s.companies[0], bar{})
	}
	plain("no fields")

	const fields = 30
	for n := range fields {
		field := map[string]any{"list": "company", "key": fmt.Sprint("field", n), "label": fmt.Sprint("Field ", n), "kind": "text"}
		switch n {
		case 1:
			field["kind"] = "number"
		case 2:
			field["kind"], field["options"] = "choice", []string{"Bronze", "Silver", "Gold", "Platinum"}
		}
		ok(s.Call(ctx, http.MethodPost, "/api/v1/field", field, nil))
	}
	plain("no values")
	answer, err := s.Send(ctx, http.MethodGet, "/api/v1/company/export?Columns=id", nil)
	ok(err)
	exported, err := csv.NewReader(bytes.NewReader(answer.Body)).ReadAll()
	ok(err)
	var file bytes.Buffer
	file.WriteString("Id,Field 0,Field 1,Field 2\n")
	for n, row := range exported[1:] {
		fmt.Fprintf(&file, "%s,Contract C-%06d,%d.5,%s\n", row[0], (n*7919)%1_000_000, (n*104_729)%50_000, []string{"Bronze", "Silver", "Gold", "Platinum"}[n%4])
	}
	importAll(b, s, file.Bytes(), len(exported)-1)

	// One company has a value in every field.
	own := map[string]any{}
	for n := 3; n < fields; n++ {
		own[fmt.Sprint("field", n)] = "filled"
	}
	var company struct{ Name string }
	ok(s.Get(ctx, "/api/v1/company/"+s.companies[0], &company))
	ok(s.Call(ctx, http.MethodPut, "/api/v1/company", map[string]any{"data": map[string]any{"id": s.companies[0], "name": company.Name, "own": own}}, nil))
	plain("with values")

	most := bar{p50: 10 * time.Millisecond}
	for who, token := range map[string]string{"administrator": s.Token, "moderator": s.moderator} {
		for _, query := range []string{"Own.field0=C-00", "Own.field0=C-0042", "Own.field0=nowhere", "Own.field0.Filled=true", "Own.field0.Filled=false", "Own.field1=42.5",
			"Own.field1.From=1000&Own.field1.To=1100", "Own.field1.From=10&SortBy=own.field1", "Own.field2=Gold", "SortBy=own.field0", "SortBy=own.field0&SortDescending=true", "SortBy=own.field1",
			"SortBy=own.field1&SortDescending=true&PageNumber=100", "Own.field2=Gold&SortBy=own.field1", "Own.field2=Gold&Own.field0=C-00&SortBy=own.field1", "SortBy=own.field20"} {
			measure(query+", "+who, token, "/company?PageSize=25&"+query, most)
		}
	}
	// What is remembered of a list counts again after a value of it has changed.
	for n, query := range []string{"Own.field0.Filled=true", "Own.field1.From=10", "Own.field2=Gold", "Own.field0=C-", "Own.field2=Gold&Own.field1.From=10"} {
		var took []time.Duration
		for i := range 9 {
			own["field3"] = fmt.Sprint("filled ", n, i)
			ok(s.Call(ctx, http.MethodPut, "/api/v1/company", map[string]any{"data": map[string]any{"id": s.companies[0], "name": company.Name, "own": own}}, nil))
			began := time.Now()
			ok(s.Get(ctx, "/api/v1/company?PageSize=25&"+query, &json.RawMessage{}))
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		fmt.Printf("%s, after a change: %.1f ms\n", query, float64(took[len(took)/2].Microseconds())/1000)
	}
	if table.failures > 0 {
		b.Fatalf("%d requests failed", table.failures)
	}
}

// importAll gives existing companies what a file says.
func importAll(b *testing.B, s *server, file []byte, records int) {
	ctx, began := b.Context(), time.Now()
	ok := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	var compared struct {
		ID               string
		Updates, Refused int
	}
	ok(s.Call(ctx, http.MethodPost, "/api/v1/import?List=company&Name=own.csv", file, &compared))
	if compared.Updates != records || compared.Refused > 0 {
		b.Fatalf("%+v", compared)
	}
	var started struct{ ID string }
	ok(s.Call(ctx, http.MethodPut, "/api/v1/import/apply", map[string]any{"id": compared.ID}, &started))
	var job struct {
		State         string
		Done, Refused int
	}
	for job.State != "done" {
		ok(s.Get(ctx, "/api/v1/bulk/"+started.ID, &job))
		if time.Since(began) > 15*time.Minute || job.Refused > 0 || job.State == "failed" {
			b.Fatalf("%+v", job)
		}
		time.Sleep(100 * time.Millisecond)
	}
	fmt.Printf("%d companies got three values each in %.0f s\n", records, time.Since(began).Seconds())
}
