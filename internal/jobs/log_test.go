package jobs

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
)

func TestRiverComplainsOfAllButBeingStopped(t *testing.T) {
	var written bytes.Buffer
	var stopping atomic.Bool
	log := slog.New(riverLog{slog.NewTextHandler(&written, nil), &stopping}).With("name", "x").WithGroup("g")
	say := func() {
		log.Info("routine")
		log.Error("canceled", "err", fmt.Errorf("begin: %w", context.Canceled))
		log.Error("broken", "err", "disk full")
	}
	say()
	stopping.Store(true)
	say()
	got := written.String()
	if strings.Contains(got, "routine") || strings.Count(got, "msg=canceled") != 1 || strings.Count(got, "msg=broken") != 2 {
		t.Error(got)
	}
}
