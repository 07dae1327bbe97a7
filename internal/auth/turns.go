package auth

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"btracker/internal/tracker"
)

// maxWaiting bounds the queue for a slot: a few seconds of work.
const maxWaiting = 128

// Origin is who asks for a hash. Turns are shared out by address and by account;
// an empty one is not counted.
type Origin struct{ Address, Account string }

// turns hands out slots. One address or account holds at most its share, which
// leaves a slot to others. The next free slot goes to the caller whose address and
// account had their last turn the longest ago, so that somebody who comes once
// never waits behind a burst from elsewhere. When the queue is full, whoever has
// the most callers in it gives way.
type turns struct {
	mu      sync.Mutex
	free    int
	slots   int
	share   int
	count   int64 // turns given so far
	waiting []*waiter
	parties map[string]*party
}

// party is an address or an account that holds a slot or waits for one.
type party struct {
	key      string
	running  int
	waiting  int64
	lastTurn int64 // 0: none since it came
}

type waiter struct {
	address, account *party
	answer           chan error // nil: the slot is yours
}

func newTurns(slots int) *turns {
	return &turns{free: slots, slots: slots, share: max(slots-1, 1), parties: map[string]*party{}}
}

func errQueueFull() error {
	return tracker.ErrSignInsWait
}

// take waits for a slot; giveBack must be called once it is not needed any more.
func (t *turns) take(ctx context.Context, from Origin, maxWait time.Duration) (giveBack func(), err error) {
	// select picks at random when both are ready: a caller who has given up
	// must not cost a hash.
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w := t.join(from)
	patience := time.NewTimer(maxWait)
	defer patience.Stop()
	select {
	case err = <-w.answer:
	case <-patience.C:
		err = t.giveUp(w, errQueueFull())
	case <-ctx.Done():
		err = t.giveUp(w, ctx.Err())
	}
	if err != nil {
		return nil, err
	}
	return func() { t.giveBack(w) }, nil
}

// giveUp takes a caller out of the queue, with a slot it may have got in the very
// moment, and returns why.
func (t *turns) giveUp(w *waiter, why error) error {
	if !t.leave(w) && <-w.answer == nil {
		t.giveBack(w)
	}
	return why
}

func (t *turns) load() (running, waiting int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.slots - t.free, len(t.waiting)
}

func (t *turns) join(from Origin) *waiter {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := &waiter{address: t.party("address", from.Address), account: t.party("account", from.Account), answer: make(chan error, 1)}
	w.address.waiting++
	w.account.waiting++
	t.waiting = append(t.waiting, w)
	t.handOut()
	if len(t.waiting) > maxWaiting {
		heaviest := t.heaviest()
		t.remove(heaviest)
		heaviest.answer <- errQueueFull()
	}
	return w
}

// leave takes a caller who gave up out of the queue; false means that the answer
// was faster.
func (t *turns) leave(w *waiter) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !slices.Contains(t.waiting, w) {
		return false
	}
	t.remove(w)
	return true
}

func (t *turns) giveBack(w *waiter) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free++
	w.address.running--
	w.account.running--
	t.forget(w)
	t.handOut()
}

func (t *turns) handOut() {
	for t.free > 0 {
		next := t.next()
		if next == nil {
			return
		}
		t.free--
		t.count++
		for _, p := range next.parties() {
			p.running, p.lastTurn = p.running+1, t.count
		}
		t.remove(next)
		next.answer <- nil
	}
}

// next is the waiter whose turn it is, or nil when all who wait hold their share.
func (t *turns) next() *waiter {
	var best *waiter
	for _, w := range t.waiting {
		if w.address.running < t.share && w.account.running < t.share && (best == nil || w.compare(best, lastTurn) < 0) {
			best = w
		}
	}
	return best
}

// heaviest is the newest waiter of the address or account that has the most.
func (t *turns) heaviest() *waiter {
	heaviest := t.waiting[0]
	for _, w := range t.waiting {
		if w.compare(heaviest, waiting) >= 0 {
			heaviest = w
		}
	}
	return heaviest
}

func lastTurn(p *party) int64 { return p.lastTurn }
func waiting(p *party) int64  { return p.waiting }

// compare orders two waiters by what their addresses and accounts already had, the
// larger of the two first. Among callers of one account the address decides, so
// that its owner does not stand behind guesses from elsewhere; among callers from
// one address, the account.
func (w *waiter) compare(other *waiter, had func(*party) int64) int {
	return cmp.Or(
		cmp.Compare(max(had(w.address), had(w.account)), max(had(other.address), had(other.account))),
		cmp.Compare(had(w.address), had(other.address)),
		cmp.Compare(had(w.account), had(other.account)))
}

func (t *turns) remove(w *waiter) {
	t.waiting = slices.DeleteFunc(t.waiting, func(other *waiter) bool { return other == w })
	w.address.waiting--
	w.account.waiting--
	t.forget(w)
}

func (w *waiter) parties() []*party { return []*party{w.address, w.account} }

func (t *turns) party(kind, name string) *party {
	if name == "" {
		return &party{}
	}
	key := kind + " " + name
	p, ok := t.parties[key]
	if !ok {
		p = &party{key: key}
		t.parties[key] = p
	}
	return p
}

func (t *turns) forget(w *waiter) {
	for _, p := range w.parties() {
		if p.running == 0 && p.waiting == 0 {
			delete(t.parties, p.key)
		}
	}
}
