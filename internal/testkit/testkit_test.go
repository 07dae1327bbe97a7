package testkit

import (
	"strings"
	"testing"
)

func TestWithinGivesUp(t *testing.T) {
	failure := FailureOf(t, func(t testing.TB) { Within(t, 0, "never", func() bool { return false }) })
	if !strings.Contains(failure, "never") {
		t.Errorf("after the limit: %q", failure)
	}
	if failure := FailureOf(t, func(t testing.TB) { Until(t, "at once", func() bool { return true }) }); failure != "" {
		t.Errorf("in time: %q", failure)
	}
}
