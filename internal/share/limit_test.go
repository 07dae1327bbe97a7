package share_test

import (
	"testing"

	"btracker/internal/share"
)

// A holder gets its share and no more, others get theirs until all is given, and what was
// given back is given again.
func TestLimit(t *testing.T) {
	l := share.NewLimit(3, 5)
	for i, step := range []struct {
		holder string
		n      int64
		want   bool
	}{
		{"a", 2, true}, {"a", 2, false}, {"a", 1, true}, {"a", 1, false},
		{"b", 3, false}, {"b", 2, true}, {"c", 1, false},
	} {
		if got := l.Take(step.holder, step.n); got != step.want {
			t.Errorf("step %d: %s takes %d: %v", i, step.holder, step.n, got)
		}
	}
	l.GiveBack("a", 3)
	if !l.Take("c", 3) || l.Take("a", 1) {
		t.Error("what was given back is not given again, or more than all")
	}
	l.GiveBack("b", 2)
	if !l.Take("a", 2) {
		t.Error("a is refused although others gave back")
	}
}
