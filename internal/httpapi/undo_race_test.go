package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/tracker"
)

// Of two people who take back the same change, one does, and a batch is taken back whole.
func TestUndoAtOnceAndByBatch(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		a := api.admin()
		id := a.addCompany("Acme")
		seq := a.put("/company", object{"data": object{"id": id, "name": "Two"}}).status(200).lastSeq()
		var wg sync.WaitGroup
		codes := make([]int, 8)
		for i := range codes {
			wg.Go(func() { codes[i] = a.undo(seq).Code })
		}
		wg.Wait()
		won := 0
		for _, code := range codes {
			if won += map[int]int{200: 1}[code]; code != 200 && code != http.StatusUnprocessableEntity {
				t.Errorf("%v", codes)
			}
		}
		if won != 1 {
			t.Errorf("%v", codes)
		}

		// A batch, as a bulk action makes it.
		var ids []string
		var seqs []string
		for i := range 3 {
			id := a.addCompany(fmt.Sprint("Batch ", i))
			ids = append(ids, id)
			seqs = append(seqs, fmt.Sprint(a.put("/company", object{"data": object{"id": id, "name": fmt.Sprint("Batch ", i), "details": "bulk"}}).status(200).lastSeq()))
		}
		api.exec("UPDATE change SET batch_id = 'batch' WHERE seq IN (" + strings.Join(seqs, ",") + ")")
		details := func() string { return fmt.Sprint(api.count("SELECT count(*) FROM company WHERE details = 'bulk'")) }
		a.put("/company", object{"data": object{"id": ids[1], "name": "Batch 1", "details": "later"}}).status(200)
		before := api.count("SELECT count(*) FROM change")
		if p := a.put("/change/undo", object{"batchId": "batch"}).problem(422, "undoConflict"); len(list(p["conflicts"])) != 1 || details() != "2" || api.count("SELECT count(*) FROM change") != before {
			t.Errorf("%v, %s left", p, details())
		}
		var done tracker.Undone
		a.put("/change/undo", object{"batchId": "batch", "force": true}).status(200).into(&done)
		if len(done.Seqs) != 3 || details() != "0" || len(a.changes("BatchId="+done.BatchID)) != 3 {
			t.Errorf("%+v", done)
		}
		a.put("/change/undo", object{"batchId": "batch"}).problem(422, "cannotUndo")
		a.put("/change/undo", object{"batchId": done.BatchID}).status(200)
		if details() != "2" { // and the later one
			t.Errorf("%s are left", details())
		}

		// A user who has no rights on it can not tell that a change is there.
		api.addUser(userEmail, "Grace", false)
		grace := api.signIn(userEmail)
		grace.undo(seq).status(404)
		grace.put("/change/undo", object{"batchId": "batch"}).status(404)
		own := grace.put("/account/profile", object{"displayName": "Grace H", "gender": 0}).status(200).lastSeq()
		api.clock.Advance(29 * 24 * time.Hour)
		grace = api.signIn(userEmail)
		if c := grace.undo(own); c.Code != 200 {
			t.Errorf("%d %s", c.Code, c.Body)
		}

		// Nobody takes back what was done to their own rights.
		rights := func(isAdmin bool) int64 {
			t.Helper()
			return a.put("/UserManagement/admin", object{"email": userEmail, "isAdmin": isAdmin}).status(200).lastSeq()
		}
		a = api.signIn(adminEmail)
		rights(true)
		demoted := rights(false)
		grace.undo(demoted).status(403)
		grace.put("/change/undo", object{"seq": demoted, "force": true}).status(403)
		if got := shown(grace, "/account"); !strings.Contains(got, `"isAdmin": false`) {
			t.Error(got)
		}
	})
}

// Eight clients undo a change, its undo, the undo of that, and so on, all at the same time. Of each change exactly one
// undo succeeds, the others are told that it was taken back, and the record is as the last undo left it.
func TestUndoOfUndosAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		a := api.admin()
		clients := make([]*client, 8)
		for i := range clients {
			clients[i] = api.admin()
		}
		id := a.addCompany("One")
		seq := a.put("/company", object{"data": object{"id": id, "name": "Two"}}).status(200).lastSeq()
		for round, name := range []string{"One", "Two", "One", "Two", "One"} {
			answers := make([]*answer, len(clients))
			var wg sync.WaitGroup
			for i, c := range clients {
				// Some of them do not mind what others did.
				wg.Go(func() { answers[i] = c.put("/change/undo", object{"seq": seq, "force": i%2 == 0}) })
			}
			wg.Wait()
			var undos []int64
			for _, answer := range answers {
				if answer.Code == 200 {
					undos = append(undos, answer.lastSeq())
				} else {
					answer.problem(422, "cannotUndo")
				}
			}
			if len(undos) != 1 {
				t.Fatalf("round %d: %d of %d undid change %d", round, len(undos), len(clients), seq)
			}
			if got := api.text("SELECT name FROM company WHERE id = '" + id + "'"); got != name {
				t.Fatalf("round %d: the company is called %s, want %s", round, got, name)
			}
			seq = undos[0]
		}
		if n := api.count("SELECT count(*) FROM change WHERE entity_id = $1", id); n != 7 {
			t.Errorf("%d changes, want the first two and five undos", n)
		}
	})
}
