package share

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// MaxWaiting bounds the queue to a few seconds of work.
const MaxWaiting = 128

// Origin says who asks for a slot. Slots are shared out fairly between addresses and
// between accounts. An empty address or account is not counted.
type Origin struct{ Address, Account string }

// Turns hands out slots. An address or account holds at most its share, which leaves a slot
// for others. The next free slot goes to the caller whose address and account had their last
// turn the longest ago, so that a single sign-in never waits behind a burst from elsewhere.
// When the queue is full, the address or account with the most callers in it loses one.
type Turns struct {
	mu      sync.Mutex
	free    int
	slots   int
	share   int
	full    error
	count   int64 // slots handed out so far
	waiting []*waiter
	parties map[string]*party
}

// party is an address or an account that holds a slot or waits for one.
type party struct {
	key      string
	running  int
	waiting  int64
	lastTurn int64 // Turns.count at its last slot; 0 for none
}

type waiter struct {
	address, account *party
	answer           chan error // nil means that the caller has the slot
}

// NewTurns returns Turns with so many slots, of which one address or account holds at most
// share. full is the error of a caller who waits in vain.
func NewTurns(slots, share int, full error) *Turns {
	return &Turns{free: slots, slots: slots, share: share, full: full, parties: map[string]*party{}}
}

// Take waits for a slot. The caller must call giveBack at the end. It returns the
// error of ctx, or the error for a queue that is full or too slow.
func (t *Turns) Take(ctx context.Context, from Origin, maxWait time.Duration) (giveBack func(), err error) {
	// The select below chooses at random if both are ready, and a caller who has left must
	// not cost a slot.
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w := t.join(from)
	patience := time.NewTimer(maxWait)
	defer patience.Stop()
	select {
	case err = <-w.answer:
	case <-patience.C:
		err = t.giveUp(w, t.full)
	case <-ctx.Done():
		err = t.giveUp(w, ctx.Err())
	}
	if err != nil {
		return nil, err
	}
	return func() { t.giveBack(w) }, nil
}

// giveUp takes a caller out of the queue and returns why. If the caller has just got a
// slot, it gives the slot back.
func (t *Turns) giveUp(w *waiter, why error) error {
	t.mu.Lock()
	stillWaits := slices.Contains(t.waiting, w)
	if stillWaits {
		t.remove(w)
	}
	t.mu.Unlock()
	if !stillWaits && <-w.answer == nil {
		t.giveBack(w)
	}
	return why
}

// Load returns how many slots are taken, and how many callers wait.
func (t *Turns) Load() (running, waiting int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.slots - t.free, len(t.waiting)
}

func (t *Turns) join(from Origin) *waiter {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := &waiter{address: t.party("address", from.Address), account: t.party("account", from.Account), answer: make(chan error, 1)}
	w.address.waiting++
	w.account.waiting++
	t.waiting = append(t.waiting, w)
	t.handOut()
	if len(t.waiting) > MaxWaiting {
		heaviest := t.heaviest()
		t.remove(heaviest)
		heaviest.answer <- t.full
	}
	return w
}

func (t *Turns) giveBack(w *waiter) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free++
	w.address.running--
	w.account.running--
	t.forget(w)
	t.handOut()
}

func (t *Turns) handOut() {
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

// next returns the waiter whose turn it is, or nil if all waiters hold their share.
func (t *Turns) next() *waiter {
	var best *waiter
	for _, w := range t.waiting {
		if w.address.running < t.share && w.account.running < t.share && (best == nil || w.compare(best, lastTurn) < 0) {
			best = w
		}
	}
	return best
}

// heaviest returns the newest waiter of the address or account that has the most waiters.
func (t *Turns) heaviest() *waiter {
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

// compare orders two waiters by a count of their addresses and accounts, the larger count of
// each waiter first. Among callers of one account the address decides, so that its owner
// does not wait behind guesses from elsewhere. Among callers from one address the account
// decides.
func (w *waiter) compare(other *waiter, count func(*party) int64) int {
	return cmp.Or(
		cmp.Compare(max(count(w.address), count(w.account)), max(count(other.address), count(other.account))),
		cmp.Compare(count(w.address), count(other.address)),
		cmp.Compare(count(w.account), count(other.account)))
}

func (t *Turns) remove(w *waiter) {
	t.waiting = slices.DeleteFunc(t.waiting, func(other *waiter) bool { return other == w })
	w.address.waiting--
	w.account.waiting--
	t.forget(w)
}

func (w *waiter) parties() []*party { return []*party{w.address, w.account} }

func (t *Turns) party(kind, name string) *party {
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

func (t *Turns) forget(w *waiter) {
	for _, p := range w.parties() {
		if p.running == 0 && p.waiting == 0 {
			delete(t.parties, p.key)
		}
	}
}
