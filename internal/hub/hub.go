package hub

import (
	"context"
	"encoding/base64"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// ErrUnauthorized is what Authenticate answers, wrapped or not, for a token that
// is missing, forged, expired or revoked. Any other error is a fault of ours.
var ErrUnauthorized = errors.New("unauthorized")

// Identity is whose a token is.
type Identity struct {
	UserID    string
	SessionID string
	Expires   time.Time // of the token; zero is never
}

// Config is what the hub is told from outside.
type Config struct {
	// Authenticate is asked at every request.
	Authenticate func(ctx context.Context, token string) (Identity, error)
	// CheckOrigin says whether pages of the request's Origin may connect; nil is those of our own host.
	CheckOrigin func(r *http.Request) bool
	// TicketKey is shared by replicas, so that a connection negotiated at one can be opened at another;
	// nil is for a hub that stands alone.
	TicketKey []byte
	// MaxPerUser bounds a user's connections, unused negotiations counted; 0 is 20.
	MaxPerUser int
	Log        *slog.Logger
}

// timing holds every interval of the protocol, so that tests need not wait for them.
type timing struct {
	ping          time.Duration // silence of ours before a ping
	clientSilence time.Duration // silence of a client that has pinged, before it is dropped
	handshake     time.Duration
	poll          time.Duration // an empty poll is answered; less than the client's 100 s
	unused        time.Duration // negotiated and unused, or no poll open
	write         time.Duration
	linger        time.Duration // the peer may take to close its side
	sweep         time.Duration
}

var protocolTiming = timing{
	ping:          14 * time.Second, // with the sweep's second, 15 at most
	clientSilence: 30 * time.Second,
	handshake:     15 * time.Second,
	poll:          90 * time.Second,
	unused:        15 * time.Second,
	write:         10 * time.Second,
	linger:        5 * time.Second,
	sweep:         time.Second,
}

// Hub holds the connections.
type Hub struct {
	config Config
	timing timing
	issuer [ticketIssuer]byte // this hub among the replicas
	outbox outbox
	watch  watchers
	stop   chan struct{}
	swept  chan struct{}

	sent atomic.Int64 // records queued for a connection
	slow atomic.Int64 // connections that did not keep up

	mu        sync.RWMutex
	byToken   map[string]*conn   // until the transport is gone
	byUser    map[string][]*conn // until the connection has ended
	bySession map[string][]*conn
	ended     map[string]ending // of sessions and users, lately; see endedAfter
	closing   bool
	drained   chan struct{} // closed when closing and byToken is empty
}

// New makes a hub and starts its sweep; Shutdown ends it.
func New(config Config) *Hub { return newHub(config, protocolTiming) }

func newHub(config Config, t timing) *Hub {
	if config.CheckOrigin == nil {
		config.CheckOrigin = sameOrigin
	}
	if config.MaxPerUser == 0 {
		config.MaxPerUser = 20
	}
	if config.TicketKey == nil {
		config.TicketKey = randomBytes(32)
	}
	h := &Hub{config: config, issuer: [ticketIssuer]byte(randomBytes(ticketIssuer)), timing: t, stop: make(chan struct{}), swept: make(chan struct{}), drained: make(chan struct{}),
		watch: newWatchers(config.Log), byToken: map[string]*conn{}, byUser: map[string][]*conn{}, bySession: map[string][]*conn{}, ended: map[string]ending{}}
	go h.sweepUntilStopped()
	return h
}

// Stats is what the hub has done and holds, to be watched.
type Stats struct {
	Open map[string]int // connections with a transport, by its name
	Sent int64          // events, counted once for each connection
	Slow int64          // connections that were closed because they did not keep up
}

// Stats looks at every connection.
func (h *Hub) Stats() Stats {
	s := Stats{Open: map[string]int{}, Sent: h.sent.Load(), Slow: h.slow.Load()}
	for _, o := range offers {
		s.Open[string(o.Transport)] = 0
	}
	h.mu.RLock()
	all := h.list()
	h.mu.RUnlock()
	for _, c := range all {
		c.mu.Lock()
		if c.kind != unclaimed && !c.over {
			s.Open[string(c.kind)]++
		}
		c.mu.Unlock()
	}
	return s
}

// Sessions lists those that have a connection here.
func (h *Hub) Sessions() []string {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return slices.Collect(maps.Keys(h.bySession))
}

// Users lists who has a connection here.
func (h *Hub) Users() []string {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return slices.Collect(maps.Keys(h.byUser))
}

// Send queues a record for every connection of the users. It never blocks: a
// connection that does not keep up is closed.
func (h *Hub) Send(record []byte, userIDs ...string) {
	p := packed(record)
	sent := int64(0)
	for _, id := range userIDs {
		h.mu.RLock()
		// A copy: ending a connection changes the list.
		connections := slices.Clone(h.byUser[id])
		h.mu.RUnlock()
		for _, c := range connections {
			if c.send(p) {
				sent++
			}
		}
	}
	h.sent.Add(sent)
}

// ending is when the connections of a session or user were closed, and which
// session was spared, if any.
type ending struct {
	at     time.Time
	spared string
}

// CloseSession ends the connections of a session for good.
func (h *Hub) CloseSession(sessionID string) { h.closeAll(h.bySession, sessionID, "") }

// CloseUser ends the connections of a user for good, but not those of one session.
func (h *Hub) CloseUser(userID, exceptSession string) { h.closeAll(h.byUser, userID, exceptSession) }

func (h *Hub) closeAll(index map[string][]*conn, id, exceptSession string) {
	h.mu.Lock()
	h.ended[id] = ending{time.Now(), exceptSession}
	connections := slices.Clone(index[id])
	h.mu.Unlock()
	for _, c := range connections {
		if c.who.SessionID != exceptSession {
			c.end(closeForGood, closeNormal, "signed out")
		}
	}
}

// Shutdown refuses new connections, tells the others to come back, and waits for
// them to go, five seconds at most.
func (h *Hub) Shutdown(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, h.timing.linger)
	defer cancel()
	h.mu.Lock()
	if h.closing {
		h.mu.Unlock()
		<-h.swept
		return nil
	}
	h.closing = true
	if len(h.byToken) == 0 {
		close(h.drained)
	}
	all := h.list()
	h.mu.Unlock()
	for _, c := range all {
		c.end(closeAndReconnect, closeNormal, "shutdown")
	}
	var err error
	select {
	case <-h.drained:
	case <-ctx.Done():
		err = ctx.Err()
		h.mu.RLock()
		all = h.list()
		h.mu.RUnlock()
		for _, c := range all {
			c.abort()
		}
	}
	close(h.stop)
	<-h.swept
	h.watch.stop()
	return err
}

