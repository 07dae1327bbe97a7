package notify

import (
	"context"
	"errors"
	"time"

	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
	"btracker/internal/webhook"
)

// Why a delivery failed, and why a webhook is switched off.
var (
	changeGone     = tracker.NewSentence("webhook.changeGone", "The change is not kept any more.").With()
	notTaken       = tracker.NewSentence("webhook.notTaken", "The receiver did not take it.").With()
	otherSecret    = tracker.NewSentence("webhook.secret", "Its secret was encrypted with another BTRACKER_SECRET. Make the webhook anew.").With()
	receiverGone   = tracker.NewSentence("webhook.gone", "The receiver answered that it is gone.").With()
	nothingArrived = tracker.NewSentence("webhook.day", "No delivery arrived for a day.").With()
	noOwner        = tracker.NewSentence("webhook.owner", "Its owner is no administrator any more. Save it to become its owner.").With()
)

// attempted is the outcome of an attempt.
type attempted struct {
	delivery  store.WaitingDelivery
	state     store.WebhookState
	isFailure bool
	offReason tracker.Text // why the webhook is to be switched off
}

// attempt sends a delivery, and says what follows from the answer. A nil body is of a change that is not kept. Its error is
// for an attempt that was not made.
func (n *Notifier) attempt(ctx context.Context, w store.Webhook, d store.WaitingDelivery, body []byte) (done attempted, err error) {
	if body == nil {
		d.Status, d.NextAt, d.Error = nil, nil, new(changeGone.String())
		return attempted{delivery: d, state: w.State}, nil
	}
	secret, err := n.Signer.Decrypt(webhookPurpose(w.ID), w.Secret)
	if errors.Is(err, auth.ErrNotOurs) {
		n.Log.WarnContext(ctx, "a webhook was made with another BTRACKER_SECRET: it can not be signed", "webhook", w.ID)
		return attempted{delivery: d, isFailure: true, offReason: otherSecret}, nil
	}
	if err != nil {
		return done, err
	}
	status, failure := n.webhooks.Post(ctx, webhook.Delivery{ID: d.ID, URL: w.URL, Secret: secret, At: n.Time(), Body: body})
	if ctx.Err() != nil { // the program stops
		return done, ctx.Err()
	}
	return n.outcome(ctx, w, d, status, failure), nil
}

// outcome says what follows from the answer to a delivery; failure is why there was none.
func (n *Notifier) outcome(ctx context.Context, w store.Webhook, d store.WaitingDelivery, status int, failure error) attempted {
	now := n.Time()
	d.Attempts++
	d.Status, d.Error = nil, nil
	if failure == nil {
		d.Status = &status
	}
	if failure == nil && status >= 200 && status < 300 {
		d.NextAt = nil
		return attempted{delivery: d}
	}
	d.Error = new(notTaken.String())
	if failure != nil {
		d.Error = new(webhook.Reason(failure).String())
	}
	n.Log.InfoContext(ctx, "a webhook delivery failed", "webhook", w.ID, "delivery", d.ID, "attempts", d.Attempts, "status", status, "reason", *d.Error)
	return n.failedAttempt(w, d, now)
}

// failedAttempt says when a delivery that failed is tried again. The receiver as a whole gets a pause, which grows with the failures in
// a row. A delivery that the receiver refuses lets those after it pass meanwhile.
func (n *Notifier) failedAttempt(w store.Webhook, d store.WaitingDelivery, now time.Time) attempted {
	state := w.State
	state.Failures++
	if state.FailingSince == nil {
		state.FailingSince = &now
	}
	if d.FirstAt == nil {
		d.FirstAt = &now
	}
	if d.Status != nil && webhook.RefusesDelivery(*d.Status) {
		next, isOver := tracker.NextAttempt(d.Attempts, *d.FirstAt, now)
		if d.NextAt = &next; isOver {
			d.NextAt = nil
		}
	}
	offReason := tracker.Text{}
	until, isOver := tracker.NextAttempt(state.Failures, *state.FailingSince, now)
	state.PausedUntil = until
	switch {
	case d.Status != nil && webhook.EndsDeliveries(*d.Status):
		offReason = receiverGone
	case isOver:
		offReason = nothingArrived
	}
	return attempted{d, state, true, offReason}
}

