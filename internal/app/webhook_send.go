package app

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"btracker/internal/auth"
	"btracker/internal/store"
	"btracker/internal/tracker"
	"btracker/internal/webhook"
)

const (
	// sendEvery is how often the queue is looked at without a notice: pauses end, and notices get lost.
	sendEvery = 5 * time.Second
	// claimLife is how long a replica is the only sender of a webhook without renewing that. It is longer than a delivery takes.
	claimLife = time.Minute
	// unsettledWait is the wait for a change that is committed while an older transaction still runs.
	unsettledWait = 100 * time.Millisecond
)

// WebhookSender sends the deliveries that wait, to all receivers at once and to each in order. Every replica has one.
type WebhookSender struct {
	app  *App
	id   string
	wake chan struct{}
	work sync.WaitGroup

	mu   sync.Mutex
	busy map[string]bool // webhooks that it sends to
}

// NewWebhookSender makes a sender; Run does its work.
func (a *App) NewWebhookSender() *WebhookSender {
	return &WebhookSender{app: a, id: newID(), wake: make(chan struct{}, 1), busy: map[string]bool{}}
}

// Hear takes a notice from the bus. It does not block.
func (s *WebhookSender) Hear(payload string, missed bool) {
	kind, _, _ := strings.Cut(payload, " ")
	if !missed && kind != noticeChange && kind != noticeWebhook {
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
	if s.app.store.Dialect() == "sqlite" { // one process has the database: whoever else has a claim was killed
		if err := s.app.store.Write(ctx, func(tx *store.Tx) error { return tx.ReleaseWebhooks(ctx) }); err != nil && ctx.Err() == nil {
			s.app.log.WarnContext(ctx, "claims on webhooks of before stay for a minute", "error", err)
		}
	}
	for ctx.Err() == nil {
		started, err := s.start(ctx)
		if err != nil && ctx.Err() == nil {
			s.app.log.WarnContext(ctx, "webhooks can not be sent now", "error", err)
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
	due, err := s.app.store.DueWebhooks(ctx, s.app.time())
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
				s.app.log.WarnContext(ctx, "a webhook can not be sent now", "webhook", id, "error", err)
			}
		})
	}
	return started, err
}

// sendAll sends what waits for a webhook, one after the other, until one fails. No other replica does at the same time.
func (s *WebhookSender) sendAll(ctx context.Context, id string) error {
	a := s.app
	claim := func(tx *store.Tx) (bool, error) {
		return tx.ClaimWebhook(ctx, id, s.id, a.time(), a.time().Add(claimLife))
	}
	claimed := false
	if err := a.store.Write(ctx, func(tx *store.Tx) (err error) { claimed, err = claim(tx); return err }); err != nil || !claimed {
		return err
	}
	defer func() {
		ctx := context.WithoutCancel(ctx)
		if err := a.store.Write(ctx, func(tx *store.Tx) error { return tx.ReleaseWebhook(ctx, id, s.id) }); err != nil {
			a.log.WarnContext(ctx, "a webhook stays claimed for some time", "webhook", id, "error", err)
		}
	}()
	for ctx.Err() == nil {
		goOn, err := s.sendNext(ctx, id, claim)
		if errors.Is(err, tracker.ErrNotFound) { // nothing waits, or the webhook was removed
			return nil
		}
		if err != nil || !goOn {
			return err
		}
	}
	return ctx.Err()
}

// sendNext sends the first delivery that waits, as its owner may see the change now.
func (s *WebhookSender) sendNext(ctx context.Context, id string, claim func(tx *store.Tx) (bool, error)) (goOn bool, err error) {
	a := s.app
	w, err := a.store.WebhookToSend(ctx, id)
	if err != nil || !w.IsEnabled || w.State.PausedUntil.After(a.time()) {
		return false, err
	}
	if !w.Owner.IsAdmin || w.Owner.Status == tracker.UserDisabled {
		return false, a.switchOff(ctx, w, "Its owner is no administrator any more. Save it to become its owner.", nil)
	}
	d, err := a.store.NextDelivery(ctx, id, a.time())
	if err != nil {
		return false, err
	}
	result, err := a.attempt(ctx, w, d)
	if err != nil {
		return false, err
	}
	if result.offReason != "" {
		return false, a.switchOff(ctx, w, result.offReason, &result.delivery)
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.RecordAttempt(ctx, result.delivery); err != nil {
			return err
		}
		if err := tx.SetWebhookState(ctx, w.Webhook, result.state); err != nil {
			return err
		}
		goOn, err = claim(tx)
		return err
	})
	return goOn, err
}

// attempted is the outcome of an attempt.
type attempted struct {
	delivery  store.WaitingDelivery
	state     store.WebhookState
	offReason string // why the webhook is to be switched off
}

