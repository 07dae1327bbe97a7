package hub

import (
	"testing"
	"time"

	"btracker/internal/testkit"
)

// twoReplicas share a key, as processes behind one proxy do.
func twoReplicas(t *testing.T) (a, b *fixture) {
	a, b = newFixture(t), newFixture(t)
	b.config.TicketKey = a.config.TicketKey
	return a, b
}

func TestTicketOpensAtAnotherReplica(t *testing.T) {
	t.Parallel()
	a, b := twoReplicas(t)
	s := b.dial("ann/1", a.negotiate("ann/1").ConnectionToken)
	s.send(shake)
	s.expect("{}\x1e")
	b.Send(b.event("Hello"), "ann")
	s.expect(string(b.event("Hello")))
	// The negotiation at a expires unused; closing the session ends the connection at b.
	b.CloseSession("1")
	s.expect(bye)
}

func TestTicketIsGoodForNothingElse(t *testing.T) {
	t.Parallel()
	a, b := twoReplicas(t)
	stranger := newFixture(t) // another installation: another key
	ticket := a.negotiate("ann/1").ConnectionToken
	socket := func(f *fixture, id, token string) int {
		_, resp := f.upgrade("?id="+id, "Authorization", "Bearer "+token)
		return resp.StatusCode
	}
	stream := func(f *fixture, id, token string) int {
		status, _ := f.do("GET", f.url+"?id="+id, token, "", "Accept", "text/event-stream")
		return status
	}
	changed := []byte(ticket)
	changed[len(changed)/2] ^= 1
	for name, status := range map[string]int{
		"another user":           socket(b, ticket, "bob/1"),
		"another session":        socket(b, ticket, "ann/2"),
		"another key":            socket(stranger, ticket, "ann/1"),
		"changed":                socket(b, string(changed), "ann/1"),
		"garbage":                socket(b, "garbage", "ann/1"),
		"empty but for padding":  socket(b, "==", "ann/1"),
		"event stream elsewhere": stream(b, ticket, "ann/1"),
		"poll elsewhere":         func() int { s, _ := b.do("GET", b.url+"?id="+ticket, "ann/1", ""); return s }(),
	} {
		if status != 404 {
			t.Errorf("%s: %d", name, status)
		}
	}
	who := Identity{UserID: "ann", SessionID: "1"}
	now := time.Now()
	for age, want := range map[time.Duration]bool{0: true, 19 * time.Second: true, 22 * time.Second: false, -7 * time.Second: false} {
		if got := b.acceptTicket(a.issueTicket(who, now.Add(-age)), who, now); got != want {
			t.Errorf("a ticket of %v ago: accepted %v", age, got)
		}
	}
	// The issuing hub refuses its own ticket in spite of the signature: its connection is over.
	s := a.dial("ann/1", ticket)
	s.send(shake)
	s.expect("{}\x1e")
	s.send(bye)
	s.expectEnd()
	testkit.Until(t, "the end of the connection", func() bool { return a.Connections() == 0 })
	if status := socket(a, ticket, "ann/1"); status != 404 {
		t.Errorf("a second time at the same hub: %d", status)
	}
}