// webhookBodies are the bodies of deliveries by the numbers of their changes, as the owner of the webhook may see them. A change
// that is not kept has none.
func (n *Notifier) webhookBodies(ctx context.Context, owner tracker.User, deliveries []store.WaitingDelivery) (map[int64][]byte, error) {
	c := change.Caller{User: owner}
	viewer, anywhere, err := change.ChangeViewer(ctx, n.Store.Queries, c)
	if err != nil {
		return nil, err
	}
	var of store.ChangeQuery
	for _, d := range deliveries {
		of.Seqs = append(of.Seqs, d.ChangeSeq)
	}
	list, err := n.Store.ListChanges(ctx, viewer, of, len(of.Seqs), 0)
	if err != nil {
		return nil, err
	}
	bodies := make(map[int64][]byte, len(list))
	work := n.Deciding(c)
	for _, logged := range list {
		shown, err := work.ShownChange(ctx, logged, anywhere)
		if err != nil {
			return nil, err
		}
		if bodies[logged.Seq], err = tracker.WebhookBody(shown); err != nil {
			return nil, err
		}
	}
	return bodies, nil
}

// switchOff ends a webhook or channel that can not be sent to, and tells the administrators.
func (n *Notifier) switchOff(ctx context.Context, w store.Webhook, reason tracker.Text) error {
	words := reason.String()
	action, entity, mail := webhookSaved, tracker.EntityWebhook, change.MailWebhook
	if w.Channel != nil {
		action, entity, mail = channelSaved, tracker.EntityChannel, change.MailChannel
	}
	_, err := change.Mutate(ctx, n.Engine, change.Caller{RequestID: entity + " " + w.ID}, action, func(m *change.Mutation) (change.Change, error) {
		stored, err := m.WebhookToSend(ctx, w.ID)
		now := stored.Webhook
		if err != nil || !now.IsEnabled || now.Version != w.Version { // somebody was faster
			return change.Unchanged, err
		}
		now.IsEnabled, now.OffReason = false, &words
		now.Version++
		admins, err := m.Administrators(ctx)
		for _, to := range admins {
			m.News = append(m.News, offNews(m, w, to, reason))
		}
		m.Write(func(tx *store.Tx) error {
			if err := tx.UpdateWebhook(ctx, now, ""); err != nil {
				return err
			}
			for _, to := range admins {
				if err := m.Engine.Queue.EnqueueMail(ctx, tx, change.MailJob{Kind: mail, Email: to.Email, MailID: change.NewID()}.Saying(reason)); err != nil {
					return err
				}
			}
			return nil
		})
		return change.Change{Entity: entity, ID: w.ID}, err
	})
	if err == nil {
		n.Log.WarnContext(ctx, "a "+entity+" was switched off", entity, w.ID, "reason", words)
	}
	return err
}

// offNews tells an administrator that a webhook or channel was switched off.
func offNews(m *change.Mutation, w store.Webhook, to store.Recipient, reason tracker.Text) store.NewNotification {
	news := store.NewNotification{RecipientID: to.ID, Kind: string(tracker.NotifiedWebhookOff), Threshold: m.Now,
		Notification: tracker.Notification{ID: change.NewID(), CreatedAt: m.Now}}
	title, details := tracker.WebhookOffWords(hostOf(w.URL), reason)
	if w.Channel == nil {
		news.WebhookID = &w.ID
	} else {
		news.Kind, news.ChannelID = string(tracker.NotifiedChannelOff), &w.ID
		title, details = tracker.ChannelOffWords(w.Channel.Name, reason)
	}
	news.Title, news.Details, news.DetailsText = title.String(), details.String(), details
	return news
}
