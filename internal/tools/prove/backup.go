package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"btracker/internal/tools/program"
)

// backups takes copies of a database that is being written to, and restores each
// into an empty directory.
func backups(ctx context.Context, l *lab) (string, error) {
	o, err := l.observe(ctx, l.sqlite("data"))
	if err != nil {
		return "", err
	}
	book, rounds := newLedger(), l.of(2, 20)
	loading, stop := context.WithCancel(ctx)
	wait := book.load(loading, o.server.Client, "b")
	defer func() { stop(); wait() }()
	for round := range rounds {
		more := book.count.Load() + int64(l.of(50, 500))
		if _, err := within(ctx, patience, "writes before a backup", func() bool { return book.count.Load() >= more }); err != nil {
			return "", err
		}
		if err := backupAndRestore(ctx, l, o.server, book, o.since, round); err != nil {
			return fmt.Sprintf("%d restored", round), fmt.Errorf("backup %d: %w", round, err)
		}
	}
	return fmt.Sprintf("%d backups while %d writers wrote %d changes: restored whole, sessions revoked", rounds, writers, book.count.Load()), nil
}

func backupAndRestore(ctx context.Context, l *lab, s *program.Server, book *ledger, since position, round int) error {
	acknowledged := book.copy()
	file := filepath.Join(l.dir, fmt.Sprint("copy", round))
	if _, err := s.Target.Run("backup", file); err != nil {
		return err
	}
	restored := l.sqlite(fmt.Sprint("restored", round))
	if _, err := restored.Run("restore", file); err != nil {
		return err
	}
	e, err := openEvidence(restored)
	if err != nil {
		return err
	}
	defer e.Close()
	var verdict string
	if err := e.QueryRowContext(ctx, "PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		return fmt.Errorf("integrity: %s %w", verdict, err)
	}
	var orphan sql.NullString
	if err := e.QueryRowContext(ctx, "SELECT \"table\" FROM pragma_foreign_key_check").Scan(&orphan); !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("foreign keys: %s %w", orphan.String, err)
	}
	if err := e.check(ctx, acknowledged, since); err != nil {
		return err
	}
	// The same secret, so that a refusal is the revoked session's and nothing else's.
	secret, err := os.ReadFile(filepath.Join(s.Target.Data, "secret"))
	if err == nil {
		err = os.WriteFile(filepath.Join(restored.Data, "secret"), secret, 0o600)
	}
	if err != nil {
		return err
	}
	again, err := program.Start(ctx, restored)
	if err != nil {
		return err
	}
	defer again.Stop()
	if status := statusOf(again.As(s.Token).Call(ctx, http.MethodGet, "/api/v1/account", nil, nil)); status != http.StatusUnauthorized {
		return fmt.Errorf("a session of before the backup gets %d", status)
	}
	return e.allRevoked(ctx)
}

func (e evidence) allRevoked(ctx context.Context) error {
	var open int
	err := e.QueryRowContext(ctx, "SELECT count(*) FROM session WHERE revoked_at IS NULL").Scan(&open)
	if err == nil && open > 0 {
		err = fmt.Errorf("%d sessions are still open", open)
	}
	return err
}
