package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"

	"btracker/internal/tools/program"
)

const writers = 8

type object = map[string]any

// ledger is what a server acknowledged, and what else it answered.
type ledger struct {
	mu       sync.Mutex
	versions map[string]int  // of companies by id, the last acknowledged
	invited  map[string]bool // users by e-mail, each with a mail in the queue
	statuses map[int]int     // refusals
	defect   error           // an answer that must never be
	count    atomic.Int64    // of acknowledged writes
	names    atomic.Int64
}

func newLedger() *ledger {
	return &ledger{versions: map[string]int{}, invited: map[string]bool{}, statuses: map[int]int{}}
}

func (l *ledger) acknowledge(note func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	note()
	l.count.Add(1)
}

// refused takes an error of a call. No answer at all is what a kill does; which
// statuses may be is for each promise to say.
func (l *ledger) refused(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if status, ok := errors.AsType[*program.StatusError](err); ok {
		l.statuses[status.Status]++
		if status.Status == http.StatusInternalServerError || status.Status < 500 {
			l.defect = err
		}
	}
}

// load writes until ctx ends: new companies, edits of them, and, when there is a
// word for their addresses to begin with, invited users. A word must not be used
// twice on a database.
func (l *ledger) load(ctx context.Context, c program.Client, word string) (wait func()) {
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			var own company
			for ctx.Err() == nil {
				var err error
				switch dice := rand.IntN(10); {
				case dice == 0 && word != "":
					err = l.invite(ctx, c, word)
				case dice < 4 && own.ID != "":
					own, err = l.edit(ctx, c, own)
				default:
					own, err = l.create(ctx, c)
				}
				if err != nil && ctx.Err() == nil {
					own = company{} // its version is not known for sure
					l.refused(err)
				}
			}
		})
	}
	return all.Wait
}

type company struct {
	ID      string
	Version int
}

func (l *ledger) create(ctx context.Context, c program.Client) (made company, err error) {
	name := fmt.Sprint("Proof ", l.names.Add(1))
	if err := c.Call(ctx, http.MethodPost, "/api/v1/company", object{"name": name}, &made); err != nil {
		return made, err
	}
	l.acknowledge(func() { l.versions[made.ID] = made.Version })
	return made, nil
}

func (l *ledger) edit(ctx context.Context, c program.Client, own company) (edited company, err error) {
	input := object{"id": own.ID, "version": own.Version, "name": fmt.Sprint("Proof ", l.names.Add(1))}
	if err := c.Call(ctx, http.MethodPut, "/api/v1/company", object{"data": input}, &edited); err != nil {
		return edited, err
	}
	l.acknowledge(func() { l.versions[own.ID] = edited.Version })
	return edited, nil
}

func (l *ledger) invite(ctx context.Context, c program.Client, word string) error {
	email := fmt.Sprintf("%s%d@example.com", word, l.names.Add(1))
	if err := c.Call(ctx, http.MethodPost, "/api/v1/UserManagement", object{"email": email, "displayName": email, "gender": 0}, nil); err != nil {
		return err
	}
	l.acknowledge(func() { l.invited[email] = true })
	return nil
}

// copy is the ledger as it is now.
func (l *ledger) copy() *ledger {
	now := newLedger()
	l.mu.Lock()
	defer l.mu.Unlock()
	now.merge(l)
	return now
}

// merge adds what another ledger holds.
func (l *ledger) merge(other *ledger) {
	maps.Copy(l.versions, other.versions)
	maps.Copy(l.invited, other.invited)
	for status, n := range other.statuses {
		l.statuses[status] += n
	}
	l.defect = errors.Join(l.defect, other.defect)
	l.count.Add(other.count.Load())
}

// refusals says how many writes got which status.
func (l *ledger) refusals() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.TrimPrefix(fmt.Sprint(l.statuses), "map")
}

func (l *ledger) refusedCount() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, count := range l.statuses {
		n += count
	}
	return n
}
