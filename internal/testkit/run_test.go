package testkit

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestRunEndsAtFatalAndCleansUp(t *testing.T) {
	var steps []string
	note := func(step string) func() { return func() { steps = append(steps, step) } }
	var dir string
	err := Run(t.Context(), func(t TB) {
		dir = t.TempDir()
		t.Cleanup(note("last"))
		t.Cleanup(func() { t.Fatal("in a cleanup") })
		t.Cleanup(note("first"))
		t.Errorf("an %s", "error")
		t.Fatal("the ", "end")
		note("too far")()
	})
	if err == nil || err.Error() != "an error\nthe end\nin a cleanup" {
		t.Errorf("failures: %v", err)
	}
	if !slices.Equal(steps, []string{"first", "last"}) {
		t.Errorf("steps: %v", steps)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is left: %v", dir, err)
	}
}

func TestRunWithoutFailure(t *testing.T) {
	if err := Run(t.Context(), func(TB) {}); err != nil {
		t.Error(err)
	}
}

func TestWithinGivesUp(t *testing.T) {
	err := Run(t.Context(), func(t TB) { Within(t, 0, "never", func() bool { return false }) })
	if err == nil || !strings.Contains(err.Error(), "never") {
		t.Errorf("after the limit: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := Run(ended, func(t TB) { Until(t, "never", func() bool { return false }) }); err == nil {
		t.Error("waits on after the end")
	}
}
