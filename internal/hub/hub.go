package hub

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// ErrUnauthorized is the error, wrapped or not, that Authenticate returns for a
// token that is missing, forged, expired or revoked. Any other error means that the
// token could not be checked.
var ErrUnauthorized = errors.New("unauthorized")

// Identity is the user and the session that a token belongs to.
type Identity struct {
	UserID    string
	SessionID string
	Expires   time.Time // of the token; zero means never
}

// Config holds the decisions of the hub's caller.
type Config struct {
	// Authenticate checks the token of every request.
	Authenticate func(ctx context.Context, token string) (Identity, error)
	// TicketKey is shared by replicas, so that a connection negotiated at one can be opened at another;
	// nil is right for a hub without replicas.
	TicketKey []byte
	// MaxPerUser bounds a user's connections, including unused negotiations; 0 means 20.
	MaxPerUser int
	Log        *slog.Logger
}

// timing holds every interval of the protocol, so that tests need not wait for them.
type timing struct {
	ping          time.Duration // since the last record, before a ping is sent
	clientSilence time.Duration // of a client that has pinged, before it is dropped
	handshake     time.Duration
	poll          time.Duration // before an empty poll is answered; less than the client's 100 s
	unused        time.Duration // negotiated and unused, or no poll open
	write         time.Duration
	linger        time.Duration // for the client to close its side
	sweep         time.Duration
}

var protocolTiming = timing{
	ping:          14 * time.Second, // at most 15 with the sweep's second
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
	issuer [ticketIssuer]byte // tells this hub from its replicas
	stop   chan struct{}      // ends the sweep
	swept  chan struct{}      // closed when the sweep has ended

	sent atomic.Int64 // see Stats
	slow atomic.Int64

	mu             sync.RWMutex
	byToken        map[string]*conn   // until the transport is closed
	byUser         map[string][]*conn // until the connection has ended
	bySession      map[string][]*conn
	recentClosings map[string]closing // by session and by user; see closedSince
	shuttingDown   bool
	allGone        chan struct{} // closed when shuttingDown and byToken is empty
}

// New makes a hub and starts its sweep; Shutdown ends it.
func New(config Config) *Hub { return newHub(config, protocolTiming) }

func newHub(config Config, t timing) *Hub {
	config.MaxPerUser = cmp.Or(config.MaxPerUser, 20)
	if config.TicketKey == nil {
		config.TicketKey = randomBytes(32)
	}
	h := &Hub{config: config, issuer: [ticketIssuer]byte(randomBytes(ticketIssuer)), timing: t, stop: make(chan struct{}), swept: make(chan struct{}), allGone: make(chan struct{}),
		byToken: map[string]*conn{}, byUser: map[string][]*conn{}, bySession: map[string][]*conn{}, recentClosings: map[string]closing{}}
	go h.sweepUntilStopped()
	return h
}

// Stats are figures for the metrics.
type Stats struct {
	Open map[string]int // connections with a transport, by its name
	Sent int64          // events, each counted once for every connection
	Slow int64          // connections that were closed because they did not keep up
}

// Stats counts the connections by looking at each.
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
		if c.transport != noTransport && !c.ended {
			s.Open[string(c.transport)]++
		}
		c.mu.Unlock()
	}
	return s
}

// Sessions lists the sessions that have a connection at this hub.
func (h *Hub) Sessions() []string {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return slices.Collect(maps.Keys(h.bySession))
}

// Users lists the users who have a connection at this hub.
func (h *Hub) Users() []string {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return slices.Collect(maps.Keys(h.byUser))
}

// Send queues a record for every connection of the users. It waits for none of
// them: a connection that does not keep up is closed.
func (h *Hub) Send(record []byte, userIDs ...string) {
	var connections []*conn
	h.mu.RLock()
	for _, id := range userIDs {
		connections = append(connections, h.byUser[id]...)
	}
	h.mu.RUnlock()
	f := frameRecord(record)
	inBatches(connections, func(c *conn) {
		if c.send(f) {
			h.sent.Add(1)
		}
	})
}

// inBatches calls do for each connection. If do starts a writer for each, ten
// thousand of them at once would take memory, and requests would wait behind all of
// them. So the writers of each batch run before the next batch is begun.
func inBatches(connections []*conn, do func(*conn)) {
	const batch = 64
	for i, c := range connections {
		do(c)
		if i%batch == batch-1 {
			runtime.Gosched()
		}
	}
}

// closing records that the connections of a session or user were closed.
type closing struct {
	at            time.Time
	exceptSession string
}

