package notify

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/chat"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Why a channel was not told, or is switched off.
var (
	newsGone     = tracker.NewSentence("channel.gone", "What it was about is gone.").With()
	maybeArrived = tracker.NewSentence("channel.killed", "The program ended while it was sent: it has perhaps arrived.").With()
	otherAddress = tracker.NewSentence("channel.secret", "Its address was encrypted with another BTRACKER_SECRET. Enter it again.").With()
)

const (
	// flood is how many deliveries may wait for a channel before they are told in one message instead of one each.
	flood = 10
	// mostDaily bounds what one daily message counts. The rest waits for the one of the next day.
	mostDaily = 10_000
)

// sendMessage sends the next message of a channel, and reports whether there may be more to send. That a message is on its way is
// written before it is posted, so that none is posted twice: a chat does not recognize a message that it has.
func (s *WebhookSender) sendMessage(ctx context.Context, w store.Webhook) (goOn bool, err error) {
	a := s.app
	settings, err := a.Store.NotificationSettings(ctx, w.Owner.ID)
	if err != nil {
		return false, err
	}
	daily := tracker.LastDaily(settings.TimeZone, a.Time())
	most := chat.MaxLines
	if w.Channel.IsDaily() {
		most = mostDaily
	}
	waiting, err := a.Store.NextDeliveries(ctx, w.ID, a.Time(), most)
	if err != nil {
		return false, err
	}
	if slices.ContainsFunc(waiting, func(d store.WaitingDelivery) bool { return d.IsSending }) {
		return true, s.endBegun(ctx, w, daily)
	}
	if waiting, err = s.nextNews(ctx, w, waiting, settings.TimeZone, daily); err != nil || len(waiting) == 0 {
		return false, err
	}
	message, told, gone, err := a.channelMessage(ctx, w, waiting)
	if err != nil {
		return false, err
	}
	if len(told) == 0 {
		return s.record(ctx, w, gone, w.State, nil)
	}
	address, err := a.Signer.Decrypt(channelPurpose(w.ID), w.Secret)
	if errors.Is(err, auth.ErrNotOurs) {
		return false, a.switchOff(ctx, w, otherAddress)
	}
	if err != nil {
		return false, err
	}
	body, err := chat.Write(w.Channel.Kind == tracker.ChannelTeams, message)
	if err != nil {
		return false, err
	}
	isMine := false
	err = a.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if isMine, err = s.claim(ctx, tx, w.ID); err != nil || !isMine {
			return err
		}
		return tx.BeginMessage(ctx, told)
	})
	if err != nil || !isMine {
		return false, err
	}
	// The end of the program waits for the answer: one that is cut off would not say whether the message arrived.
	status, _, failure := a.webhooks.PostMessage(context.WithoutCancel(ctx), address, body)
	var last attempted
	done := gone
	for _, d := range told {
		last = a.outcome(ctx, w, d, status, failure)
		done = append(done, last.delivery)
	}
	var sent *time.Time
	if w.Channel.IsDaily() && !last.isFailure {
		sent = &daily
	}
	goOn, err = s.record(ctx, w, done, last.state, sent)
	if err == nil && !last.offReason.IsZero() {
		return false, a.switchOff(ctx, w, last.offReason)
	}
	return goOn && !last.isFailure, err
}

// record writes what became of deliveries. daily is set if they were the message of a day.
func (s *WebhookSender) record(ctx context.Context, w store.Webhook, done []store.WaitingDelivery, state store.WebhookState, daily *time.Time) (goOn bool, err error) {
	ctx = context.WithoutCancel(ctx) // what arrived is not sent again only because the program stops
	err = s.app.Store.Write(ctx, func(tx *store.Tx) error {
		err := tx.RecordAttempts(ctx, done)
		if err == nil {
			err = tx.SetWebhookState(ctx, w.Webhook, state)
		}
		if err == nil && daily != nil {
			err = tx.SetLastDaily(ctx, w.ID, *daily)
		}
		if err == nil {
			goOn, err = s.claim(ctx, tx, w.ID)
		}
		return err
	})
	return goOn, err
}

