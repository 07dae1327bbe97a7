package main

import (
	"fmt"
	"math/rand/v2"
	"time"

	"btracker/internal/pgtest"
	"btracker/internal/tools/program"
)

const readyWithin = 2 * time.Second

func killSQLite(l *lab)   { l.killAgainAndAgain(l.sqlite(), l.of(4, 200)) }
func killPostgres(l *lab) { l.killAgainAndAgain(l.postgres(pgtest.NewDatabase(l)), l.of(2, 50)) }

// killAgainAndAgain kills the server in the middle of its writes. With the numbers
// of the full version both databases together come to 50,000 acknowledged writes
// and more.
func (l *lab) killAgainAndAgain(t program.Target, kills int) {
	o, book := l.observe(t), newLedger()
	killed, slowest := 0, time.Duration(0)
	l.figures = func() string {
		return fmt.Sprintf("%d kills, %d acknowledged writes by %d writers, none lost or half done, ready again within %d ms", killed, book.count.Load(), writers, slowest.Milliseconds())
	}
	least := l.of(60, 200)
	for killed < kills {
		book.whileWriting(l, o.server.Client, func() {
			book.until(l, least+rand.IntN(least))
			o.server.Kill() // the writers are in the middle of it
		})
		killed++
		l.restart(o.server)
		slowest = max(slowest, o.server.ReadyIn)
		l.atMost("until it is ready", o.server.ReadyIn, readyWithin)
		if killed%10 == 0 || killed == kills { // each look is at all writes since the start
			o.check(book, o.since)
		}
	}
}