// attempt sends a delivery, and says what follows from the answer. Its error is for an attempt that was not made.
func (a *App) attempt(ctx context.Context, w store.Webhook, d store.WaitingDelivery) (done attempted, err error) {
	body, err := a.webhookBody(ctx, w.Owner, d)
	if err != nil {
		return done, err
	}
	d.Status, d.Error = nil, nil
	if body == nil {
		d.NextAt, d.Error = nil, new("The change is not kept any more.")
		return attempted{delivery: d, state: w.State}, nil
	}
	secret, err := a.signer.Open(webhookPurpose(w.ID), w.Secret)
	if errors.Is(err, auth.ErrNotSealedHere) {
		a.log.WarnContext(ctx, "a webhook was made with another BTRACKER_SECRET: it can not be signed", "webhook", w.ID)
		return attempted{delivery: d, offReason: "Its secret was encrypted with another BTRACKER_SECRET. Make the webhook anew."}, nil
	}
	if err != nil {
		return done, err
	}
	status, failure := a.webhooks.Post(ctx, webhook.Delivery{ID: d.ID, URL: w.URL, Secret: secret, At: a.time(), Body: body})
	if ctx.Err() != nil { // the program stops
		return done, ctx.Err()
	}
	now := a.time()
	d.Attempts++
	if failure == nil {
		d.Status = &status
	}
	if failure == nil && status >= 200 && status < 300 {
		d.NextAt = nil
		return attempted{delivery: d}, nil
	}
	d.Error = new("The receiver did not take it.")
	if failure != nil {
		d.Error = new(webhook.Reason(failure))
	}
	a.log.InfoContext(ctx, "a webhook delivery failed", "webhook", w.ID, "delivery", d.ID, "attempts", d.Attempts, "status", status, "reason", *d.Error)
	return a.failedAttempt(w, d, now), nil
}

// failedAttempt says when a delivery that failed is tried again. The receiver as a whole gets a pause, which grows with the failures in
// a row. A delivery that the receiver refuses lets those after it pass meanwhile.
func (a *App) failedAttempt(w store.Webhook, d store.WaitingDelivery, now time.Time) attempted {
	state := w.State
	state.Failures++
	if state.FailingSince == nil {
		state.FailingSince = &now
	}
	if d.FirstAt == nil {
		d.FirstAt = &now
	}
	if d.Status != nil && tracker.RefusesDelivery(*d.Status) {
		next, isOver := tracker.NextAttempt(d.Attempts, *d.FirstAt, now)
		if d.NextAt = &next; isOver {
			d.NextAt = nil
		}
	}
	offReason := ""
	until, isOver := tracker.NextAttempt(state.Failures, *state.FailingSince, now)
	state.PausedUntil = until
	switch {
	case d.Status != nil && *d.Status == tracker.StatusGone:
		offReason = "The receiver answered that it is gone."
	case isOver:
		offReason = "No delivery arrived for a day."
	}
	return attempted{d, state, offReason}
}

// webhookBody is the body of a delivery, as its owner may see the change; nil if the change is not kept.
func (a *App) webhookBody(ctx context.Context, owner tracker.User, d store.WaitingDelivery) ([]byte, error) {
	c := Caller{User: owner}
	viewer, anywhere, err := a.changeViewer(ctx, a.store.Queries, c)
	if err != nil {
		return nil, err
	}
	list, err := a.store.ListChanges(ctx, viewer, store.ChangeQuery{Seqs: []int64{d.ChangeSeq}}, 1, 0)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	shown, err := a.shownChange(c, list[0], anywhere)
	if err != nil {
		return nil, err
	}
	return tracker.WebhookBody(shown)
}

// switchOff ends a webhook that can not be sent to, and tells the administrators. d, if set, is its last attempt.
func (a *App) switchOff(ctx context.Context, w store.Webhook, reason string, d *store.WaitingDelivery) error {
	_, err := a.mutate(ctx, Caller{RequestID: "webhook " + w.ID}, webhookSaved, func(m *mutation) (change, error) {
		now, err := m.Webhook(ctx, w.ID)
		if err != nil || !now.IsEnabled || now.Version != w.Version { // somebody was faster
			return unchanged, err
		}
		now.IsEnabled, now.OffReason = false, &reason
		now.Version++
		admins, err := m.Administrators(ctx)
		m.write(func(tx *store.Tx) error {
			if d != nil {
				if err := tx.RecordAttempt(ctx, *d); err != nil {
					return err
				}
			}
			if err := tx.UpdateWebhook(ctx, now, ""); err != nil {
				return err
			}
			for _, email := range admins {
				if err := m.queue.EnqueueMail(ctx, tx, MailJob{Kind: MailWebhook, Email: email, MailID: newID(), Text: reason}); err != nil {
					return err
				}
			}
			return nil
		})
		return change{entity: webhookEntity, id: w.ID}, err
	})
	if err == nil {
		a.log.WarnContext(ctx, "a webhook was switched off", "webhook", w.ID, "reason", reason)
	}
	return err
}
