package store

import (
	"context"
	"time"
)

// EndAccess signs everyone out, and voids every mailed link, every key and every calendar, because a backup may be older
// than a sign-out, the use of a link or the removal of a key. It ends the deliveries of webhooks that wait, because they
// have probably arrived since. It passes its statements to run, each with its table: a backup of an earlier schema may
// not have it.
func EndAccess(now time.Time, run func(table, sql string, args ...any) error) error {
	if err := run("session", "UPDATE session SET revoked_at = $1 WHERE revoked_at IS NULL", millis(now)); err != nil {
		return err
	}
	for _, table := range []string{"setup_code", "sign_in_ticket", "passkey_challenge", "change_preview", "api_key", "calendar_feed"} {
		if err := run(table, "DELETE FROM "+table); err != nil {
			return err
		}
	}
	if err := run("webhook_delivery", "UPDATE webhook_delivery SET next_at = NULL WHERE next_at IS NOT NULL"); err != nil {
		return err
	}
	return run("password_token", "DELETE FROM password_token")
}

// AfterRestore ends all access to a database that another program restored. On PostgreSQL it also renumbers the change
// log: the transaction ids of another server mean nothing here.
func (s *Store) AfterRestore(ctx context.Context, now time.Time) error {
	return s.Write(ctx, func(tx *Tx) error {
		err := EndAccess(now, func(_, sql string, args ...any) error {
			_, err := tx.run(ctx, sql, args...)
			return err
		})
		if err == nil && s.Dialect() == "postgres" {
			err = tx.renumberLog(ctx)
		}
		return err
	})
}