func (h *Hub) list() []*conn {
	all := make([]*conn, 0, len(h.byToken))
	for _, c := range h.byToken {
		all = append(all, c)
	}
	return all
}

var (
	errTooMany = errors.New("too many connections")
	errClosing = errors.New("the server is stopping")
)

// add makes a connection for who, whose access token was checked at a moment not
// before since. In version 0 of the negotiation the public id is the credential.
func (h *Hub) add(who Identity, since time.Time, version int) (*conn, error) {
	now := time.Now()
	c := &conn{hub: h, id: randomID(), who: who, expires: who.Expires, changed: now}
	if c.token = c.id; version > 0 {
		c.token = h.issueTicket(who, now)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closing:
		return nil, errClosing
	case h.endedAfter(who, since):
		return nil, ErrUnauthorized
	case len(h.byUser[who.UserID]) >= h.config.MaxPerUser:
		return nil, errTooMany
	}
	h.byToken[c.token] = c
	h.byUser[who.UserID] = append(h.byUser[who.UserID], c)
	h.bySession[who.SessionID] = append(h.bySession[who.SessionID], c)
	return c, nil
}

// endedAfter says whether a session or user was closed while its token was being
// checked: the check may have seen the session still open, and CloseSession did
// not see the connection yet.
func (h *Hub) endedAfter(who Identity, since time.Time) bool {
	for _, id := range []string{who.SessionID, who.UserID} {
		if e, ended := h.ended[id]; ended && e.spared != who.SessionID && !e.at.Before(since) {
			return true
		}
	}
	return false
}

// unlist takes an ended connection out of its user's and session's lists.
func (h *Hub) unlist(c *conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.unlistLocked(c)
}

func (h *Hub) unlistLocked(c *conn) {
	without(h.byUser, c.who.UserID, c)
	without(h.bySession, c.who.SessionID, c)
}

func without(index map[string][]*conn, key string, c *conn) {
	list := slices.DeleteFunc(index[key], func(other *conn) bool { return other == c })
	if len(list) == 0 {
		delete(index, key)
		return
	}
	index[key] = list
}

// forget is called when nothing of a connection is left. The one who ended it may
// be slower, and still have to take it out of the lists.
func (h *Hub) forget(c *conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.byToken[c.token] != c {
		return
	}
	delete(h.byToken, c.token)
	h.unlistLocked(c)
	if h.closing && len(h.byToken) == 0 {
		close(h.drained)
	}
}

func (h *Hub) byID(token string, who Identity) *conn {
	h.mu.RLock()
	defer h.mu.RUnlock()
	c := h.byToken[token]
	// Somebody else's connection is as unknown as one that does not exist.
	if c == nil || c.who.UserID != who.UserID || c.who.SessionID != who.SessionID {
		return nil
	}
	return c
}

func randomID() string { return base64.RawURLEncoding.EncodeToString(randomBytes(16)) }

func sameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true // not a page
	}
	u, err := url.Parse(origin)
	return err == nil && strings.EqualFold(u.Host, r.Host)
}
