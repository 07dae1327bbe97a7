package notify

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

const (
	// sendEvery is how often the queue is looked at without a notice: pauses end, and notices get lost.
	sendEvery = 5 * time.Second
	// claimLife is how long a replica is the only sender of a webhook without renewing that. After a kill another one waits so long.
	claimLife = 10 * time.Second
	// claimRenewal is how often a claim is renewed while a delivery is under way.
	claimRenewal = 2 * time.Second
	// batchSize and batchTime bound the deliveries that go out before their outcomes are written together. After a kill
	// they are sent again, and rights that the owner loses meanwhile count from the next batch on.
	batchSize = 50
	batchTime = time.Second
	// unsettledWait is the wait for a change that is committed while an older transaction still runs.
	unsettledWait = 100 * time.Millisecond
)

// WebhookSender sends the deliveries of webhooks and the messages of channels that wait, to all receivers at once and to each in order.
// Every replica has one.
type WebhookSender struct {
	app  *Notifier
	id   string
	wake chan struct{}
	work sync.WaitGroup

	mu   sync.Mutex
	busy map[string]bool // webhooks that it sends to
}

// NewWebhookSender makes a sender; Run does its work.
func (n *Notifier) NewWebhookSender() *WebhookSender {
	return &WebhookSender{app: n, id: change.NewID(), wake: make(chan struct{}, 1), busy: map[string]bool{}}
}

// Hear takes a notice from the bus. It does not block.
func (s *WebhookSender) Hear(payload string, missed bool) {
	kind, _, _ := strings.Cut(payload, " ")
	if !missed && kind != change.NoticeChange && kind != change.NoticeWebhook {
		return
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Run sends until ctx is done. A delivery that is cut off then is sent again by whoever is next.
func (s *WebhookSender) Run(ctx context.Context) {
	defer s.work.Wait()
	if s.app.Store.HasOwnFiles() { // whoever else has a claim was killed
		if err := s.app.Store.Write(ctx, func(tx *store.Tx) error { return tx.ReleaseWebhooks(ctx) }); err != nil && ctx.Err() == nil {
			s.app.Log.WarnContext(ctx, "claims on webhooks of before stay for some seconds", "error", err)
		}
	}
	for ctx.Err() == nil {
		started, err := s.start(ctx)
		if err != nil && ctx.Err() == nil {
			s.app.Log.WarnContext(ctx, "webhooks can not be sent now", "error", err)
		}
		wait := sendEvery
		if started > 0 { // perhaps of a change that is not settled
			wait = unsettledWait
		}
		select {
		case <-ctx.Done():
		case <-s.wake:
		case <-time.After(wait):
		}
	}
}

// Send sends what is to be sent now, and returns when that is done.
func (s *WebhookSender) Send(ctx context.Context) error {
	_, err := s.start(ctx)
	s.work.Wait()
	return err
}

// start begins to send to each webhook that has something to be sent.
func (s *WebhookSender) start(ctx context.Context) (started int, err error) {
	due, err := s.app.Store.DueWebhooks(ctx, s.app.Time())
	for _, id := range due {
		s.mu.Lock()
		isBusy := s.busy[id]
		s.busy[id] = true
		s.mu.Unlock()
		if isBusy {
			continue
		}
		started++
		s.work.Go(func() {
			defer func() {
				s.mu.Lock()
				delete(s.busy, id)
				s.mu.Unlock()
			}()
			if err := s.sendAll(ctx, id); err != nil && ctx.Err() == nil {
				s.app.Log.WarnContext(ctx, "a webhook can not be sent now", "webhook", id, "error", err)
			}
		})
	}
	return started, err
}

// sendAll sends what waits for a webhook, one after the other, until one fails. No other replica does at the same time.
func (s *WebhookSender) sendAll(ctx context.Context, id string) error {
	a := s.app
	claimed := false
	if err := a.Store.Write(ctx, func(tx *store.Tx) (err error) { claimed, err = s.claim(ctx, tx, id); return err }); err != nil || !claimed {
		return err
	}
	stopRenewal := s.renewClaim(ctx, id)
	defer func() {
		stopRenewal()
		ctx := context.WithoutCancel(ctx)
		if err := a.Store.Write(ctx, func(tx *store.Tx) error { return tx.ReleaseWebhook(ctx, id, s.id) }); err != nil {
			a.Log.WarnContext(ctx, "a webhook stays claimed for some time", "webhook", id, "error", err)
		}
	}()
	for ctx.Err() == nil {
		goOn, err := s.sendBatch(ctx, id)
		if errors.Is(err, tracker.ErrNotFound) { // the webhook was removed
			return nil
		}
		if err != nil || !goOn {
			return err
		}
	}
	return ctx.Err()
}

// claim makes this replica the only sender of a webhook for some time, unless another one is.
func (s *WebhookSender) claim(ctx context.Context, tx *store.Tx, id string) (claimed bool, err error) {
	now := s.app.Time()
	return tx.ClaimWebhook(ctx, id, s.id, now, now.Add(claimLife))
}

// renewClaim renews a claim until the returned function is called, because one delivery may take longer than a claim lives. A
// renewal that fails is not told: whoever writes the next outcomes finds out whether the claim is lost.
func (s *WebhookSender) renewClaim(ctx context.Context, id string) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var renewing sync.WaitGroup
	renewing.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(claimRenewal):
				_ = s.app.Store.Write(ctx, func(tx *store.Tx) error { _, err := s.claim(ctx, tx, id); return err })
			}
		}
	})
	return func() {
		cancel()
		renewing.Wait()
	}
}

// sendBatch sends the first deliveries that wait, in order and until one fails, as the owner of the webhook may see their changes
// now. It reports whether there may be more to send.
func (s *WebhookSender) sendBatch(ctx context.Context, id string) (goOn bool, err error) {
	a := s.app
	w, err := a.Store.WebhookToSend(ctx, id)
	if err != nil || !w.IsEnabled || w.State.PausedUntil.After(a.Time()) {
		return false, err
	}
	if !mayOwn(w.Owner) {
		return false, a.switchOff(ctx, w, noOwner)
	}
	if w.Channel != nil {
		return s.sendMessage(ctx, w)
	}
	waiting, err := a.Store.NextDeliveries(ctx, id, a.Time(), batchSize)
	if err != nil || len(waiting) == 0 {
		return false, err
	}
	bodies, err := a.webhookBodies(ctx, w.Owner, waiting)
	if err != nil {
		return false, err
	}
	var done []store.WaitingDelivery
	var last attempted
	for began := time.Now(); len(done) < len(waiting) && !last.isFailure && time.Since(began) < batchTime; {
		d := waiting[len(done)]
		if last, err = a.attempt(ctx, w, d, bodies[d.ChangeSeq]); err != nil {
			break
		}
		done, w.State = append(done, last.delivery), last.state
	}
	if len(done) == 0 {
		return false, err
	}
	writing := context.WithoutCancel(ctx) // what arrived is not sent again only because the program stops
	written := a.Store.Write(writing, func(tx *store.Tx) error {
		err := tx.RecordAttempts(writing, done)
		if err == nil {
			err = tx.SetWebhookState(writing, w.Webhook, w.State)
		}
		if err == nil {
			goOn, err = s.claim(writing, tx, id)
		}
		return err
	})
	if err = errors.Join(err, written); err == nil && !last.offReason.IsZero() {
		return false, a.switchOff(ctx, w, last.offReason)
	}
	return goOn, err
}
