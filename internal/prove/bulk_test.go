package prove

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"btracker/internal/pgtest"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
	"btracker/internal/tracker"
)

// A bulk action whose process is killed goes on where it was: no record is changed twice or left out. An undo
// whose process is killed has happened whole or not at all. Once it is undone, everything but the log is as before.
func TestKillBulkSQLite(t *testing.T) {
	begin(t)
	killBulks(t, onSQLite(t), shortOrFull(2, 60))
}

func TestKillBulkPostgres(t *testing.T) {
	begin(t)
	killBulks(t, onPostgres(t, pgtest.NewDatabase(t)), shortOrFull(2, 30))
}

// An import is applied by a bulk action, and survives kills as every other.
func TestKillImportSQLite(t *testing.T) {
	begin(t)
	killImports(t, onSQLite(t), shortOrFull(2, 30))
}

func TestKillImportPostgres(t *testing.T) {
	begin(t)
	killImports(t, onPostgres(t, pgtest.NewDatabase(t)), shortOrFull(2, 20))
}

// bulkKills is a server that is killed in the middle of bulk actions and undos.
type bulkKills struct {
	observed
	inBulk, inUndo, stopped int // how often
}

// Two ask at once for a plan to be applied, and its job is killed: each price is one higher, once.
func TestKillPlanSQLite(t *testing.T) {
	begin(t)
	killPlans(t, onSQLite(t), shortOrFull(1, 20))
}

func TestKillPlanPostgres(t *testing.T) {
	begin(t)
	killPlans(t, onPostgres(t, pgtest.NewDatabase(t)), shortOrFull(1, 10))
}

func killPlans(t *testing.T, target program.Target, rounds int) {
	k := &bulkKills{observed: observe(t, target)}
	defer func() {
		t.Logf("killed %d times in the middle of a plan, %d times in the middle of an undo", k.inBulk, k.inUndo)
	}()
	before := k.records()
	for round := range rounds {
		today := time.Now().UTC()
		plan := object{"name": fmt.Sprint("Plan ", round), "until": today.AddDate(1, 0, 0).Format("2006-01"), "changes": []object{
			{"list": "projectSubscription", "query": "State=active,renews", "action": "reprice", "params": object{"amount": 1}, "on": today.Format(time.DateOnly)}}}
		var kept tracker.Plan
		ok(t, k.server.Call(t.Context(), http.MethodPost, "/api/v1/plan", plan, &kept))
		var started, again tracker.BulkStarted
		asked := make(chan error, 1)
		go func() {
			asked <- k.server.Call(t.Context(), http.MethodPost, "/api/v1/plan/apply", object{"id": kept.ID}, &again)
		}()
		ok(t, k.server.Call(t.Context(), http.MethodPost, "/api/v1/plan/apply", object{"id": kept.ID}, &started))
		ok(t, <-asked)
		if started != again { // the first one was done already, and left nothing to the other one
			t.Logf("round %d: asked one after the other", round)
			if k.number("SELECT total FROM bulk WHERE id = $1", started.ID) == 0 {
				started, again = again, started
			}
			if n := k.number("SELECT total FROM bulk WHERE id = $1", again.ID); n > 0 {
				t.Fatalf("two jobs apply one plan, the second one to %d subscriptions", n)
			}
		}
		k.killAndUndo(started, before, round)
		ok(t, k.server.Call(t.Context(), http.MethodDelete, "/api/v1/plan", object{"id": kept.ID}, nil))
	}
	target.Run(t, "audit", "verify")
}

func killBulks(t *testing.T, target program.Target, rounds int) {
	k := &bulkKills{observed: observe(t, target)}
	defer func() {
		t.Logf("killed %d times in the middle of a bulk action, %d times in the middle of an undo; %d were stopped", k.inBulk, k.inUndo, k.stopped)
	}()
	actions := []object{
		{"list": "projectSubscription", "query": "State=notStarted,active,renews", "action": "reprice", "params": object{"amount": 1}, "preview": false},
		{"list": "projectProduct", "query": "", "action": "setStatus", "params": object{"status": 1}, "preview": false},
	}
	before := k.records()
	for round := range rounds {
		var started tracker.BulkStarted
		ok(t, k.server.Call(t.Context(), http.MethodPost, "/api/v1/bulk", actions[round%len(actions)], &started))
		k.killAndUndo(started, before, round)
	}
	target.Run(t, "audit", "verify")
}

