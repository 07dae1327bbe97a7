package hub

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/testkit"
)

func TestHandshakeThenEvent(t *testing.T) {
	onEach(t, nil, func(t *testing.T, f *fixture, open func(string) link) {
		l := open("ann/1")
		record := f.event("NotificationViewed", "42")
		if want := `{"type":1,"target":"NotificationViewed","arguments":["42"]}` + "\x1e"; string(record) != want {
			t.Fatalf("record %q, want %q", record, want)
		}
		f.Send(record, "ann")
		l.expect(string(record))
	})
}

func TestHandshakeIsRefused(t *testing.T) {
	for _, c := range []struct{ sent, want string }{
		{`{"protocol":"messagepack","version":1}`, `{"error":"The protocol 'messagepack' is not supported."}`},
		{`{"protocol":"json","version":3}`, `{"error":"The server does not support version 3 of the 'json' protocol."}`},
		{`{"version":1}`, `{"error":"An unexpected error occurred during connection handshake."}`},
		{`{`, `{"error":"An unexpected error occurred during connection handshake."}`},
	} {
		t.Run(c.sent, func(t *testing.T) {
			f := newFixture(t)
			for _, open := range transports {
				l := open(f, "ann/1")
				l.send(c.sent + "\x1e")
				l.expect(c.want + "\x1e")
				l.expectEnd()
			}
		})
	}
}

func TestHandshakeVersionTwoIsTaken(t *testing.T) {
	f := newFixture(t)
	s := f.dial("ann/1", "")
	s.send(`{"protocol":"json","version":2}` + "\x1e")
	s.expect("{}\x1e")
}

func TestHandshakeHasADeadline(t *testing.T) {
	for name, open := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, func(t *timing) { t.handshake, t.sweep = 100*time.Millisecond, 20*time.Millisecond })
			l := open(f, "ann/1")
			l.expect(`{"error":"Handshake was canceled."}` + "\x1e")
			l.expectEnd()
		})
	}
}

// No connection receives an event before the answer to its handshake.
func TestEventsRaceWithHandshakes(t *testing.T) {
	f := newFixture(t)
	f.config.MaxPerUser = 1000
	record := f.event("Changed", 1)
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			case <-time.After(100 * time.Microsecond): // faster would fill the queues: nobody reads them here
				f.Send(record, "ann")
			}
		}
	}()
	for range 100 {
		s := f.dial("ann/1", "")
		s.send(shake)
		s.expect("{}\x1e" + string(record))
		s.conn.Close()
	}
	close(stop)
	<-done
}

func TestCallsAreAnsweredWithAnError(t *testing.T) {
	onEach(t, nil, func(t *testing.T, f *fixture, open func(string) link) {
		l := open("ann/1")
		l.send(`{"type":1,"target":"Quiet","arguments":[]}` + "\x1e" + // no answer wanted
			`{"type":2,"invocationId":"0","item":1}` + "\x1e" + `{"type":5,"invocationId":"0"}` + "\x1e" + `{"type":99,"x":[{}]}` + "\x1e" +
			`{"type":8,"sequenceId":1}` + "\x1e" + `{"type":9,"sequenceId":1}` + "\x1e" +
			`{"type":1,"invocationId":"0","target":"Foo","arguments":[],"headers":{},"streamIds":["1"]}` + "\x1e" + ping)
		l.expect(`{"type":3,"invocationId":"0","error":"Unknown hub method 'Foo'"}` + "\x1e")
		l.send(`{"type":4,"invocationId":"1","target":"Bar","arguments":[]}` + "\x1e")
		l.expect(`{"type":3,"invocationId":"1","error":"Unknown hub method 'Bar'"}` + "\x1e")
	})
}

func TestInputInPieces(t *testing.T) {
	onEach(t, nil, func(t *testing.T, f *fixture, open func(string) link) {
		l := open("ann/1")
		call := `{"type":1,"invocationId":"7","target":"Foo","arguments":[]}` + "\x1e"
		for _, piece := range []string{call[:1], call[1:30], call[30 : len(call)-1], call[len(call)-1:] + ping + call} {
			l.send(piece)
		}
		answer := `{"type":3,"invocationId":"7","error":"Unknown hub method 'Foo'"}` + "\x1e"
		l.expect(answer + answer)
	})
}

