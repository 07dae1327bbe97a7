package change_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// Of two people who take back the same change, one does, and a batch is taken back whole.
func TestUndoAtOnceAndByBatch(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		a := api.Admin()
		id := a.AddCompany("Acme")
		seq := a.Put("/company", object{"data": object{"id": id, "name": "Two"}}).Status(200).LastSeq()
		var wg sync.WaitGroup
		codes := make([]int, 8)
		for i := range codes {
			wg.Go(func() { codes[i] = a.Undo(seq).Code })
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
			id := a.AddCompany(fmt.Sprint("Batch ", i))
			ids = append(ids, id)
			seqs = append(seqs, fmt.Sprint(a.Put("/company", object{"data": object{"id": id, "name": fmt.Sprint("Batch ", i), "details": "bulk"}}).Status(200).LastSeq()))
		}
		api.Exec("UPDATE change SET batch_id = 'batch' WHERE seq IN (" + strings.Join(seqs, ",") + ")")
		details := func() string { return fmt.Sprint(api.Count("SELECT count(*) FROM company WHERE details = 'bulk'")) }
		a.Put("/company", object{"data": object{"id": ids[1], "name": "Batch 1", "details": "later"}}).Status(200)
		before := api.Count("SELECT count(*) FROM change")
		if p := a.Put("/change/undo", object{"batchId": "batch"}).Problem(422, "undoConflict"); len(apitest.List(p["conflicts"])) != 1 ||
			details() != "2" || api.Count("SELECT count(*) FROM change") != before {
			t.Errorf("%v, %s left", p, details())
		}
		var done tracker.Undone
		a.Put("/change/undo", object{"batchId": "batch", "force": true}).Status(200).Into(&done)
		if len(done.Seqs) != 3 || details() != "0" || len(a.Changes("BatchId="+done.BatchID)) != 3 {
			t.Errorf("%+v", done)
		}
		a.Put("/change/undo", object{"batchId": "batch"}).Problem(422, "cannotUndo")
		a.Put("/change/undo", object{"batchId": done.BatchID}).Status(200)
		if details() != "2" { // and the later one
			t.Errorf("%s are left", details())
		}

		// A user who has no rights on it can not tell that a change is there.
		api.AddUser(apitest.UserEmail, "Grace", false)
		grace := api.SignIn(apitest.UserEmail)
		grace.Undo(seq).Status(404)
		grace.Put("/change/undo", object{"batchId": "batch"}).Status(404)
		own := grace.Put("/account/profile", object{"displayName": "Grace H", "gender": 0}).Status(200).LastSeq()
		api.Clock.Advance(29 * 24 * time.Hour)
		grace = api.SignIn(apitest.UserEmail)
		if c := grace.Undo(own); c.Code != 200 {
			t.Errorf("%d %s", c.Code, c.Body)
		}

		// Nobody takes back what was done to their own rights.
		rights := func(isAdmin bool) int64 {
			t.Helper()
			return a.Put("/UserManagement/admin", object{"email": apitest.UserEmail, "isAdmin": isAdmin}).Status(200).LastSeq()
		}
		a = api.SignIn(apitest.AdminEmail)
		rights(true)
		demoted := rights(false)
		grace.Undo(demoted).Status(403)
		grace.Put("/change/undo", object{"seq": demoted, "force": true}).Status(403)
		if got := apitest.Shown(grace, "/account"); !strings.Contains(got, `"isAdmin": false`) {
			t.Error(got)
		}
	})
}

// Eight clients undo a change, its undo, the undo of that, and so on, all at the same time. Of each change exactly one
// undo succeeds, the others are told that it was taken back, and the record is as the last undo left it.
func TestUndoOfUndosAtOnce(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		a := api.Admin()
		clients := make([]*apitest.Client, 8)
		for i := range clients {
			clients[i] = api.Admin()
		}
		id := a.AddCompany("One")
		seq := a.Put("/company", object{"data": object{"id": id, "name": "Two"}}).Status(200).LastSeq()
		for round, name := range []string{"One", "Two", "One", "Two", "One"} {
			answers := make([]*apitest.Answer, len(clients))
			var wg sync.WaitGroup
			for i, c := range clients {
				// Some of them do not mind what others did.
				wg.Go(func() { answers[i] = c.Put("/change/undo", object{"seq": seq, "force": i%2 == 0}) })
			}
			wg.Wait()
			var undos []int64
			for _, answer := range answers {
				if answer.Code == 200 {
					undos = append(undos, answer.LastSeq())
				} else {
					answer.Problem(422, "cannotUndo")
				}
			}
			if len(undos) != 1 {
				t.Fatalf("round %d: %d of %d undid change %d", round, len(undos), len(clients), seq)
			}
			if got := api.Text("SELECT name FROM company WHERE id = '" + id + "'"); got != name {
				t.Fatalf("round %d: the company is called %s, want %s", round, got, name)
			}
			seq = undos[0]
		}
		if n := api.Count("SELECT count(*) FROM change WHERE entity_id = $1", id); n != 7 {
			t.Errorf("%d changes, want the first two and five undos", n)
		}
	})
}
