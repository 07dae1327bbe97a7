package prove

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"btracker/internal/tools/program"
)

// A backup of a database that is being written to restores whole into an empty
// directory, with every change that was acknowledged before it began, and with all
// sessions revoked.
func TestBackup(t *testing.T) {
	begin(t)
	o, book, restored := observe(t, onSQLite(t)), newLedger(), 0
	defer func() {
		t.Logf("%d backups while %d writers wrote %d changes: restored whole, sessions revoked", restored, writers, book.count.Load())
	}()
	book.whileWriting(t, o.server.Client, func() {
		for range shortOrFull(2, 20) {
			book.until(t, shortOrFull(50, 500))
			backupAndRestore(t, o, book)
			restored++
		}
	})
}

func backupAndRestore(t *testing.T, o observed, book *ledger) {
	acknowledged := book.copy()
	file, restored := filepath.Join(t.TempDir(), "copy"), onSQLite(t)
	o.server.target.Run(t, "backup", file)
	restored.Run(t, "restore", file)
	e := open(t, restored)
	e.checkIntegrity()
	e.check(acknowledged, o.since)
	// With the same secret, only a revoked session can be the reason of a refusal.
	secret, err := os.ReadFile(filepath.Join(o.server.target.Data, "secret"))
	ok(t, err)
	ok(t, os.WriteFile(filepath.Join(restored.Data, "secret"), secret, 0o600))
	again := program.Start(t, restored.Serve())
	defer again.Stop()
	if status := program.StatusOf(again.As(o.server.Token).Get(t.Context(), "/api/v1/account", nil)); status != http.StatusUnauthorized {
		t.Fatalf("a session of before the backup gets %d", status)
	}
	if open := e.number("SELECT count(*) FROM session WHERE revoked_at IS NULL"); open > 0 {
		t.Fatalf("%d sessions are still open", open)
	}
}
