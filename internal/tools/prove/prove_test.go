package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/pgtest"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

var binary string

func TestMain(m *testing.M) {
	// Some promises mostly wait, so more of them run at once than there are processors.
	_ = flag.Set("test.parallel", "5")
	code := 1
	if err := testkit.Run(context.Background(), func(t testkit.TB) {
		binary = program.Build(t, "../../..", "")
		code = pgtest.Main(m)
	}); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// TestPromises is the short version of `make prove`.
func TestPromises(t *testing.T) {
	for _, p := range slices.Backward(promises) { // those that wait most come last in the list
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			l := &lab{TB: t, options: options{binary: binary, short: true}}
			p.prove(l)
			t.Log(l.figures())
		})
	}
}

// A proof is worth what its evidence finds: each of these damages must be seen.
func TestEvidenceSeesDamage(t *testing.T) {
	l := &lab{TB: t, options: options{binary: binary, short: true}}
	o, book := l.observe(l.sqlite()), newLedger()
	made, err := book.create(t.Context(), o.server.Client)
	l.ok(err)
	_, err = book.edit(t.Context(), o.server.Client, made)
	l.ok(err)
	l.ok(book.invite(t.Context(), o.server.Client))
	o.check(book, o.since)
	o.server.Kill() // nobody else may hold the file
	for damage, want := range map[string]string{
		"UPDATE company SET name = 'Another'":               "",
		"DELETE FROM change WHERE action = 'edit'":          "entity = 'company'",
		"DELETE FROM change WHERE entity = 'user'":          "entity = 'user'",
		"DELETE FROM river_job WHERE kind = 'mail'":         "FROM river_job",
		"UPDATE company SET version = 1":                    "entity = 'company'",
		"DELETE FROM company WHERE name LIKE 'Proof%'":      "entity = 'company'",
		"UPDATE tally SET n = n + 1 WHERE name = 'company'": "company is not the same",
		"DELETE FROM tally WHERE name = 'users'":            "users is not the same",
		// A write that is lost as a whole.
		"DELETE FROM change WHERE action = 'edit'; UPDATE company SET version = 1":                                             "was acknowledged at version 2 and is at 1",
		"DELETE FROM change WHERE entity = 'user'; DELETE FROM river_job WHERE kind = 'mail'; UPDATE users SET rowno = -rowno": "the acknowledged user",
	} {
		tx, err := o.BeginTx(t.Context(), nil)
		l.ok(err)
		_, err = tx.ExecContext(t.Context(), damage)
		l.ok(err)
		seen := testkit.Run(t.Context(), func(t testkit.TB) {
			e := o.evidence
			e.l = &lab{TB: t}
			e.checkIn(tx, book, o.since)
		})
		if (seen == nil) != (want == "") || seen != nil && !strings.Contains(seen.Error(), want) {
			t.Errorf("%s: seen is %v", damage, seen)
		}
		l.ok(tx.Rollback())
	}
}

func TestSlope(t *testing.T) {
	var samples []sample
	for i := range 40 { // what comes and goes hides no leak, and makes none
		samples = append(samples, sample{at: time.Duration(i) * time.Minute / 2, resident: 100 + 0.1*float64(i) + 2*float64(i%2)})
	}
	if got := slope(samples); got < 1.9 || got > 2.1 {
		t.Errorf("2 MiB in ten minutes come out as %f", got)
	}
	if got := floors(samples[:36]); !slices.Equal(got, []int{100, 100, 101, 101, 102, 103}) {
		t.Errorf("the floors are %d", got)
	}
}

func TestReportKeepsWhatWasNotTriedAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "proof.md")
	if err := os.WriteFile(file, []byte("Before.\n\n| promise |"+tableHead+"\n\nAfter.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	first := []result{{promise: promises[1], figures: "a | b\nc"}, {promise: promises[0], figures: "first"}}
	second := []result{{promise: promises[0], figures: "second", err: errors.New("lost")}}
	for _, results := range [][]result{first, second} {
		if err := writeReport(file, results); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := regexp.MustCompile(`^Before\.\n\n\| promise \|\n.*\n(.*\| lost \(second\) \| FAILED \|.*\n)(.*\| a \\\| b c \| passed \|.*\n)\nAfter\.\n$`); !want.Match(text) {
		t.Errorf("the report is\n%s", text)
	}
}
