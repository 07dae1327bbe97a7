package apitest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"btracker/internal/change"
	"btracker/internal/testkit"
)

// SkipTo skips the events of earlier changes: it makes a company, and waits for the last event of that.
func (p *OpenPages) SkipTo(admin *Client, last string) {
	p.api.T.Helper()
	id := admin.AddCompany("Later")
	for {
		got := testkit.Receive(p.api.T, "the relay tells of "+id, p.Told)
		if strings.HasPrefix(got, "user-"+last+" Changed ") && strings.Contains(got, id) {
			return
		}
	}
}

// Notices is the bus of a test: it passes notices on to one relay.
type Notices struct {
	mu    sync.Mutex
	Relay *change.Relay
}

func (n *Notices) Publish(_ context.Context, payload string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.Relay != nil {
		n.Relay.Hear(payload, false)
	}
	return nil
}

// Pass sets the relay that gets the notices, and returns the previous one. Without a relay notices are lost.
func (n *Notices) Pass(relay *change.Relay) (before *change.Relay) {
	n.mu.Lock()
	defer n.mu.Unlock()
	before, n.Relay = n.Relay, relay
	return before
}

// OpenPages notes the events that open pages get, one line for each user and event.
type OpenPages struct {
	api        *API
	Told       chan string
	asked      chan struct{} // one for each time that the relay asked for the sessions
	users      []string
	SessionIDs []string
}

func (p *OpenPages) Send(userIDs []string, event string, argument any) {
	b, err := json.Marshal(argument)
	if err != nil {
		p.api.T.Error(err)
	}
	for _, id := range slices.Sorted(slices.Values(userIDs)) {
		p.Told <- fmt.Sprintf("%s %s %s", id, event, b)
	}
}

func (p *OpenPages) CloseSession(id string) { p.Told <- "close session " + id }

func (p *OpenPages) CloseUser(id, except string) { p.Told <- "close " + id + " but " + except }

func (p *OpenPages) Users() []string { return p.users }

func (p *OpenPages) Sessions() []string {
	p.asked <- struct{}{}
	return p.SessionIDs
}

func (p *OpenPages) Expect(format string, a ...any) {
	p.api.T.Helper()
	p.next(fmt.Sprintf(format, a...))
}

func (p *OpenPages) next(want string) {
	p.api.T.Helper()
	if got := testkit.Receive(p.api.T, "told "+want, p.Told); got != want {
		p.api.T.Fatalf("told %s\nwant %s", got, want)
	}
}

// NothingMore must be called after a change whose events only the administrator gets.
func (p *OpenPages) NothingMore(admin *Client) {
	p.api.T.Helper()
	id := admin.AddCompany("End")
	p.Changed("company", id, "create", AdminEmail)
}

func (p *OpenPages) Changed(entity, id, action string, emails ...string) {
	p.api.T.Helper()
	seq := p.api.Count("SELECT max(seq) FROM change")
	for _, email := range emails {
		p.Expect(`user-%s Changed {"seq":%d,"entity":%q,"id":%q,"action":%q,"by":"Ada Admin"}`, email, seq, entity, id, action)
	}
}

// LivePages follows the log of an API until the test is over, for users with open pages.
func LivePages(t *testing.T, api *API, emails ...string) *OpenPages {
	p := &OpenPages{api: api, Told: make(chan string, 1000), asked: make(chan struct{}, 100)}
	for _, email := range emails {
		p.users = append(p.users, "user-"+email)
	}
	Follow(t, api, p, p.asked)
	return p
}

// Follow tells open pages of the changes of an API until the test is over. asked gets a value each time that the
// pages are asked for their sessions.
func Follow(t *testing.T, api *API, pages change.Live, asked <-chan struct{}) {
	relay := api.App.NewRelay(pages)
	api.Notices.Pass(relay)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		relay.Run(ctx)
	}()
	t.Cleanup(func() { cancel(); <-done })
	for range 2 { // the second time it has found the end of the log, where it begins
		relay.Hear("", true)
		<-asked
	}
}
