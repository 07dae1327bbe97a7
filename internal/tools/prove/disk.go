package main

import (
	"fmt"
	"net/http"
	"time"

	"btracker/internal/demo"
	"btracker/internal/testkit"
)

// diskFull lets the disk be full under a server that is being written to, and gives the room back: as long as it is full
// no file of the database grows, and whatever would make it grow fails with the error of a full disk.
func diskFull(l *lab) {
	t, disk := l.watchFiles(l.sqlite())
	o, book, reads := l.observe(t), newLedger(), 0
	l.figures = func() string {
		n, statuses := book.refusals()
		return fmt.Sprintf("%d writes acknowledged and there, %d refused with %v while full, %d reads answered meanwhile", book.count.Load(), n, statuses, reads)
	}
	for range l.of(1, 5) {
		book.whileWriting(l, o.server.Client, func() {
			book.until(l, 20)
			disk.full.Store(true)
			defer disk.full.Store(false)
			before, _ := book.refusals()
			for began, refused := time.Now(), 0; refused < l.of(40, 400); {
				for _, path := range []string{"/api/v1/company?PageSize=25", "/readyz"} {
					l.ok(o.server.Get(l.Context(), path, nil))
					reads++
				}
				if time.Since(began) > testkit.Patience {
					l.Fatal("writes are not refused")
				}
				now, _ := book.refusals()
				refused = now - before
			}
			disk.full.Store(false)
			testkit.Until(l, "signing in after room was made", func() bool {
				_, err := o.server.SignIn(l.Context(), demo.AdminEmail, demo.Password)
				return err == nil
			})
		})
	}
	for status := range book.statuses {
		if status != http.StatusServiceUnavailable && status != http.StatusInsufficientStorage {
			l.Fatalf("a write was answered %d", status)
		}
	}
	o.whole()
	o.check(book, o.since)
}
