package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"btracker/internal/tools/program"
)

// backups takes copies of a database that is being written to, and restores each
// into an empty directory.
func backups(l *lab) {
	o, book, restored := l.observe(l.sqlite()), newLedger(), 0
	l.figures = func() string {
		return fmt.Sprintf("%d backups while %d writers wrote %d changes: restored whole, sessions revoked", restored, writers, book.count.Load())
	}
	book.whileWriting(l, o.server.Client, func() {
		for range l.of(2, 20) {
			book.until(l, l.of(50, 500))
			l.backupAndRestore(o, book)
			restored++
		}
	})
}

func (l *lab) backupAndRestore(o observed, book *ledger) {
	acknowledged := book.copy()
	file, restored := filepath.Join(l.TempDir(), "copy"), l.sqlite()
	o.server.target.Run(l, "backup", file)
	restored.Run(l, "restore", file)
	e := l.open(restored)
	e.whole()
	e.check(acknowledged, o.since)
	// The same secret, so that a refusal is the revoked session's and nothing else's.
	secret, err := os.ReadFile(filepath.Join(o.server.target.Data, "secret"))
	l.ok(err)
	l.ok(os.WriteFile(filepath.Join(restored.Data, "secret"), secret, 0o600))
	again := program.Start(l, restored.Serve())
	defer again.Stop()
	if status := program.StatusOf(again.As(o.server.Token).Get(l.Context(), "/api/v1/account", nil)); status != http.StatusUnauthorized {
		l.Fatalf("a session of before the backup gets %d", status)
	}
	if open := e.number("SELECT count(*) FROM session WHERE revoked_at IS NULL"); open > 0 {
		l.Fatalf("%d sessions are still open", open)
	}
}
