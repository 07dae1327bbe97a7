package prove

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

const writers = 8

type object = map[string]any

// ledger records the writes that a server acknowledged and the refusals. A database
// has one ledger for all of its writers.
type ledger struct {
	mu       sync.Mutex
	versions map[string]int  // of companies by id, the last acknowledged
	invited  map[string]bool // users by e-mail, each with a mail in the queue
	statuses map[int]int     // refusals
	defect   error           // an answer that no promise allows
	count    atomic.Int64    // of acknowledged writes
	names    atomic.Int64
}

func newLedger() *ledger {
	return &ledger{versions: map[string]int{}, invited: map[string]bool{}, statuses: map[int]int{}}
}

// whileWriting writes with all writers until f is over.
func (b *ledger) whileWriting(t *testing.T, c program.Client, f func()) {
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	for range writers {
		all.Go(func() { b.write(ctx, c) })
	}
	f()
}

// write makes companies, edits them and invites users.
func (b *ledger) write(ctx context.Context, c program.Client) {
	var own company
	for ctx.Err() == nil {
		var err error
		switch dice := rand.IntN(10); {
		case dice == 0:
			err = b.invite(ctx, c)
		case dice < 4 && own.ID != "":
			own, err = b.edit(ctx, c, own)
		default:
			own, err = b.create(ctx, c)
		}
		if err != nil && ctx.Err() == nil {
			own = company{} // its version is not known for sure
			b.refused(err)
		}
	}
}

// until waits for so many more acknowledged writes.
func (b *ledger) until(t *testing.T, more int) {
	t.Helper()
	enough := b.count.Load() + int64(more)
	testkit.Until(t, fmt.Sprint(more, " writes"), func() bool { return b.count.Load() >= enough })
}

func (b *ledger) acknowledge(note func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	note()
	b.count.Add(1)
}

// refused records the error of a call. A killed server gives no answer, which is no
// defect; each proof decides which statuses it allows.
func (b *ledger) refused(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if status := program.StatusOf(err); status != 0 {
		b.statuses[status]++
		if status == http.StatusInternalServerError || status < 500 {
			b.defect = err
		}
	}
}

type company struct {
	ID      string
	Version int
}

func (b *ledger) create(ctx context.Context, c program.Client) (made company, err error) {
	name := fmt.Sprint("Proof ", b.names.Add(1))
	if err := c.Call(ctx, http.MethodPost, "/api/v1/company", object{"name": name}, &made); err != nil {
		return made, err
	}
	b.acknowledge(func() { b.versions[made.ID] = made.Version })
	return made, nil
}

func (b *ledger) edit(ctx context.Context, c program.Client, own company) (edited company, err error) {
	input := object{"id": own.ID, "version": own.Version, "name": fmt.Sprint("Proof ", b.names.Add(1))}
	if err := c.Call(ctx, http.MethodPut, "/api/v1/company", object{"data": input}, &edited); err != nil {
		return edited, err
	}
	b.acknowledge(func() { b.versions[own.ID] = edited.Version })
	return edited, nil
}

func (b *ledger) invite(ctx context.Context, c program.Client) error {
	email := fmt.Sprintf("proof%d@example.com", b.names.Add(1))
	if err := c.Call(ctx, http.MethodPost, "/api/v1/UserManagement", object{"email": email, "displayName": email, "gender": 0}, nil); err != nil {
		return err
	}
	b.acknowledge(func() { b.invited[email] = true })
	return nil
}

// copy returns what is acknowledged so far.
func (b *ledger) copy() *ledger {
	b.mu.Lock()
	defer b.mu.Unlock()
	return &ledger{versions: maps.Clone(b.versions), invited: maps.Clone(b.invited), defect: b.defect}
}

// refusals returns the number of refused writes, and a text with the number for
// each status.
func (b *ledger) refusals() (n int, text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, count := range b.statuses {
		n += count
	}
	return n, strings.TrimPrefix(fmt.Sprint(b.statuses), "map")
}

// failOnDefect fails after an answer that no promise allows.
func (b *ledger) failOnDefect(t *testing.T) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	ok(t, b.defect)
}
