package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"btracker/internal/child"
	"btracker/internal/tools/program"
)

// flushed looks, from outside, at when the server flushes the log of its database.
// One writer alone needs a flush for each commit. Writers together may share one,
// but between a request and its answer there is always a whole flush.
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
	defer stop()
	alone, err := timedWrites(ctx, s.Client, 1, l.of(100, 1000))
	if err != nil {
		return "", err
	}
	after := readFlushes(trace)
	together, err := timedWrites(ctx, s.Client, writers, l.of(300, 5000))
	if err != nil {
		return "", err
	}
	stop()
	all := readFlushes(trace)
	figures := fmt.Sprintf("one writer: %d acknowledged commits, %d flushes; %d writers: %d acknowledged, %d flushes, one within each request",
		len(alone), len(after), writers, len(together), len(all)-len(after))
	if len(after) < len(alone) {
		return figures, errors.New("fewer flushes than commits")
	}
	for _, write := range append(alone, together...) {
		// Flushes follow each other: the first to begin is the first to end.
		next := sort.Search(len(all), func(i int) bool { return !all[i].began.Before(write.began) })
		if next == len(all) || all[next].ended.After(write.ended) {
			return figures, fmt.Errorf("a write at %s was acknowledged before it was flushed", write.began)
		}
	}
	return figures, nil
}

// interval is when something was under way.
type interval struct{ began, ended time.Time }

// timedWrites makes companies from so many sides, and remembers when each was
// asked for and acknowledged.
func timedWrites(ctx context.Context, c program.Client, sides, n int) (done []interval, err error) {
	book := newLedger()
	var mu sync.Mutex
	var all sync.WaitGroup
	for range sides {
		all.Go(func() {
			for range n / sides {
				began := time.Now().Round(0) // the wall clock, which strace reads too
				_, failed := book.create(ctx, c)
				ended := time.Now().Round(0)
				mu.Lock()
				done, err = append(done, interval{began, ended}), errors.Join(err, failed)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return done, err
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
	cmd := exec.Command(strace, "-f", "-y", "-ttt", "-T", "-e", "trace=fsync,fdatasync", "-o", file, "-p", strconv.Itoa(pid))
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

// A call that another thread interrupts is shown in two lines, of which the first
// has the file and the beginning, the second how long it took.
var (
	flushLine   = regexp.MustCompile(`^(\d+) +(\d+\.\d+) f(?:data)?sync\(\d+<.*\.db-wal>(?:\) += 0 <(\d+\.\d+)>| <unfinished)`)
	resumedLine = regexp.MustCompile(`^(\d+) +\d+\.\d+ <\.\.\. f(?:data)?sync resumed>\) += 0 <(\d+\.\d+)>`)
)

// readFlushes lists the finished flushes of the write-ahead log, in order.
func readFlushes(trace string) (flushes []interval) {
	text, _ := os.ReadFile(trace)
	unfinished := map[string]time.Time{} // by thread
	for line := range strings.Lines(string(text)) {
		if parts := flushLine.FindStringSubmatch(line); parts != nil {
			began := time.Unix(0, 0).Add(seconds(parts[2]))
			if parts[3] == "" {
				unfinished[parts[1]] = began
			} else {
				flushes = append(flushes, interval{began, began.Add(seconds(parts[3]))})
			}
		} else if parts := resumedLine.FindStringSubmatch(line); parts != nil {
			if began, ok := unfinished[parts[1]]; ok {
				flushes = append(flushes, interval{began, began.Add(seconds(parts[2]))})
				delete(unfinished, parts[1])
			}
		}
	}
	slices.SortFunc(flushes, func(a, b interval) int { return a.began.Compare(b.began) })
	return flushes
}

// seconds reads a number with six decimals exactly, which a float would not.
func seconds(text string) time.Duration {
	whole, fraction, _ := strings.Cut(text, ".")
	s, _ := strconv.ParseInt(whole, 10, 64)
	us, _ := strconv.ParseInt(fraction, 10, 64)
	return time.Duration(s)*time.Second + time.Duration(us)*time.Microsecond
}
