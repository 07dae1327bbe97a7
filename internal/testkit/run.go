package testkit

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"syscall"
)

// Main is the main function of a command that uses helpers of tests. It reads the
// options, runs until that is done or a signal comes, and prints what went wrong.
func Main[Options any](name string, parse func(args []string) (Options, error), run func(TB, Options)) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	o, err := parse(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err == nil {
		err = Run(ctx, func(t TB) { run(t, o) })
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, name+":", err)
		os.Exit(1)
	}
}

// Run calls f as the testing package calls a test: f ends at the first Fatal, and
// the functions it gave to Cleanup run afterwards. Run returns the failures.
func Run(ctx context.Context, f func(TB)) error {
	t := &run{}
	var end context.CancelFunc
	t.ctx, end = context.WithCancel(ctx)
	done := make(chan struct{})
	go func() { // of its own, because Fatal ends it
		defer close(done)
		defer t.cleanUp()
		defer end()
		f(t)
	}()
	<-done
	return errors.Join(t.failures...)
}

// run is the TB of a command.
type run struct {
	ctx context.Context

	mu       sync.Mutex
	failures []error
	cleanups []func()
}

func (t *run) Helper() {}

func (t *run) Context() context.Context { return t.ctx }

func (t *run) Cleanup(f func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cleanups = append(t.cleanups, f)
}

func (t *run) cleanUp() {
	t.mu.Lock()
	last := len(t.cleanups) - 1
	if last < 0 {
		t.mu.Unlock()
		return
	}
	f := t.cleanups[last]
	t.cleanups = t.cleanups[:last]
	t.mu.Unlock()
	defer t.cleanUp() // also when f gives up
	f()
}

func (t *run) TempDir() string {
	dir, err := os.MkdirTemp("", "btracker-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func (t *run) Errorf(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failures = append(t.failures, fmt.Errorf(format, args...))
}

func (t *run) Fatalf(format string, args ...any) {
	t.Errorf(format, args...)
	runtime.Goexit()
}

func (t *run) Fatal(args ...any) { t.Fatalf("%s", fmt.Sprint(args...)) }
