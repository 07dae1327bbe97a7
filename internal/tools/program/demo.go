package program

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// built is the binary that Main builds, in a directory of this run's own that Main removes.
var built string

// databaseFile is where SQLite's data is in a data directory. Modules of tests that build the program do not have what the
// package store needs, which says the same.
const databaseFile = "btracker.db"

// demo is a database as `serve --demo` leaves it. A copy of it costs a tenth of what the demo data costs to make.
var demo struct {
	made sync.Once
	file string
	err  error
}

// FillDemo puts the demo data into a new data directory on SQLite. What is then served there is what `serve --demo` serves.
func (t Target) FillDemo(tb testing.TB) {
	tb.Helper()
	demo.made.Do(func() {
		// The target's own binary may be a test that watches the real one.
		first := Target{Binary: built, Data: filepath.Join(filepath.Dir(built), "demo")}
		server := Start(tb, first.Serve("--demo", "--log-level", "warn"))
		if code := server.Stop(); code != 0 {
			demo.err = errors.New(server.Stderr())
		}
		demo.file = filepath.Join(first.Data, databaseFile)
	})
	content, err := os.ReadFile(demo.file)
	if err = errors.Join(demo.err, err, os.MkdirAll(t.Data, 0o700)); err == nil {
		err = os.WriteFile(filepath.Join(t.Data, databaseFile), content, 0o600)
	}
	if err != nil {
		tb.Fatal(err)
	}
}
