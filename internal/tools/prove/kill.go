package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"btracker/internal/tools/program"
)

const readyWithin = 2 * time.Second

func killSQLite(ctx context.Context, l *lab) (string, error) {
	return killCycles(ctx, l, l.sqlite("data"), l.of(4, 200))
}

func killPostgres(ctx context.Context, l *lab) (string, error) {
	url, err := l.database(ctx)
	if err != nil {
		return "", err
	}
	return killCycles(ctx, l, l.postgres("data", url), l.of(2, 50))
}

// killCycles kills the server in the middle of its writes, again and again. With
// the numbers of the full version both databases together come to 50,000
// acknowledged writes and more.
func killCycles(ctx context.Context, l *lab, t program.Target, cycles int) (string, error) {
	o, err := l.observe(ctx, t)
	if err != nil {
		return "", err
	}
	total, slowest := newLedger(), time.Duration(0)
	figures := func(done int) string {
		return fmt.Sprintf("%d kills, %d acknowledged writes by %d writers, none lost or half done, ready again within %d ms", done, total.count.Load(), writers, slowest.Milliseconds())
	}
	s, since := o.server, o.since
	for cycle := range cycles {
		cycleLedger := newLedger()
		if err := writeUntilKilled(ctx, s, cycleLedger, fmt.Sprintf("c%d-", cycle), l.of(60, 200)); err != nil {
			return figures(cycle), err
		}
		if s, err = l.again(ctx, s); err != nil {
			return figures(cycle), err
		}
		slowest = max(slowest, s.ReadyIn)
		if l.tooSlow(s.ReadyIn, readyWithin) {
			return figures(cycle), fmt.Errorf("ready after %s only", s.ReadyIn)
		}
		if err := o.check(ctx, cycleLedger, since); err != nil {
			return figures(cycle), fmt.Errorf("cycle %d: %w", cycle, err)
		}
		if since, err = o.position(ctx); err != nil {
			return figures(cycle), err
		}
		total.merge(cycleLedger)
	}
	return figures(cycles), o.check(ctx, total, o.since)
}

// writeUntilKilled kills the server some writes after the least that are wanted.
func writeUntilKilled(ctx context.Context, s *program.Server, l *ledger, word string, least int) error {
	loading, stop := context.WithCancel(ctx)
	wait := l.load(loading, s.Client, word)
	enough := int64(least + rand.IntN(least))
	_, err := within(ctx, patience, "enough writes", func() bool { return l.count.Load() >= enough })
	s.Kill() // before the writers stop: they are in the middle of it
	stop()
	wait()
	return err
}
