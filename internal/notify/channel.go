package notify

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"strings"
	"time"

	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/chat"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
	"btracker/internal/webhook"
)

// channelSaved is the action of every change of a channel. As with webhooks, the history does not list it, and the log keeps no content.
const channelSaved = "saveChannel"

// Details of security events. They have the host of the address alone.
var (
	channelAdded   = tracker.NewSentence("event.channelAdded", "channel to {host} added")
	channelChanged = tracker.NewSentence("event.channelChanged", "channel to {host} changed")
	channelRemoved = tracker.NewSentence("event.channelRemoved", "channel to {host} removed")
)

func channelPurpose(id string) string { return "channel " + id }

// Channels lists all channels, for administrators.
func (n *Notifier) Channels(ctx context.Context, c change.Caller, q tracker.ListQuery) (page tracker.Page[tracker.Channel], err error) {
	if err := c.RequireAdmin(); err != nil {
		return page, err
	}
	list, err := n.Store.Channels(ctx)
	return change.PageOf(list, q), err
}

// CreateChannel makes a channel.
func (n *Notifier) CreateChannel(ctx context.Context, c change.Caller, in tracker.ChannelInput) (saved change.Saved[tracker.Channel], err error) {
	if err := n.maySendTo(ctx, c, in.Check(), in.URL); err != nil {
		return saved, err
	}
	return change.Create(ctx, n.Engine, c, tracker.EntityChannel, (*change.Mutation).RequireAdmin, nil,
		func(m *change.Mutation, id string) (made tracker.Channel, ch change.Change, err error) {
			there, err := m.Channels(ctx)
			if err == nil && len(there) >= tracker.MaxChannels {
				err = tracker.ErrTooManyChannels
			}
			if err != nil {
				return made, ch, err
			}
			made = tracker.Channel{ID: id, Name: in.Name, Kind: in.Kind, Host: hostOf(in.URL), When: tracker.ChannelEach, IsEnabled: true,
				Owner: refOf(m.Caller.User), CreatedAt: m.Now, Version: 1}
			in.Apply(&made)
			if err := n.nameCompany(ctx, m, &made); err != nil {
				return made, ch, err
			}
			encrypted, err := n.Signer.Encrypt(channelPurpose(id), in.URL)
			m.Write(func(tx *store.Tx) error { return tx.InsertChannel(ctx, made, m.Caller.User.ID, encrypted) })
			return made, channelChange(ctx, m, made, channelAdded), err
		}, func(id string) (tracker.Channel, error) { return n.Store.Channel(ctx, id) })
}

// nameCompany sets the name of the company that a channel is told about, and refuses one that is not there.
func (n *Notifier) nameCompany(ctx context.Context, m *change.Mutation, ch *tracker.Channel) error {
	ch.CompanyName = nil
	if ch.CompanyID == nil {
		return nil
	}
	company, _, err := record.CompanyFor(ctx, n.Engine, m.Queries, m.Caller, *ch.CompanyID, tracker.See)
	ch.CompanyName = &company.Name
	return err
}

// channelChange is the change of a channel. A security event says where the data goes.
func channelChange(ctx context.Context, m *change.Mutation, ch tracker.Channel, what tracker.Sentence) change.Change {
	m.Action = channelSaved
	caller := m.Caller
	m.Write(func(tx *store.Tx) error {
		return change.RecordEvent(ctx, tx, caller, tracker.SecurityEvent{At: m.Now, Kind: tracker.EventKey, Email: caller.User.Email, DetailsText: what.With(ch.Host)})
	})
	return change.Change{Entity: tracker.EntityChannel, ID: ch.ID}
}

// EditChannel changes a channel. Its owner stays, unless they can not be one any more.
func (n *Notifier) EditChannel(ctx context.Context, c change.Caller, in tracker.ChannelEdit) (saved change.Saved[tracker.Channel], err error) {
	invalid := in.Check()
	address := ""
	if !in.URL.Empty() {
		address = in.URL.Value
	}
	if address == "" {
		err = cmp.Or(c.RequireAdmin(), invalid)
	} else {
		err = n.maySendTo(ctx, c, invalid, address)
	}
	if err != nil {
		return saved, err
	}
	return change.Save(ctx, n.Engine, c, channelSaved, func(m *change.Mutation) (before tracker.Channel, ch change.Change, err error) {
		if err := m.RequireAdmin(); err != nil {
			return before, change.Unchanged, err
		}
		if before, err = m.Channel(ctx, in.ID); err != nil {
			return before, change.Unchanged, err
		}
		if err := m.CheckVersion(ctx, in.Version, before.Version, tracker.EntityChannel, in.ID, before); err != nil {
			return before, change.Unchanged, err
		}
		after := before
		after.Name, after.Kind = in.Name, in.Kind
		in.Apply(&after)
		if err := n.nameCompany(ctx, m, &after); err != nil {
			return before, change.Unchanged, err
		}
		owner, err := m.UserByEmail(ctx, before.Owner.Email)
		if err != nil {
			return before, change.Unchanged, err
		}
		newOwner := ""
		if !mayOwn(owner) {
			newOwner, owner, after.Owner = m.Caller.User.ID, m.Caller.User, refOf(m.Caller.User)
		}
		encrypted := ""
		if address != "" {
			after.Host = hostOf(address)
			if encrypted, err = n.Signer.Encrypt(channelPurpose(in.ID), address); err != nil {
				return before, change.Unchanged, err
			}
		}
		if encrypted == "" && change.Same(before, after) {
			return before, change.Unchanged, nil
		}
		after.Version++
		after.FailingSince = nil
		if after.IsEnabled {
			after.OffReason, after.OffReasonText = nil, tracker.Text{}
		}
		var next *time.Time
		if after.When != before.When {
			if next, err = nextMessage(ctx, m, after, owner); err != nil {
				return before, change.Unchanged, err
			}
		}
		m.Write(func(tx *store.Tx) error { return tx.UpdateChannel(ctx, after, newOwner, encrypted, next) })
		return after, channelChange(ctx, m, after, channelChanged), nil
	})
}