// endBegun ends a message that a sender began to post, and whose answer it did not live to see.
func (s *WebhookSender) endBegun(ctx context.Context, w store.Webhook, daily time.Time) error {
	s.app.Log.WarnContext(ctx, "a message was perhaps not sent: the program ended meanwhile", "channel", w.ID)
	return s.app.Store.Write(ctx, func(tx *store.Tx) error {
		err := tx.EndBegunMessage(ctx, w.ID, maybeArrived.String())
		if err == nil && w.Channel.IsDaily() {
			err = tx.SetLastDaily(ctx, w.ID, daily)
		}
		return err
	})
}

// nextNews picks the waiting deliveries that go into the next message. Some deliveries of a daily channel wait longer: those that are
// due later where the owner is, and those that came too late for the message of the day.
func (s *WebhookSender) nextNews(ctx context.Context, w store.Webhook, waiting []store.WaitingDelivery, zone string, daily time.Time) ([]store.WaitingDelivery, error) {
	a := s.app
	if !w.Channel.IsDaily() {
		if len(waiting) > flood {
			return waiting, nil
		}
		return waiting[:min(1, len(waiting))], nil
	}
	var now, later []store.WaitingDelivery
	for _, d := range waiting {
		if daily.After(w.State.LastDaily) && !tracker.NextDaily(zone, d.At).After(daily) {
			now = append(now, d)
		} else {
			later = append(later, d)
		}
	}
	if len(later) == 0 {
		return now, nil
	}
	return now, a.Store.Write(ctx, func(tx *store.Tx) error {
		return tx.Postpone(ctx, later, tracker.NextDaily(zone, a.Time()))
	})
}

// channelMessage writes what a channel is told, in the language of its owner: told are the deliveries that the message is about, and
// gone those whose subscription or note is not there any more.
func (n *Notifier) channelMessage(ctx context.Context, w store.Webhook, waiting []store.WaitingDelivery) (m chat.Message, told, gone []store.WaitingDelivery, err error) {
	language := w.Owner.Language
	m = chat.Message{Language: cmp.Or(language, tracker.English), Title: tracker.ChannelSummary.In(language), Link: n.appLink(), LinkText: tracker.ChannelOpenAll.In(language),
		More: func(count int) string { return tracker.ChannelMore(count).In(language) }}
	for _, d := range waiting {
		if len(m.Lines) == chat.MaxLines {
			m.Hidden++
			told = append(told, d)
			continue
		}
		line, err := n.channelLine(ctx, d, language)
		switch {
		case errors.Is(err, tracker.ErrNotFound):
			d.NextAt, d.Status, d.Error = nil, nil, new(newsGone.String())
			gone = append(gone, d)
		case err != nil:
			return m, nil, nil, err
		default:
			m.Lines, told = append(m.Lines, line), append(told, d)
		}
	}
	if len(m.Lines) == 1 && !w.Channel.IsDaily() { // its button opens what happened
		m.Title, m.Lines[0].Title = m.Lines[0].Title, ""
		m.Link, m.LinkText, m.Lines[0].Link = m.Lines[0].Link, m.Lines[0].LinkText, ""
	}
	return m, told, gone, nil
}

// channelLine says one thing that happened.
func (n *Notifier) channelLine(ctx context.Context, d store.WaitingDelivery, language string) (line chat.Line, err error) {
	var title, details tracker.Text
	line.LinkText = tracker.ChannelOpen.In(language)
	if d.Event == tracker.ChannelMention {
		note, err := n.Store.Note(ctx, *d.ItemID)
		if err != nil {
			return line, err
		}
		author := ""
		if note.Author != nil {
			author = note.Author.DisplayName
		}
		title, details = tracker.ChannelMentionWords(author, note)
		line.Link = n.recordLink(note.Entity, note.EntityID, change.OrEmpty(note.ProjectID))
	} else {
		of, err := n.Store.SubscriptionForUser(ctx, *d.ItemID, "")
		if err != nil {
			return line, err
		}
		title, details = tracker.ChannelWords(d.Event, of.ProjectSubscription, of.Project.Project, *d.Threshold)
		line.Link = n.subscriptionLink(of.Project.ID, of.ID)
	}
	line.Title, line.Text = title.In(language), details.In(language)
	return line, nil
}