// killImports imports other prices of all subscriptions, again and again.
func killImports(t *testing.T, target program.Target, rounds int) {
	k := &bulkKills{observed: observe(t, target)}
	defer func() {
		t.Logf("killed %d times in the middle of an import, %d times in the middle of an undo; %d were stopped", k.inBulk, k.inUndo, k.stopped)
	}()
	before := k.records()
	for round := range rounds {
		exported, err := k.server.Send(t.Context(), http.MethodGet, "/api/v1/project/subscription/export?Columns=id,price", nil)
		ok(t, err)
		rows, err := csv.NewReader(bytes.NewReader(exported.Body)).ReadAll()
		ok(t, err)
		var file bytes.Buffer
		for i, row := range rows {
			if i > 0 {
				row[1] = "1" + row[1]
			}
			fmt.Fprintf(&file, "%s;%s\n", row[0], row[1])
		}
		var compared tracker.Import
		ok(t, k.server.Call(t.Context(), http.MethodPost, "/api/v1/import?List=projectSubscription", file.Bytes(), &compared))
		if compared.Updates != len(rows)-1 {
			t.Fatalf("%+v of %d rows", compared, len(rows)-1)
		}
		var started tracker.BulkStarted
		ok(t, k.server.Call(t.Context(), http.MethodPut, "/api/v1/import/apply", object{"id": compared.ID}, &started))
		k.killAndUndo(started, before, round)
	}
	target.Run(t, "audit", "verify")
}

// killAndUndo kills the server in the middle of a bulk action and of its undo, and compares what is left.
func (k *bulkKills) killAndUndo(started tracker.BulkStarted, before string, round int) {
	t := k.t
	t.Helper()
	job := k.run(started, 1+rand.IntN(3), rand.IntN(4) == 0)
	changes := k.number("SELECT count(*) FROM change WHERE batch_id = $1", job.BatchID)
	if records := k.number("SELECT count(DISTINCT entity_id) FROM change WHERE batch_id = $1", job.BatchID); records != changes || job.Refused > 0 || changes > job.Done {
		t.Fatalf("%+v has %d changes of %d records", job, changes, records)
	}
	if changes > 0 {
		k.undo(job.BatchID, changes)
	}
	if after := k.records(); after != before {
		t.Fatalf("round %d: undone it is\n%s\nand was\n%s", round, after, before)
	}
}

// run kills the server of a bulk action some times, and waits for its end.
func (k *bulkKills) run(started tracker.BulkStarted, kills int, isStopped bool) (job tracker.Bulk) {
	t := k.t
	t.Helper()
	position := func() int { return k.number("SELECT position FROM bulk WHERE id = $1", started.ID) }
	hasEnded := func() bool { return k.number("SELECT count(ended_at) FROM bulk WHERE id = $1", started.ID) > 0 }
	for range kills {
		from := position()
		testkit.Until(t, "the bulk action goes on", func() bool { return position() > from || hasEnded() })
		if !hasEnded() {
			k.inBulk++
		}
		k.kill()
	}
	if isStopped {
		ok(t, k.server.Call(t.Context(), http.MethodPut, "/api/v1/bulk/stop", object{"id": started.ID}, &job))
		if job.State == tracker.BulkStopped {
			k.stopped++
		}
	}
	testkit.Until(t, "the bulk action ends", hasEnded)
	ok(t, k.server.Get(t.Context(), "/api/v1/bulk/"+started.ID, &job))
	if job.State != tracker.BulkDone && !isStopped || job.State == tracker.BulkDone && job.Done != job.Total {
		t.Fatalf("%+v", job)
	}
	return job
}

// undo takes a batch back, with a kill in the middle.
func (k *bulkKills) undo(batchID string, changes int) {
	t := k.t
	t.Helper()
	answered := make(chan error, 1)
	client := k.server.Client
	go func() {
		answered <- client.Call(context.WithoutCancel(t.Context()), http.MethodPut, "/api/v1/change/undo", object{"batchId": batchID}, nil)
	}()
	time.Sleep(time.Duration(rand.IntN(100)) * time.Millisecond) // anywhere
	k.kill()
	acknowledged := <-answered == nil
	undone := k.number("SELECT count(*) FROM change WHERE undoes IN (SELECT seq FROM change WHERE batch_id = $1)", batchID)
	switch {
	case undone == changes:
		return
	case undone > 0 || acknowledged:
		t.Fatalf("%d of %d changes are taken back, acknowledged: %v", undone, changes, acknowledged)
	}
	k.inUndo++
	ok(t, k.server.Call(t.Context(), http.MethodPut, "/api/v1/change/undo", object{"batchId": batchID}, nil))
}

// kill kills the server and starts it again.
func (k *bulkKills) kill() {
	k.t.Helper()
	k.server.Kill()
	k.server.restart(k.t)
}

// records are the records that the actions change, and what is kept of them.
func (k *bulkKills) records() (text string) {
	k.t.Helper()
	rows, err := k.QueryContext(k.t.Context(), `
		SELECT 'subscription ' || id, price FROM project_subscription WHERE deleted_at IS NULL
		UNION ALL SELECT 'product ' || id, status FROM project_product WHERE deleted_at IS NULL
		UNION ALL SELECT 'products in status ' || at, CAST(SUM(count) AS BIGINT) FROM kept_sum WHERE kind = 'product' GROUP BY at
		ORDER BY 1`)
	ok(k.t, err)
	defer rows.Close()
	for rows.Next() {
		var name string
		var n int
		ok(k.t, rows.Scan(&name, &n))
		text += fmt.Sprintln(name, n)
	}
	ok(k.t, rows.Err())
	return text
}