// CloseSession ends the connections of a session; their clients do not come back.
func (h *Hub) CloseSession(sessionID string) { h.closeAll(h.bySession, sessionID, "") }

// CloseUser ends the connections of a user; their clients do not come back.
// exceptSession, if set, is the session whose connections stay.
func (h *Hub) CloseUser(userID, exceptSession string) { h.closeAll(h.byUser, userID, exceptSession) }

func (h *Hub) closeAll(index map[string][]*conn, id, exceptSession string) {
	h.mu.Lock()
	h.recentClosings[id] = closing{time.Now(), exceptSession}
	connections := slices.Clone(index[id])
	h.mu.Unlock()
	for _, c := range connections {
		if c.who.SessionID != exceptSession {
			c.end(closeForGood, closeNormal, "signed out")
		}
	}
}

// Shutdown refuses new connections, closes the open ones so that their clients
// come back, and waits for that at most five seconds. Connections that are left
// then are cut off.
func (h *Hub) Shutdown(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, h.timing.linger)
	defer cancel()
	h.mu.Lock()
	if h.shuttingDown {
		h.mu.Unlock()
		<-h.swept
		return nil
	}
	h.shuttingDown = true
	if len(h.byToken) == 0 {
		close(h.allGone)
	}
	all := h.list()
	h.mu.Unlock()
	inBatches(all, func(c *conn) { c.end(closeAndReconnect, closeNormal, "shutdown") })
	var err error
	select {
	case <-h.allGone:
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
	return err
}

func (h *Hub) list() []*conn {
	return slices.AppendSeq(make([]*conn, 0, len(h.byToken)), maps.Values(h.byToken))
}

var (
	errTooMany = errors.New("too many connections")
	errClosing = errors.New("the server is stopping")
)

// add makes a connection. The check of its access token began at since. In version
// 0 of the negotiation the public id is also the credential.
func (h *Hub) add(who Identity, since time.Time, version int) (*conn, error) {
	now := time.Now()
	c := &conn{hub: h, id: randomID(), who: who, expires: who.Expires, changed: now}
	if c.token = c.id; version > 0 {
		c.token = h.issueTicket(who, now)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.shuttingDown:
		return nil, errClosing
	case h.closedSince(who, since):
		return nil, ErrUnauthorized
	case len(h.byUser[who.UserID]) >= h.config.MaxPerUser:
		return nil, errTooMany
	}
	h.byToken[c.token] = c
	h.byUser[who.UserID] = append(h.byUser[who.UserID], c)
	h.bySession[who.SessionID] = append(h.bySession[who.SessionID], c)
	return c, nil
}

// closedSince reports whether a session or user was closed while its token was
// being checked: the check may have seen the session still open, and CloseSession
// did not see the connection yet.
func (h *Hub) closedSince(who Identity, since time.Time) bool {
	for _, id := range []string{who.SessionID, who.UserID} {
		if c, closed := h.recentClosings[id]; closed && c.exceptSession != who.SessionID && !c.at.Before(since) {
			return true
		}
	}
	return false
}

// unlist removes an ended connection from its user's and its session's list.
func (h *Hub) unlist(c *conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.unlistLocked(c)
}

func (h *Hub) unlistLocked(c *conn) {
	removeFrom(h.byUser, c.who.UserID, c)
	removeFrom(h.bySession, c.who.SessionID, c)
}

func removeFrom(index map[string][]*conn, key string, c *conn) {
	list := slices.DeleteFunc(index[key], func(other *conn) bool { return other == c })
	if len(list) == 0 {
		delete(index, key)
		return
	}
	index[key] = list
}

// forget removes a connection whose transport is closed. It unlists the connection
// too, because the goroutine that ended it may not have done so yet.
func (h *Hub) forget(c *conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.byToken[c.token] != c {
		return
	}
	delete(h.byToken, c.token)
	h.unlistLocked(c)
	if h.shuttingDown && len(h.byToken) == 0 {
		close(h.allGone)
	}
}

// find returns nil for a token that is unknown or that belongs to another session.
func (h *Hub) find(token string, who Identity) *conn {
	h.mu.RLock()
	defer h.mu.RUnlock()
	c := h.byToken[token]
	if c == nil || c.who.UserID != who.UserID || c.who.SessionID != who.SessionID {
		return nil
	}
	return c
}

func randomID() string { return base64.RawURLEncoding.EncodeToString(randomBytes(16)) }

// sameOrigin reports whether a request comes from a page of our own host, or from no page.
func sameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && strings.EqualFold(u.Host, r.Host)
}
