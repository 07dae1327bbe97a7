package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"btracker/internal/demo"
	"btracker/internal/tools/program"
)

// diskFull lets the disk be full under a server that is being written to, and gives the room back: as long as it is full
// no file of the database grows, and whatever would make it grow fails with the error of a full disk.
func diskFull(ctx context.Context, l *lab) (string, error) {
	t, disk, err := l.watchFiles(l.sqlite("data"))
	if err != nil {
		return "", err
	}
	o, err := l.observe(ctx, t)
	if err != nil {
		return "", err
	}
	book, refused, reads := newLedger(), 0, 0
	figures := func() string {
		return fmt.Sprintf("%d writes acknowledged and there, %d refused with %v while full, %d reads answered meanwhile", book.count.Load(), refused, book.refusals(), reads)
	}
	for round := range l.of(1, 5) {
		n, err := fillAndFree(ctx, o.server, book, disk, fmt.Sprintf("d%d-", round), l.of(40, 400))
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
func fillAndFree(ctx context.Context, s *program.Server, book *ledger, disk *fileCalls, word string, refusals int) (reads int, err error) {
	loading, stop := context.WithCancel(ctx)
	wait := book.load(loading, s.Client, word)
	defer func() { stop(); wait() }()
	if _, err := within(ctx, patience, "writes before", func() bool { return book.count.Load() > 20 }); err != nil {
		return 0, err
	}
	disk.full.Store(true)
	defer disk.full.Store(false)
	before := book.refusedCount()
	for began := time.Now(); book.refusedCount()-before < refusals; {
		for _, path := range []string{"/api/v1/company?PageSize=25", "/readyz"} {
			if err := s.Call(ctx, http.MethodGet, path, nil, nil); err != nil {
				return reads, err
			}
			reads++
		}
		if time.Since(began) > patience {
			return reads, errors.New("writes are not refused")
		}
	}
	disk.full.Store(false)
	_, err = within(ctx, patience, "signing in after room was made", func() bool {
		_, err := s.SignIn(ctx, demo.AdminEmail, demo.Password)
		return err == nil
	})
	return reads, err
}
