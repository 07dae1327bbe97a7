package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"btracker/internal/child"
)

// flushed counts, from outside, how often the server flushes the log of its
// database, and compares that with the commits it acknowledged.
func flushed(ctx context.Context, l *lab) (string, error) {
	s, err := l.serve(ctx, l.sqlite("data"))
	if err != nil {
		return "", err
	}
	trace := filepath.Join(l.dir, "trace")
	stop, err := traceFlushes(ctx, s.PID(), trace)
	if err != nil {
		return "", err
	}
	began := time.Now()
	book := newLedger()
	loading, cancel := context.WithCancel(ctx)
	wait := book.load(loading, s.Client, "")
	want := int64(l.of(300, 5000))
	_, err = within(ctx, 3*time.Minute, "enough writes", func() bool { return book.count.Load() >= want })
	cancel()
	wait()
	if err != nil {
		stop()
		return "", err
	}
	busy := countFlushes(trace)
	// To show how few of them are the server's own.
	time.Sleep(time.Since(began))
	stop()
	own := countFlushes(trace) - busy
	commits := int(book.count.Load())
	figures := fmt.Sprintf("%d acknowledged commits, %d flushes of the log (without load %d in as much time)", commits, busy, own)
	if busy < commits {
		return figures, errors.New("fewer flushes than commits")
	}
	return figures, nil
}

func traceFlushes(ctx context.Context, pid int, file string) (stop func(), err error) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		return nil, errors.New("strace is needed: scripts/setup-debian.sh strace")
	}
	said, err := os.Create(file + ".said")
	if err != nil {
		return nil, err
	}
	defer said.Close()
	cmd := exec.Command(strace, "-f", "-y", "-e", "trace=fsync,fdatasync", "-o", file, "-p", strconv.Itoa(pid))
	cmd.Stderr = said
	// It lets go of the server when it is asked to end.
	tracer, err := child.Start(cmd, syscall.SIGTERM)
	if err != nil {
		return nil, err
	}
	stop = func() { tracer.Stop(syscall.SIGTERM, 5*time.Second) }
	if _, err := within(ctx, 10*time.Second, "strace attaches", func() bool {
		text, _ := os.ReadFile(said.Name())
		return strings.Contains(string(text), "attached")
	}); err != nil {
		stop()
		text, _ := os.ReadFile(said.Name())
		return nil, fmt.Errorf("%w: %s", err, text)
	}
	return stop, nil
}

// countFlushes counts the finished flushes of the write-ahead log. A call that
// another thread interrupts is shown in two lines, of which the first names the file.
func countFlushes(trace string) (n int) {
	file, err := os.Open(trace)
	if err != nil {
		return 0
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if strings.Contains(lines.Text(), ".db-wal>") {
			n++
		}
	}
	return n
}
