package prove

import (
	"net/http"
	"testing"
	"time"

	"btracker/internal/demo"
	"btracker/internal/testkit"
)

// On a full disk writes answer 503 or 507, reads go on, and the server recovers by itself once there is room. As long as
// the disk is full no file of the database grows, and whatever would make it grow fails with the error of a full disk.
func TestDiskFull(t *testing.T) {
	begin(t)
	target, disk := watchFiles(t, onSQLite(t))
	o, book, reads := observe(t, target), newLedger(), 0
	defer func() {
		n, statuses := book.refusals()
		t.Logf("%d writes acknowledged and there, %d refused with %v while full, %d reads answered meanwhile", book.count.Load(), n, statuses, reads)
	}()
	for range shortOrFull(1, 5) {
		book.whileWriting(t, o.server.Client, func() {
			book.until(t, 20)
			disk.full.Store(true)
			defer disk.full.Store(false)
			before, _ := book.refusals()
			for began, refused := time.Now(), 0; refused < shortOrFull(40, 400); {
				for _, path := range []string{"/api/v1/company?PageSize=25", "/readyz"} {
					ok(t, o.server.Get(t.Context(), path, nil))
					reads++
				}
				if time.Since(began) > testkit.Patience {
					t.Fatal("writes are not refused")
				}
				now, _ := book.refusals()
				refused = now - before
			}
			disk.full.Store(false)
			testkit.Until(t, "signing in after room was made", func() bool {
				_, err := o.server.SignIn(t.Context(), demo.AdminEmail, demo.Password)
				return err == nil
			})
		})
	}
	for status := range book.statuses {
		if status != http.StatusServiceUnavailable && status != http.StatusInsufficientStorage {
			t.Fatalf("a write was answered %d", status)
		}
	}
	o.checkIntegrity()
	o.check(book, o.since)
}
