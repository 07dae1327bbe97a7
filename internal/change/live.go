package change

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Bus carries notices to every replica, including this one. A notice is published
// after the commit and may be lost: the log and the session table are the truth.
type Bus interface {
	Publish(ctx context.Context, payload string) error
}

// Live holds the open pages of this replica.
type Live interface {
	Send(userIDs []string, event string, argument any)
	CloseSession(sessionID string)
	CloseUser(userID, exceptSession string)
	Sessions() []string
	Users() []string
}

// Kinds of notices. The kind is the first word of a notice.
const (
	NoticeChange  = "change"  // seq: a change was logged
	NoticeSession = "session" // sessionID: this session ended
	NoticeBulk    = "bulk"    // userID bulk: a bulk action of this user went on
	NoticeImport  = "import"  // userID progress: more rows of a file of this user are compared
	NoticeWebhook = "webhook" // id: a delivery is to be sent again
	NoticeUser    = "user"    // userID [except]: the sessions of this user ended; except, if set, is the session that stays
)

const publishTimeout = 2 * time.Second

const (
	// relayBatch bounds one read of the log.
	relayBatch = 200
	// relayEvery is how often the log is read without a notice.
	relayEvery = 5 * time.Second
	// sessionsEvery is how often the open sessions are checked without a notice.
	sessionsEvery = 15 * time.Second
	// settleWait is the wait for a change that is committed while an older transaction still runs.
	settleWait = 20 * time.Millisecond
	// relayTimeout bounds one round with a database that does not answer.
	relayTimeout = 30 * time.Second
	// relayPause lets the changes of a busy moment be read together. It comes after a
	// read, so a change in a quiet moment is sent at once.
	relayPause = 10 * time.Millisecond
)

// Relay follows the change log and sends every change once to this replica's open
// pages.
type Relay struct {
	Engine *Engine
	Live   Live
	wake   chan struct{}

	mu      sync.Mutex
	heard   int64     // the highest sequence number in a notice
	checked time.Time // when the sessions were last checked; zero if a notice may be lost
}

// NewRelay makes a relay; Run does its work.
func (e *Engine) NewRelay(live Live) *Relay {
	return &Relay{Engine: e, Live: live, wake: make(chan struct{}, 1), checked: e.Time()}
}

// Hear takes a notice from the bus. It does not block.
func (r *Relay) Hear(payload string, missed bool) {
	kind, text, _ := strings.Cut(payload, " ")
	switch {
	case missed:
		r.mu.Lock()
		r.checked = time.Time{}
		r.mu.Unlock()
	case kind == NoticeSession:
		r.Live.CloseSession(text)
		return
	case kind == NoticeUser:
		user, except, _ := strings.Cut(text, " ")
		r.Live.CloseUser(user, except)
		return
	case kind == NoticeBulk:
		user, bulk, _ := strings.Cut(text, " ")
		r.Live.Send([]string{user}, "BulkProgress", json.RawMessage(bulk))
		return
	case kind == NoticeImport:
		user, progress, _ := strings.Cut(text, " ")
		r.Live.Send([]string{user}, "ImportProgress", json.RawMessage(progress))
		return
	case kind == NoticeWebhook: // for WebhookSender
		return
	case kind == NoticeChange:
		seq, _ := strconv.ParseInt(text, 10, 64)
		r.mu.Lock()
		r.heard = max(r.heard, seq)
		r.mu.Unlock()
	}
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Run relays until ctx is done. It begins with the changes that are logged from now on.
func (r *Relay) Run(ctx context.Context) {
	var at store.Position
	var seen int64
	begun := false
	for ctx.Err() == nil {
		bounded, cancel := context.WithTimeout(ctx, relayTimeout)
		err := r.checkSessions(bounded)
		if err == nil && !begun {
			at, err = r.Engine.Store.LogEnd(bounded)
			begun, seen = err == nil, at.Seq
		}
		if err == nil {
			at, seen, err = r.relay(bounded, at, seen)
		}
		cancel()
		if err != nil && ctx.Err() == nil {
			r.Engine.Log.WarnContext(ctx, "open pages can not be told of changes now", "error", err)
		}
		time.Sleep(relayPause)
		wait := relayEvery
		r.mu.Lock()
		if err == nil && seen < r.heard {
			wait = settleWait
		}
		r.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-r.wake:
		case <-time.After(wait):
		}
	}
}

// relay sends the settled changes after a position, and returns the new position and
// the highest sequence number so far.
func (r *Relay) relay(ctx context.Context, at store.Position, seen int64) (store.Position, int64, error) {
	for {
		changes, err := r.Engine.Store.ChangesAfter(ctx, at, relayBatch)
		if err != nil {
			return at, seen, err
		}
		connected := r.Live.Users() // after the read: pages that connect later load the changed data
		for _, c := range changes {
			if len(connected) > 0 {
				if err := r.tell(ctx, c, connected); err != nil {
					return at, seen, err
				}
			}
			at, seen = c.Position, max(seen, c.Position.Seq)
		}
		if len(changes) < relayBatch {
			return at, seen, nil
		}
	}
}

// checkSessions closes the pages of sessions whose notice may be lost.
func (r *Relay) checkSessions(ctx context.Context) error {
	now := r.Engine.Time()
	r.mu.Lock()
	due := now.Sub(r.checked).Abs() >= sessionsEvery // a clock may be set back
	if due {
		r.checked = now
	}
	r.mu.Unlock()
	if !due {
		return nil
	}
	ended, err := r.Engine.Store.EndedSessions(ctx, r.Live.Sessions(), now)
	if err != nil {
		r.mu.Lock()
		r.checked = time.Time{}
		r.mu.Unlock()
		return err
	}
	for _, id := range ended {
		r.Live.CloseSession(id)
	}
	return nil
}

// Changed is the event that an entity changed.
type Changed struct {
	Seq    int64  `json:"seq"`
	Entity string `json:"entity"`
	ID     string `json:"id"`
	Action string `json:"action"`
	By     string `json:"by"`
}

// tell sends the events of one change to the users who may see it.
func (r *Relay) tell(ctx context.Context, c store.LoggedChange, connected []string) error {
	k, isKnown := Kinds[c.Entity]
	if !isKnown { // a replica of a newer version made it
		return nil
	}
	if k.Tell != nil {
		return k.Tell(ctx, r, c, connected)
	}
	var raised []store.NewNotification
	if k.Raises {
		var err error
		if raised, err = r.Engine.Store.NotificationsRaised(ctx, c.Change, tracker.RolesThatMay(tracker.See)); err != nil {
			return err
		}
	}
	viewers, err := r.Engine.Store.Viewers(ctx, k.Hearers(c.Change), connected)
	if err != nil {
		return err
	}
	r.SendNotifications(raised)
	r.Live.Send(viewers, "Changed", EventOf(c))
	return nil
}

func (r *Relay) SendNotifications(list []store.NewNotification) {
	for _, n := range list {
		r.Live.Send([]string{n.RecipientID}, "NewNotification", n.Notification)
	}
}

// EventOf is the event that tells of a change.
func EventOf(c store.LoggedChange) Changed {
	return Changed{Seq: c.Position.Seq, Entity: c.Entity, ID: c.Key, Action: c.Action, By: c.By}
}
