package change_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// A large batch is taken back whole or not at all, as a small one is.
func TestUndoOfManyChanges(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		var ids []string
		for i := range 110 {
			ids = append(ids, s.Made("/product", object{"categoryName": "Hardware", "name": fmt.Sprint("Many ", i), "status": 0}))
		}
		before := api.Dump()
		b := s.ExpectBulk(apitest.Bulk("product", "setStatus", object{"status": 1}, ids...), len(ids), 0)
		undo := func(batch string, force bool) (undone tracker.Undone) {
			t.Helper()
			s.Put("/change/undo", object{"batchId": batch, "force": force}).Status(200).Into(&undone)
			if len(undone.Seqs) != len(ids) {
				t.Errorf("%d changes", len(undone.Seqs))
			}
			return undone
		}
		undone := undo(b.BatchID, false)
		apitest.ExpectSame(t, "undone", before, api.Dump())
		s.Put("/change/undo", object{"batchId": b.BatchID}).Status(422)
		again := undo(undone.BatchID, false)
		if n := api.Count("SELECT count(*) FROM catalogue_item WHERE status = 1"); n != len(ids) {
			t.Errorf("done again: %d", n)
		}

		// One that somebody has changed refuses all, unless that is overwritten.
		s.Put("/product", object{"data": object{"id": ids[7], "categoryName": "Hardware", "name": "Many 7", "status": 2}}).Status(200)
		changed := api.Dump()
		s.Put("/change/undo", object{"batchId": again.BatchID}).Status(422)
		apitest.ExpectSame(t, "refused", changed, api.Dump())
		undo(again.BatchID, true)
		apitest.ExpectSame(t, "overwritten", before, api.Dump())
	})
}

// Records that depend on each other come back in the order in which they can. If one of them can not,
// none does.
func TestUndoOfManyRemovals(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		for i := range 55 {
			project := s.Made("/project", object{"companyId": s.Company, "name": fmt.Sprint("P", i)})
			s.Made("/project/product", object{"projectId": project, "productId": s.Product, "price": 10, "cost": 5, "status": 0})
		}
		before := api.Dump()
		b := s.Bulk(apitest.Bulk("company", "removeWithContents", nil, s.Company))
		if b.State != tracker.BulkDone || b.Done != 1+56+55 || b.Refused != 0 {
			t.Fatalf("%+v", b)
		}
		s.Get("/company/" + s.Company).Status(404)
		s.Delete("/product", object{"id": s.Product}).Status(200)
		removed := api.Dump()
		s.Put("/change/undo", object{"batchId": b.BatchID}).Status(422)
		apitest.ExpectSame(t, "refused", removed, api.Dump())
		s.Put("/product/restore", object{"id": s.Product}).Status(200)
		s.Put("/change/undo", object{"batchId": b.BatchID}).Status(200)
		apitest.ExpectSame(t, "undone", before, api.Dump())
	})
}

// A batch that is too large for one transaction is checked whole, and taken back by a bulk action.
func TestUndoOfLargeBatches(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.Deps.UndoneAtOnce = 100
		api.Restart()
		s := apitest.NewShop(api.Admin())
		file := "Name,Category,Status\n"
		for i := range 250 {
			file += fmt.Sprintf("Many %d,Hardware,available\n", i)
		}
		before := api.Dump()
		made := s.Apply(s.Compare("product", file))
		undo := func(batch string, force bool) tracker.Bulk {
			t.Helper()
			var started, again tracker.BulkStarted
			s.Put("/change/undo", object{"batchId": batch, "force": force}).Status(202).Into(&started)
			s.Put("/change/undo", object{"batchId": batch, "force": force}).Status(202).Into(&again)
			if again != started {
				t.Errorf("started twice")
			}
			api.RunBulks()
			return s.Progress(started.ID)
		}
		expect := func(b tracker.Bulk, state tracker.BulkState, done, refused int) {
			t.Helper()
			if b.State != state || b.Done != done || b.Refused != refused {
				t.Errorf("%+v", b)
			}
		}
		removed := undo(made.BatchID, false)
		expect(removed, tracker.BulkDone, 250, 0)
		apitest.ExpectSame(t, "undone", before, api.Dump())
		s.Put("/change/undo", object{"batchId": made.BatchID}).Problem(422, "cannotUndo")
		again := undo(removed.BatchID, false)
		expect(again, tracker.BulkDone, 250, 0)
		if n := api.Count("SELECT count(*) FROM catalogue_item WHERE name LIKE 'Many %' AND deleted_at IS NULL"); n != 250 {
			t.Errorf("done again: %d", n)
		}

		// Edits: one that somebody has changed refuses all, unless that is overwritten.
		there := api.Dump()
		edited := s.Apply(s.Compare("product", strings.ReplaceAll(file, "available", "deprecated")))
		expect(edited, tracker.BulkDone, 250, 0)
		id := api.Text("SELECT id FROM catalogue_item WHERE name = 'Many 7'")
		s.Put("/product", object{"data": object{"id": id, "categoryName": "Hardware", "name": "Many 7", "status": 1}}).Status(200)
		changed := api.Dump()
		s.Put("/change/undo", object{"batchId": edited.BatchID}).Problem(422, "undoConflict")
		apitest.ExpectSame(t, "refused", changed, api.Dump())
		expect(undo(edited.BatchID, true), tracker.BulkDone, 250, 0)
		apitest.ExpectSame(t, "overwritten", there, api.Dump())
		s.Put("/change/undo", object{"batchId": edited.BatchID}).Problem(422, "cannotUndo")

		// One that is stopped leaves the rest, which the next one takes back; a record that somebody changed meanwhile stays.
		edited = s.Apply(s.Compare("product", strings.ReplaceAll(file, "available", "deprecated")))
		var started tracker.BulkStarted
		s.Put("/change/undo", object{"batchId": edited.BatchID}).Status(202).Into(&started)
		api.Mail.Bulks = nil
		if _, err := api.App.RunBulk(t.Context(), started.ID, time.Now()); err != nil {
			t.Fatal(err)
		}
		s.Put("/change/undo", object{"batchId": started.ID}).Problem(422, "cannotUndo") // it is still being done
		s.Put("/bulk/stop", object{"id": started.ID}).Status(200)
		s.Put("/change/undo", object{"batchId": edited.BatchID}).Status(202).Into(&started)
		s.Put("/product", object{"data": object{"id": id, "categoryName": "Hardware", "name": "Many 7", "status": 1}}).Status(200)
		api.RunBulks()
		if b := s.Progress(started.ID); b.State != tracker.BulkDone || b.Refused > 1 || b.Done+b.Refused != b.Total {
			t.Errorf("%+v", b)
		}
		s.Put("/product", object{"data": object{"id": id, "categoryName": "Hardware", "name": "Many 7", "status": 0}}).Status(200)
		apitest.ExpectSame(t, "undone in two pieces", there, api.Dump())
	})
}
