package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"btracker/internal/tracker"
)

// A large batch is taken back whole or not at all, as a small one is.
func TestUndoOfManyChanges(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		var ids []string
		for i := range 110 {
			ids = append(ids, s.made("/product", object{"categoryName": "Hardware", "name": fmt.Sprint("Many ", i), "status": 0}))
		}
		before := api.dump()
		b := s.expectBulk(bulk("product", "setStatus", object{"status": 1}, ids...), len(ids), 0)
		undo := func(batch string, force bool) (undone tracker.Undone) {
			t.Helper()
			s.put("/change/undo", object{"batchId": batch, "force": force}).status(200).into(&undone)
			if len(undone.Seqs) != len(ids) {
				t.Errorf("%d changes", len(undone.Seqs))
			}
			return undone
		}
		undone := undo(b.BatchID, false)
		expectSame(t, "undone", before, api.dump())
		s.put("/change/undo", object{"batchId": b.BatchID}).status(422)
		again := undo(undone.BatchID, false)
		if n := api.count("SELECT count(*) FROM catalogue_item WHERE status = 1"); n != len(ids) {
			t.Errorf("done again: %d", n)
		}

		// One that somebody has changed refuses all, unless that is overwritten.
		s.put("/product", object{"data": object{"id": ids[7], "categoryName": "Hardware", "name": "Many 7", "status": 2}}).status(200)
		changed := api.dump()
		s.put("/change/undo", object{"batchId": again.BatchID}).status(422)
		expectSame(t, "refused", changed, api.dump())
		undo(again.BatchID, true)
		expectSame(t, "overwritten", before, api.dump())
	})
}

// Records that depend on each other come back in the order in which they can. If one of them can not,
// none does.
func TestUndoOfManyRemovals(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		for i := range 55 {
			project := s.made("/project", object{"companyId": s.company, "name": fmt.Sprint("P", i)})
			s.made("/project/product", object{"projectId": project, "productId": s.product, "price": 10, "cost": 5, "status": 0})
		}
		before := api.dump()
		b := s.bulk(bulk("company", "removeWithContents", nil, s.company))
		if b.State != tracker.BulkDone || b.Done != 1+56+55 || b.Refused != 0 {
			t.Fatalf("%+v", b)
		}
		s.get("/company/" + s.company).status(404)
		s.delete("/product", object{"id": s.product}).status(200)
		removed := api.dump()
		s.put("/change/undo", object{"batchId": b.BatchID}).status(422)
		expectSame(t, "refused", removed, api.dump())
		s.put("/product/restore", object{"id": s.product}).status(200)
		s.put("/change/undo", object{"batchId": b.BatchID}).status(200)
		expectSame(t, "undone", before, api.dump())
	})
}

// A batch that is too large for one transaction is checked whole, and taken back by a bulk action.
func TestUndoOfLargeBatches(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.deps.UndoneAtOnce = 100
		api.restart()
		s := newShop(api.admin())
		file := "Name,Category,Status\n"
		for i := range 250 {
			file += fmt.Sprintf("Many %d,Hardware,available\n", i)
		}
		before := api.dump()
		made := s.apply(s.compare("product", file))
		undo := func(batch string, force bool) tracker.Bulk {
			t.Helper()
			var started, again tracker.BulkStarted
			s.put("/change/undo", object{"batchId": batch, "force": force}).status(202).into(&started)
			s.put("/change/undo", object{"batchId": batch, "force": force}).status(202).into(&again)
			if again != started {
				t.Errorf("started twice")
			}
			api.runBulks()
			return s.progress(started.ID)
		}
		expect := func(b tracker.Bulk, state tracker.BulkState, done, refused int) {
			t.Helper()
			if b.State != state || b.Done != done || b.Refused != refused {
				t.Errorf("%+v", b)
			}
		}
		removed := undo(made.BatchID, false)
		expect(removed, tracker.BulkDone, 250, 0)
		expectSame(t, "undone", before, api.dump())
		s.put("/change/undo", object{"batchId": made.BatchID}).problem(422, "cannotUndo")
		again := undo(removed.BatchID, false)
		expect(again, tracker.BulkDone, 250, 0)
		if n := api.count("SELECT count(*) FROM catalogue_item WHERE name LIKE 'Many %' AND deleted_at IS NULL"); n != 250 {
			t.Errorf("done again: %d", n)
		}

		// Edits: one that somebody has changed refuses all, unless that is overwritten.
		there := api.dump()
		edited := s.apply(s.compare("product", strings.ReplaceAll(file, "available", "deprecated")))
		expect(edited, tracker.BulkDone, 250, 0)
		id := api.text("SELECT id FROM catalogue_item WHERE name = 'Many 7'")
		s.put("/product", object{"data": object{"id": id, "categoryName": "Hardware", "name": "Many 7", "status": 1}}).status(200)
		changed := api.dump()
		s.put("/change/undo", object{"batchId": edited.BatchID}).problem(422, "undoConflict")
		expectSame(t, "refused", changed, api.dump())
		expect(undo(edited.BatchID, true), tracker.BulkDone, 250, 0)
		expectSame(t, "overwritten", there, api.dump())
		s.put("/change/undo", object{"batchId": edited.BatchID}).problem(422, "cannotUndo")

		// One that is stopped leaves the rest, which the next one takes back; a record that somebody changed meanwhile stays.
		edited = s.apply(s.compare("product", strings.ReplaceAll(file, "available", "deprecated")))
		var started tracker.BulkStarted
		s.put("/change/undo", object{"batchId": edited.BatchID}).status(202).into(&started)
		api.mail.bulks = nil
		if _, err := api.app.RunBulk(t.Context(), started.ID, time.Now()); err != nil {
			t.Fatal(err)
		}
		s.put("/change/undo", object{"batchId": started.ID}).problem(422, "cannotUndo") // it is still being done
		s.put("/bulk/stop", object{"id": started.ID}).status(200)
		s.put("/change/undo", object{"batchId": edited.BatchID}).status(202).into(&started)
		s.put("/product", object{"data": object{"id": id, "categoryName": "Hardware", "name": "Many 7", "status": 1}}).status(200)
		api.runBulks()
		if b := s.progress(started.ID); b.State != tracker.BulkDone || b.Refused > 1 || b.Done+b.Refused != b.Total {
			t.Errorf("%+v", b)
		}
		s.put("/product", object{"data": object{"id": id, "categoryName": "Hardware", "name": "Many 7", "status": 0}}).status(200)
		expectSame(t, "undone in two pieces", there, api.dump())
	})
}
