package share

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"btracker/internal/testkit"
)

var errFull = errors.New("too many wait")

// crowd is Turns whose callers keep their slots until the test lets them go.
type crowd struct {
	t       *testing.T
	turns   *Turns
	ctx     context.Context
	served  chan string // names, in the order of their turns
	refused chan string
	letGo   map[string]chan struct{}
}

func newCrowd(t *testing.T, slots int) *crowd {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	return &crowd{t: t, turns: NewTurns(slots, max(slots-1, 1), errFull), ctx: ctx, served: make(chan string, 1000),
		refused: make(chan string, 1000), letGo: map[string]chan struct{}{}}
}

// come sends a caller, and returns once it has a slot, waits or is refused.
func (c *crowd) come(name string, from Origin) {
	c.t.Helper()
	before := c.answered()
	letGo := make(chan struct{})
	c.letGo[name] = letGo
	go func() {
		giveBack, err := c.turns.Take(c.ctx, from, time.Hour) // for a busy machine
		if errors.Is(err, errFull) {
			c.refused <- name
		}
		if err != nil {
			return
		}
		defer giveBack()
		c.served <- name
		select {
		case <-letGo:
		case <-c.ctx.Done():
		}
	}()
	testkit.Until(c.t, name+" arrives", func() bool { return c.answered() == before+1 })
}

func (c *crowd) waiting() int {
	_, waiting := c.turns.Load()
	return waiting
}

func (c *crowd) answered() int { return len(c.served) + len(c.refused) + c.waiting() }

func (c *crowd) isIdle() bool {
	running, waiting := c.turns.Load()
	return running+waiting == 0
}

// next returns who got the next slot.
func (c *crowd) next() string {
	c.t.Helper()
	return testkit.Receive(c.t, "somebody gets a turn", c.served)
}

func (c *crowd) leaves(name string) { close(c.letGo[name]) }

// nobodyServed must be called when all callers have arrived.
func (c *crowd) nobodyServed(why string) {
	c.t.Helper()
	if len(c.served) > 0 {
		c.t.Errorf("%s got a turn: %s", <-c.served, why)
	}
}

func TestOneAddressLeavesASlot(t *testing.T) {
	c := newCrowd(t, 3)
	for i := range 300 {
		c.come(fmt.Sprint("guess ", i), Origin{"192.0.2.1", fmt.Sprint("account ", i)})
	}
	first := []string{c.next(), c.next()}
	c.nobodyServed("the address holds its share")
	if slices.Sort(first); !slices.Equal(first, []string{"guess 0", "guess 1"}) {
		t.Errorf("served %v", first)
	}
	if running, waiting := c.turns.Load(); len(c.refused) != 300-2-MaxWaiting || running != 2 || waiting != MaxWaiting {
		t.Errorf("%d refused, %d run, %d wait", len(c.refused), running, waiting)
	}
	c.come("person", Origin{"198.51.100.7", "grace@example.com"})
	if got := c.next(); got != "person" {
		t.Errorf("%s was served", got)
	}
}

func TestOneAccountLeavesASlot(t *testing.T) {
	c := newCrowd(t, 3)
	for i := range 100 { // the password does not matter
		c.come(fmt.Sprint("sign-in ", i), Origin{fmt.Sprint("address ", i), "ada@example.com"})
	}
	c.next()
	c.next()
	c.nobodyServed("the account holds its share")
	c.come("person", Origin{"198.51.100.7", "grace@example.com"})
	if got := c.next(); got != "person" {
		t.Errorf("%s was served", got)
	}
}

// With every slot taken, the next slot goes to a caller who has not had one, and not to the
// 300 who came before.
func TestNextSlotGoesToSomebodyElse(t *testing.T) {
	for name, c := range map[string]struct {
		burst  func(i int) Origin
		person Origin
	}{
		"one address, one account":           {func(int) Origin { return Origin{"192.0.2.1", "ada"} }, Origin{"198.51.100.7", "grace"}},
		"one address, many accounts":         {func(i int) Origin { return Origin{"192.0.2.1", fmt.Sprint(i)} }, Origin{"198.51.100.7", "grace"}},
		"many addresses, one account":        {func(i int) Origin { return Origin{fmt.Sprint(i), "ada"} }, Origin{"198.51.100.7", "grace"}},
		"two addresses, the owner elsewhere": {func(i int) Origin { return Origin{fmt.Sprint(i % 2), "ada"} }, Origin{"198.51.100.7", "ada"}},
		"the same address, another account":  {func(int) Origin { return Origin{"192.0.2.1", "ada"} }, Origin{"192.0.2.1", "grace"}},
		"many addresses, two accounts":       {func(i int) Origin { return Origin{fmt.Sprint(i), fmt.Sprint("account ", i%2)} }, Origin{"198.51.100.7", "grace"}},
		"two addresses, many accounts":       {func(i int) Origin { return Origin{fmt.Sprint(i % 2), fmt.Sprint(i)} }, Origin{"198.51.100.7", "grace"}},
	} {
		t.Run(name, func(t *testing.T) {
			q := newCrowd(t, 3)
			q.come("first", Origin{"203.0.113.1", "first"}) // so that no slot is left
			q.next()
			for i := range 300 {
				q.come(fmt.Sprint("guess ", i), c.burst(i))
			}
			running := []string{q.next(), q.next()}
			q.come("person", c.person)
			q.nobodyServed("no slot is free")
			q.leaves(running[0])
			if got := q.next(); got != "person" {
				t.Errorf("the next slot went to %s", got)
			}
		})
	}
}