// Records that arrive in simultaneous requests are handled one after the other.
func TestCallsAtOnce(t *testing.T) {
	onEach(t, nil, func(t *testing.T, f *fixture, open func(string) link) {
		l := open("ann/1")
		if _, isSocket := l.(*rawSocket); isSocket {
			return // it has an order of its own
		}
		var posts sync.WaitGroup
		for range 20 {
			posts.Go(func() { l.send(`{"type":1,"invocationId":"7","target":"Foo"}` + "\x1e" + ping) })
		}
		posts.Wait()
		l.expect(strings.Repeat(`{"type":3,"invocationId":"7","error":"Unknown hub method 'Foo'"}`+"\x1e", 20))
	})
}

func TestHandshakeAndCallInOneMessage(t *testing.T) {
	f := newFixture(t)
	s := f.dial("ann/1", "")
	s.send(shake + `{"type":1,"invocationId":"1","target":"Foo","arguments":[]}` + "\x1e")
	s.expect("{}\x1e" + `{"type":3,"invocationId":"1","error":"Unknown hub method 'Foo'"}` + "\x1e")
}

func TestGarbageEndsTheCulpritAlone(t *testing.T) {
	for _, garbage := range []string{"nonsense\x1e", "[]\x1e", "{}\x1e", `{"type":"1"}` + "\x1e", `{"type":null}` + "\x1e", "\x1e", "\xff\x1e", strings.Repeat("x", maxRecord+1)} {
		t.Run(garbage[:min(len(garbage), 12)], func(t *testing.T) {
			onEach(t, nil, func(t *testing.T, f *fixture, open func(string) link) {
				culprit, other := open("ann/1"), open("ann/1")
				culprit.send(garbage)
				culprit.expect(byeErr)
				culprit.expectEnd()
				f.Send(f.event("Changed"), "ann")
				other.expect(string(f.event("Changed")))
			})
		})
	}
}

func TestLongestRecordIsTaken(t *testing.T) {
	onEach(t, nil, func(t *testing.T, f *fixture, open func(string) link) {
		l := open("ann/1")
		call := `{"type":1,"invocationId":"1","target":"Foo","pad":"`
		l.send(call + strings.Repeat("x", maxRecord-len(call)-2) + `"}` + "\x1e")
		l.expect(`{"type":3,"invocationId":"1","error":"Unknown hub method 'Foo'"}` + "\x1e")
	})
}

func TestClientCloses(t *testing.T) {
	onEach(t, nil, func(t *testing.T, f *fixture, open func(string) link) {
		l := open("ann/1")
		l.send(bye)
		l.expectEnd()
		testkit.Until(t, "forgotten", func() bool { return f.Connections() == 0 })
	})
}

func TestSignOutClosesThatSessionAlone(t *testing.T) {
	onEach(t, nil, func(t *testing.T, f *fixture, open func(string) link) {
		one, another, other := open("ann/1"), open("ann/1"), open("ann/2")
		waiting := f.negotiate("ann/1")
		f.CloseSession("1")
		for _, l := range []link{one, another} {
			l.expect(bye)
			l.expectEnd()
		}
		if status, _ := f.do("GET", f.url+"?id="+waiting.ConnectionToken, "ann/1", ""); status != 404 {
			t.Errorf("a negotiated connection outlives its session: %d", status)
		}
		f.Send(f.event("Changed"), "ann")
		other.expect(string(f.event("Changed")))
	})
}

func TestClosingAUserMaySpareASession(t *testing.T) {
	onEach(t, nil, func(t *testing.T, f *fixture, open func(string) link) {
		mine, other, stranger := open("ann/1"), open("ann/2"), open("bob/3")
		f.CloseUser("ann", "1")
		other.expect(bye)
		other.expectEnd()
		f.Send(f.event("Changed"), "ann", "bob")
		mine.expect(string(f.event("Changed")))
		stranger.expect(string(f.event("Changed")))
		f.CloseUser("ann", "")
		mine.expect(bye)
		mine.expectEnd()
	})
}

// A token that was checked before the sign-out gives no connection after it.
func TestSignOutDuringTheCheck(t *testing.T) {
	f := newFixture(t)
	since := time.Now()
	f.CloseSession("1")
	if _, err := f.add(Identity{UserID: "ann", SessionID: "1"}, since, 1); err != ErrUnauthorized {
		t.Errorf("session: %v", err)
	}
	since = time.Now()
	f.CloseUser("bob", "")
	if _, err := f.add(Identity{UserID: "bob", SessionID: "2"}, since, 1); err != ErrUnauthorized {
		t.Errorf("user: %v", err)
	}
	if _, err := f.add(Identity{UserID: "bob", SessionID: "3"}, time.Now(), 1); err != nil {
		t.Errorf("signed in anew: %v", err)
	}
	since = time.Now()
	f.CloseUser("cyd", "4")
	if _, err := f.add(Identity{UserID: "cyd", SessionID: "5"}, since, 1); err != ErrUnauthorized {
		t.Errorf("all but one session of the user: %v", err)
	}
	if _, err := f.add(Identity{UserID: "cyd", SessionID: "4"}, since, 1); err != nil {
		t.Errorf("the session that was spared: %v", err)
	}
}

