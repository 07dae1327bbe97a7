package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/tools/program"
)

var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "btracker-prove-test-")
	if err == nil {
		binary, err = program.Build("../../..", dir, "")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// atOnce is how many promises are tried together: some of them mostly wait.
const atOnce = 5

// TestPromises is the short version of `make prove`.
func TestPromises(t *testing.T) {
	o := options{binary: binary, short: true}
	shared := &sharedCluster{}
	results := make(map[string]chan result)
	for _, p := range promises {
		results[p.name] = make(chan result, 1)
	}
	go func() {
		slots := make(chan struct{}, atOnce)
		for _, p := range slices.Backward(promises) { // those that wait most come last in the list
			slots <- struct{}{}
			go func() {
				defer func() { <-slots }()
				results[p.name] <- try(t.Context(), p, o, shared)
			}()
		}
	}()
	for _, p := range promises {
		t.Run(p.name, func(t *testing.T) {
			r := <-results[p.name]
			t.Log(r)
			if r.err != nil {
				t.Error(r.err)
			}
		})
	}
	if err := shared.tidy(); err != nil {
		t.Error(err)
	}
}

// A proof is worth what its evidence finds: each of these damages must be seen.
func TestEvidenceSeesDamage(t *testing.T) {
	l := &lab{options: options{binary: binary, short: true}, dir: t.TempDir()}
	defer l.tidy()
	o, err := l.observe(t.Context(), l.sqlite("data"))
	if err != nil {
		t.Fatal(err)
	}
	s, e, since, book := o.server, o.evidence, o.since, newLedger()
	made, err := book.create(t.Context(), s.Client)
	if err == nil {
		_, err = book.edit(t.Context(), s.Client, made)
	}
	if err == nil {
		err = book.invite(t.Context(), s.Client, "damage")
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := e.check(t.Context(), book, since); err != nil {
		t.Fatalf("undamaged: %v", err)
	}
	s.Kill() // nobody else may hold the file
	for _, damage := range []string{
		"DELETE FROM change WHERE action = 'edit'",
		"DELETE FROM change WHERE entity = 'user'",
		"DELETE FROM river_job WHERE kind = 'mail'",
		"UPDATE company SET version = 1",
		"DELETE FROM company WHERE name LIKE 'Proof%'",
		"UPDATE tally SET n = n + 1 WHERE name = 'company'",
		"DELETE FROM tally WHERE name = 'users'",
	} {
		if err := e.checkDamaged(t, damage, book, since); err == nil {
			t.Errorf("not seen: %s", damage)
		}
	}
}

// checkDamaged looks at the evidence after a change that is undone again.
func (e evidence) checkDamaged(t *testing.T, damage string, book *ledger, since position) error {
	t.Helper()
	e.SetMaxOpenConns(1) // so that the check runs inside the transaction
	for _, statement := range []string{"BEGIN", damage} {
		if _, err := e.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	found := e.check(t.Context(), book, since)
	if _, err := e.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	return found
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
	first := []result{{promise: promises[0], figures: "first"}, {promise: promises[1], figures: "a | b\nc"}}
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
	for want, there := range map[string]bool{"| first |": false, "| lost (second) | FAILED |": true, `| a \| b c | passed |`: true} {
		if strings.Contains(string(text), want) != there {
			t.Errorf("%q: want %v in\n%s", want, there, text)
		}
	}
}
