package jobs

import (
	"testing"

	"github.com/riverqueue/river"
)

func TestScansDoNotPileUp(t *testing.T) {
	w := &scanWorker{} // without a queue: a second scan would have nothing to work on
	w.busy.Lock()
	if err := w.Work(t.Context(), &river.Job[scanArgs]{}); err != nil {
		t.Error(err)
	}
}