func TestAddressesTakeTurns(t *testing.T) {
	c := newCrowd(t, 1)
	c.come("start", Origin{})
	for i := range 3 {
		c.come(fmt.Sprint("a", i), Origin{"a", fmt.Sprint("a", i)})
	}
	for i := range 2 {
		c.come(fmt.Sprint("b", i), Origin{"b", fmt.Sprint("b", i)})
	}
	c.come("c0", Origin{"c", "c"})
	var order []string
	for range 7 {
		order = append(order, c.next())
		c.leaves(order[len(order)-1])
	}
	if want := []string{"start", "a0", "b0", "c0", "a1", "b1", "a2"}; !slices.Equal(order, want) {
		t.Errorf("%v, want %v", order, want)
	}
	testkit.Until(t, "all slots are given back", c.isIdle)
	if n := len(c.turns.parties); n != 0 {
		t.Errorf("%d addresses and accounts are remembered", n)
	}
}

// A full queue lets a newcomer in, and refuses the newest caller of the address that fills it.
func TestFullQueue(t *testing.T) {
	c := newCrowd(t, 1)
	c.come("start", Origin{})
	c.next()
	for i := range MaxWaiting {
		c.come(fmt.Sprint("guess ", i), Origin{"192.0.2.1", fmt.Sprint(i)})
	}
	c.come("person", Origin{"198.51.100.7", "grace"})
	if got, want := <-c.refused, fmt.Sprint("guess ", MaxWaiting-1); got != want {
		t.Errorf("%s was refused, want %s", got, want)
	}
	// Every address has one caller in the queue, so the newcomer is refused.
	even := newCrowd(t, 1)
	even.come("start", Origin{})
	for i := range MaxWaiting {
		even.come(fmt.Sprint("person ", i), Origin{fmt.Sprint(i), fmt.Sprint(i)})
	}
	even.come("late", Origin{"198.51.100.7", "grace"})
	if got := <-even.refused; got != "late" {
		t.Errorf("%s was refused", got)
	}
}

func TestWaitingHasAnEnd(t *testing.T) {
	c := newCrowd(t, 1)
	c.come("start", Origin{})
	c.next()
	if _, err := c.turns.Take(t.Context(), Origin{"a", "b"}, time.Millisecond); !errors.Is(err, errFull) {
		t.Errorf("Take = %v", err)
	}
	if running, waiting := c.turns.Load(); running != 1 || waiting != 0 || len(c.turns.parties) != 0 {
		t.Errorf("still in the queue: %d run, %d wait", running, waiting)
	}
}

func TestWaitingHonoursContext(t *testing.T) {
	c := newCrowd(t, 1)
	c.come("start", Origin{})
	c.next()
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error)
	go func() {
		_, err := c.turns.Take(ctx, Origin{"a", "b"}, time.Hour)
		failed <- err
	}()
	testkit.Until(t, "it waits", func() bool { return c.waiting() == 1 })
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("Hash = %v", err)
	}
	if load, waiting := c.turns.Load(); load != 1 || waiting != 0 || len(c.turns.parties) != 0 {
		t.Errorf("still in the queue: %+v", load)
	}
	c.leaves("start")
	testkit.Until(t, "the slot is free", c.isIdle)
	if _, err := c.turns.Take(ctx, Origin{}, time.Hour); !errors.Is(err, context.Canceled) || !c.isIdle() {
		t.Errorf("a free slot was given to a caller who had left: %v", err)
	}
	if _, err := c.turns.Take(t.Context(), Origin{}, time.Hour); err != nil {
		t.Errorf("the slot was not given back: %v", err)
	}
}
