package prove

import (
	"math/rand/v2"
	"testing"
	"time"

	"btracker/internal/pgtest"
	"btracker/internal/tools/program"
)

const readyWithin = 2 * time.Second

// After kill -9 under load every acknowledged write is there, whole, and the server
// is ready again within two seconds.
func TestKillSQLite(t *testing.T) {
	begin(t)
	killAgainAndAgain(t, onSQLite(t), shortOrFull(4, 200))
}

func TestKillPostgres(t *testing.T) {
	begin(t)
	killAgainAndAgain(t, onPostgres(t, pgtest.NewDatabase(t)), shortOrFull(2, 50))
}

// killAgainAndAgain kills the server while it writes. The full version makes more
// than 50,000 acknowledged writes on both databases together.
func killAgainAndAgain(t *testing.T, target program.Target, kills int) {
	o, book := observe(t, target), newLedger()
	killed, slowest := 0, time.Duration(0)
	defer func() {
		t.Logf("%d kills, %d acknowledged writes by %d writers, none lost or half done, ready again within %d ms", killed, book.count.Load(), writers, slowest.Milliseconds())
	}()
	least := shortOrFull(60, 200)
	for killed < kills {
		book.whileWriting(t, o.server.Client, func() {
			book.until(t, least+rand.IntN(least))
			o.server.Kill() // the writers are in the middle of it
		})
		killed++
		o.server.restart(t)
		slowest = max(slowest, o.server.ReadyIn)
		atMost(t, "until it is ready", o.server.ReadyIn, readyWithin)
		if killed%10 == 0 || killed == kills { // each check reads all writes since the start
			o.check(book, o.since)
			target.Run(t, "audit", "verify") // whatever the kills did to the job that seals
		}
	}
}
