package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"btracker/internal/demo"
	"btracker/internal/tools/program"
)

// diskFull fills the disk under a server that is being written to, and gives the
// room back.
func diskFull(ctx context.Context, l *lab) (string, error) {
	disk := filepath.Join(l.dir, "disk")
	if err := os.Mkdir(disk, 0o700); err != nil {
		return "", err
	}
	if output, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", disk).CombinedOutput(); err != nil {
		return "", fmt.Errorf("a small disk can be mounted by root alone: %s", output)
	}
	l.later(func() error { return syscall.Unmount(disk, 0) })
	o, err := l.observe(ctx, l.sqlite("disk/data"))
	if err != nil {
		return "", err
	}
	book, refused, reads := newLedger(), 0, 0
	figures := func() string {
		return fmt.Sprintf("%d writes acknowledged and there, %d refused with %v while full, %d reads answered meanwhile", book.count.Load(), refused, book.refusals(), reads)
	}
	for round := range l.of(1, 5) {
		n, err := fillAndFree(ctx, o.server, book, filepath.Join(disk, "ballast"), fmt.Sprintf("d%d-", round), l.of(40, 400))
		reads += n
		refused = book.refusedCount()
		if err != nil {
			return figures(), err
		}
	}
	for status := range book.statuses {
		if status != http.StatusServiceUnavailable && status != http.StatusInsufficientStorage {
			return figures(), fmt.Errorf("a write was answered %d", status)
		}
	}
	var verdict string
	if err := o.QueryRowContext(ctx, "PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		return figures(), fmt.Errorf("integrity: %s %w", verdict, err)
	}
	return figures(), o.check(ctx, book, o.since)
}

// fillAndFree is one round; it answers how many reads went well while the disk was full.
func fillAndFree(ctx context.Context, s *program.Server, book *ledger, ballast, word string, refusals int) (reads int, err error) {
	loading, stop := context.WithCancel(ctx)
	wait := book.load(loading, s.Client, word)
	defer func() { stop(); wait() }()
	if _, err := within(ctx, 10*time.Second, "writes before", func() bool { return book.count.Load() > 20 }); err != nil {
		return 0, err
	}
	if err := fill(ballast); err != nil {
		return 0, err
	}
	defer os.Remove(ballast)
	before := book.refusedCount()
	for began := time.Now(); book.refusedCount()-before < refusals; {
		for _, path := range []string{"/api/v1/company?PageSize=25", "/readyz"} {
			if err := s.Call(ctx, http.MethodGet, path, nil, nil); err != nil {
				return reads, err
			}
			reads++
		}
		if time.Since(began) > 30*time.Second {
			return reads, errors.New("writes are not refused")
		}
	}
	if err := os.Remove(ballast); err != nil {
		return reads, err
	}
	_, err = within(ctx, 10*time.Second, "signing in after room was made", func() bool {
		_, err := s.SignIn(ctx, demo.AdminEmail, demo.Password)
		return err == nil
	})
	return reads, err
}

// fill takes all room of a disk.
func fill(ballast string) error {
	file, err := os.Create(ballast)
	if err != nil {
		return err
	}
	defer file.Close()
	for _, size := range []int{1 << 20, 4096, 1} {
		block := slices.Repeat([]byte{'x'}, size)
		for {
			if _, err := file.Write(block); errors.Is(err, syscall.ENOSPC) {
				break
			} else if err != nil {
				return err
			}
		}
	}
	return nil
}