// mayOwn reports whether a channel sends for a user.
func mayOwn(u tracker.User) bool { return u.IsAdmin && u.Status != tracker.UserDisabled }

// nextMessage is when what waits for a channel is told.
func nextMessage(ctx context.Context, m *change.Mutation, ch tracker.Channel, owner tracker.User) (*time.Time, error) {
	if !ch.IsDaily() {
		return new(time.UnixMilli(0)), nil
	}
	settings, err := m.NotificationSettings(ctx, owner.ID)
	return new(tracker.NextDaily(settings.TimeZone, m.Now)), err
}

// RemoveChannel removes a channel with its messages that wait; one that is not there is gone already. It returns the number of the
// change.
func (n *Notifier) RemoveChannel(ctx context.Context, c change.Caller, id string) (seq int64, err error) {
	return change.Mutate(ctx, n.Engine, c, channelSaved, func(m *change.Mutation) (change.Change, error) {
		if err := m.RequireAdmin(); err != nil {
			return change.Unchanged, err
		}
		ch, err := m.Channel(ctx, id)
		if errors.Is(err, tracker.ErrNotFound) {
			return change.Unchanged, nil
		}
		if err != nil {
			return change.Unchanged, err
		}
		m.Write(func(tx *store.Tx) error { return tx.DeleteWebhook(ctx, id) })
		return channelChange(ctx, m, ch, channelRemoved), nil
	})
}

// TestChannel sends a message to a channel, on or off, and returns what its chat answers.
func (n *Notifier) TestChannel(ctx context.Context, c change.Caller, id string) (answer tracker.ChannelAnswer, err error) {
	if err := c.RequireAdmin(); err != nil {
		return answer, err
	}
	ch, err := n.Store.Channel(ctx, id)
	if err != nil {
		return answer, err
	}
	w, err := n.Store.WebhookToSend(ctx, id)
	if err != nil {
		return answer, err
	}
	address, err := n.Signer.Decrypt(channelPurpose(id), w.Secret)
	if errors.Is(err, auth.ErrNotOurs) {
		return answer, tracker.ErrChannelSecret
	}
	if err != nil {
		return answer, err
	}
	language := w.Owner.Language
	body, err := chat.Write(ch.Kind == tracker.ChannelTeams, chat.Message{Language: cmp.Or(language, tracker.English), Title: tracker.ChannelTestTitle.In(language),
		Lines: []chat.Line{{Text: tracker.ChannelTest(ch.Name).In(language)}}, Link: n.appLink(), LinkText: tracker.ChannelOpenAll.In(language)})
	if err != nil {
		return answer, err
	}
	status, said, err := n.webhooks.PostMessage(ctx, address, body)
	if err != nil {
		return answer, tracker.ChannelSilent(webhook.Reason(err))
	}
	return tracker.ChannelAnswer{Status: status, Body: withoutAddress(said, address)}, nil
}

// appLink is the address of the app.
func (n *Notifier) appLink() string { return n.PublicURL + "btracker/app" }

// withoutAddress is the beginning of an answer. A receiver that repeats what it was asked for does not tell the address.
func withoutAddress(answer, address string) string {
	secrets := []string{address}
	if u, err := url.Parse(address); err == nil {
		secrets = append(secrets, u.RequestURI(), u.EscapedPath(), u.RawQuery)
		secrets = append(secrets, strings.Split(u.Path, "/")...)
		for _, values := range u.Query() {
			secrets = append(secrets, values...)
		}
	}
	for _, secret := range secrets {
		if len(secret) >= 6 {
			answer = strings.ReplaceAll(answer, secret, "…")
		}
	}
	return tracker.Excerpt(strings.ToValidUTF8(answer, "\uFFFD"), tracker.MaxChannelAnswer)
}