func TestTokenExpiryClosesWithReconnect(t *testing.T) {
	onEach(t, nil, func(t *testing.T, f *fixture, open func(string) link) {
		end := time.Now().Add(time.Hour)
		f.mu.Lock()
		f.expires = end
		f.mu.Unlock()
		l := open("ann/1")
		f.sweep(end)
		l.expect(byeBack)
		l.expectEnd()
		if !strings.Contains(f.log.String(), "token expired") {
			t.Errorf("it ended for another reason:\n%s", f.log)
		}
	})
}

func TestEventsReachEveryConnectionOfTheUserOnce(t *testing.T) {
	f := newFixture(t)
	f.config.MaxPerUser = 1000
	names := []string{"WebSockets", "ServerSentEvents", "LongPolling"}
	var mine, others []link
	for i := range 150 {
		token, list := "ann/1", &mine
		if i%3 == 2 {
			token, list = "bob/1", &others
		}
		l := transports[names[i/3%3]](f, token)
		l.send(shake)
		l.expect("{}\x1e")
		*list = append(*list, l)
	}
	f.Send(f.event("Changed", 1), "ann", "nobody")
	f.Send(f.event("Changed", 2), "ann", "bob")
	for _, l := range mine {
		l.expect(string(f.event("Changed", 1)) + string(f.event("Changed", 2)))
	}
	for _, l := range others {
		l.expect(string(f.event("Changed", 2)))
	}
}

func TestShutdownSendsEveryoneAwayToComeBack(t *testing.T) {
	onEach(t, nil, func(t *testing.T, f *fixture, open func(string) link) {
		l := open("ann/1")
		f.negotiate("ann/1")
		done := make(chan error)
		go func() { done <- f.Shutdown(t.Context()) }()
		l.expect(byeBack)
		l.expectEnd()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if status, _ := f.do("POST", f.url+"/negotiate", "ann/1", ""); status != 503 {
			t.Errorf("negotiate while stopping: %d", status)
		}
	})
}

func TestShutdownDoesNotWaitForEver(t *testing.T) {
	f := newFixture(t, func(t *timing) { t.linger = 200 * time.Millisecond })
	for _, open := range transports {
		l := open(f, "ann/1")
		l.send(shake)
		l.expect("{}\x1e")
	}
	_ = f.Shutdown(t.Context()) // which comes back, though nobody reads the farewell
	testkit.Until(t, "everything gone", func() bool { return f.Connections() == 0 })
}

func TestNothingSecretIsLogged(t *testing.T) {
	f := newFixture(t)
	n := f.negotiate("ann/very-secret-session")
	s := f.dial("ann/very-secret-session", n.ConnectionToken)
	s.send(shake)
	s.expect("{}\x1e")
	s.send("garbage\x1e")
	s.expect(byeErr)
	s.expectEnd()
	f.do("GET", f.url+"?id="+n.ConnectionToken, "broken", "")
	log := f.log.String()
	for _, secret := range []string{n.ConnectionToken, n.ConnectionID, "very-secret"} {
		if strings.Contains(log, secret) {
			t.Errorf("logged %s:\n%s", secret, log)
		}
	}
	if !strings.Contains(log, "the database is away") {
		t.Errorf("a fault was not logged:\n%s", log)
	}
}

func TestThousandsComeAndGo(t *testing.T) {
	f := newFixture(t)
	f.config.MaxPerUser = 100
	const workers, each = 8, 375
	done := make(chan bool)
	for w := range workers {
		go func() {
			defer func() { done <- true }()
			for i := range each {
				session := fmt.Sprintf("%d-%d", w, i)
				s := f.dial(fmt.Sprintf("user%d/%s", w, session), "")
				s.send(shake)
				s.expect("{}\x1e")
				switch i % 4 {
				case 0:
					s.send(bye)
				case 1:
					s.raw(frame(0x88, "\x03\xe8", true))
				case 2:
					f.CloseSession(session)
				}
				s.conn.Close()
			}
		}()
	}
	for range workers {
		<-done
	}
	testkit.Until(t, "no connection left", func() bool { return f.Connections() == 0 })
}
