package bench

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"
	"time"

	"btracker/internal/child"
	"btracker/internal/testkit"
)

// BenchmarkImport imports many new companies, then the same with other details.
func BenchmarkImport(b *testing.B) {
	if len(binaries) == 0 {
		binaries = []string{"bin/btracker"}
	}
	fmt.Printf("load average before: %s\n", testkit.LoadAverage())
	for i, s := range startServers(b) {
		for _, details := range []string{"Made by an import", "Changed by an import"} {
			benchImport(b, i, s, details)
		}
	}
	fmt.Printf("load average after: %s\n", testkit.LoadAverage())
}

func benchImport(b *testing.B, i int, s *server, details string) {
	records := *rows
	ctx := b.Context()
	ok := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	figure := func(name string, measured float64, unit, judged string) {
		fmt.Printf("%c %-50s %10.1f %s  %s\n", label(i), name, measured, unit, judged)
	}
	var file bytes.Buffer
	file.WriteString("Name,Details,Support Email,Support Phone,Country,Province State,City\n")
	for n := range records {
		fmt.Fprintf(&file, "Imported %d,%s,help%d@import.example,+1 555 %d,Portugal,Lisboa,Lisboa\n", n, details, n, n)
	}
	var compared struct {
		ID                        string
		Creates, Updates, Refused int
	}
	began := time.Now()
	ok(s.Call(ctx, http.MethodPost, "/api/v1/import?List=company&Name=bench.csv", file.Bytes(), &compared))
	reading := time.Since(began).Seconds()
	if compared.Creates+compared.Updates != records {
		b.Fatalf("%+v", compared)
	}
	figure(fmt.Sprintf("comparison of %d rows, %d new", records, compared.Creates), reading, "s", "")
	var started struct{ ID string }
	began = time.Now()
	ok(s.Call(ctx, http.MethodPut, "/api/v1/import/apply", map[string]any{"id": compared.ID}, &started))
	var job struct {
		State         string
		Done, Refused int
	}
	for job.State != "done" {
		ok(s.Get(ctx, "/api/v1/bulk/"+started.ID, &job))
		if time.Since(began) > 10*time.Minute || job.Refused > 0 {
			b.Fatalf("%+v", job)
		}
		time.Sleep(100 * time.Millisecond)
	}
	applying := time.Since(began).Seconds()
	figure("until all are applied", applying, "s", "")
	figure("both", reading+applying, "s", atMost("s", reading+applying, 60))
	peak := child.PeakMiB(s.pid)
	figure("highest memory so far", peak, "MiB", atMost("MiB", peak, 300))
	ok(s.Call(ctx, http.MethodDelete, "/api/v1/import", map[string]any{"id": compared.ID}, nil))
}
