package change

import (
	"context"
	"slices"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Raised is a notification that a mutation has to send.
type Raised struct {
	Kind         tracker.NotificationKind
	Subscription tracker.ProjectSubscription
	project      tracker.Project

	// Of a reminder, the day that has come, and whether the dates are set only now: see
	// NotificationSettings.ReminderDay.
	Day       int
	isNewDate bool
}

// Raise has everyone concerned told, once, when the change is logged.
func (m *Mutation) Raise(s tracker.ProjectSubscription, project tracker.Project, kind tracker.NotificationKind) {
	m.Raised = append(m.Raised, Raised{Kind: kind, Subscription: s, project: project})
}

// WhoIsTold lists who is to be told, and of which kind: reminders of different people are for
// different days.
func (m *Mutation) WhoIsTold(ctx context.Context, r Raised) (told []store.Recipient, kinds []tracker.NotificationKind, err error) {
	list, err := m.Recipients(ctx, r.project, tracker.RolesThatMay(tracker.BeNotified))
	if err != nil {
		return nil, nil, err
	}
	var responsible []tracker.Responsible
	if slices.ContainsFunc(list, func(to store.Recipient) bool { return to.Settings.OnlyResponsible }) {
		of, err := m.Responsible(ctx, []string{r.project.ID}, tracker.ResponsibleRoles())
		if err != nil {
			return nil, nil, err
		}
		responsible = of[r.project.ID]
	}
	for _, to := range list {
		kind, wanted := r.Kind, to.Settings.Wants(r.Kind)
		if kind == tracker.NotifiedSoon && wanted {
			var day int
			if day, wanted = to.Settings.ReminderDay(r.Subscription, m.Now, r.isNewDate); wanted {
				kind = tracker.Reminder(day)
			}
		}
		knows := (kind == tracker.NotifiedCanceled || kind == tracker.NotifiedRenewed) && to.ID == m.Caller.User.ID // did it
		isElsewhere := to.Settings.OnlyResponsible && !slices.ContainsFunc(responsible, func(r tracker.Responsible) bool { return r.Email == to.Email })
		if wanted && !knows && !isElsewhere {
			told, kinds = append(told, to), append(kinds, kind)
		}
	}
	return told, kinds, nil
}

// notify writes what was raised, for each recipient. The rows name the change, so that
// a reader of the log finds the notifications of this change and no others.
func (m *Mutation) notify(ctx context.Context, changeSeq int64) error {
	rows := slices.Clone(m.News)
	for _, r := range m.Raised {
		recipients, kinds, err := m.WhoIsTold(ctx, r)
		if err != nil {
			return err
		}
		title, details := r.Kind.Words(r.Subscription, r.project)
		for i, recipient := range recipients {
			id := NewID()
			rows = append(rows, store.NewNotification{RecipientID: recipient.ID, Kind: string(kinds[i]), Threshold: r.Subscription.EndAt, MailID: mailOf(recipient.Settings, id),
				Notification: tracker.Notification{ID: id, Title: title.String(), Details: details.String(), DetailsText: details, CreatedAt: m.Now,
					ItemID: &r.Subscription.ID, ItemParentID: &r.project.ID}})
		}
	}
	if err := m.tellChannels(ctx, changeSeq); err != nil {
		return err
	}
	if len(rows) == 0 {
		return nil
	}
	if _, err := m.Tx.InsertNotifications(ctx, changeSeq, rows); err != nil {
		return err
	}
	return m.mailEach(ctx, changeSeq, rows)
}

// tellChannels queues what was raised for the channels of chats, whatever people want to be told.
func (m *Mutation) tellChannels(ctx context.Context, changeSeq int64) error {
	var news []store.ChannelNews
	for _, r := range m.Raised {
		if n, isNews := m.ChannelNews(r); isNews {
			news = append(news, n)
		}
	}
	if n := m.mentionIn; n != nil {
		news = append(news, store.ChannelNews{Event: tracker.ChannelMention, ItemID: n.ID, CompanyID: n.CompanyID, Threshold: n.CreatedAt})
	}
	if len(news) == 0 {
		return nil
	}
	return m.Tx.TellChannels(ctx, changeSeq, m.Now, news)
}

// ChannelNews is what channels are told of something that was raised. They are reminded as people are who set nothing.
func (m *Mutation) ChannelNews(r Raised) (news store.ChannelNews, isNews bool) {
	news = store.ChannelNews{Event: tracker.ChannelEventOf(r.Kind), ItemID: r.Subscription.ID, CompanyID: &r.project.CompanyID, Threshold: r.Subscription.EndAt}
	isNews = news.Event != ""
	if r.Kind == tracker.NotifiedSoon {
		_, isNews = tracker.DefaultNotificationSettings().ReminderDay(r.Subscription, m.Now, r.isNewDate)
	}
	return news, isNews
}

// TellIfDue tells at once what a change made due. The scan finds the rest. isNewDate is whether
// the change set the dates.
func (m *Mutation) TellIfDue(s *tracker.ProjectSubscription, project tracker.Project, isNewDate bool) {
	if tracker.Ended(m.Now).Is(*s) {
		m.TellEnd(s, project)
		return
	}
	m.Remind(s, project, isNewDate)
}

// Remind has people reminded of a subscription, each for the last of their days that has come,
// and reports whether a further day has come since they were.
func (m *Mutation) Remind(s *tracker.ProjectSubscription, project tracker.Project, isNewDate bool) bool {
	day := s.DayReached(m.Now)
	if day >= s.RemindedDay {
		return false
	}
	if m.ChosenDays == nil || s.IsReminderDue(m.ChosenDays, m.Now) { // else nobody chose a day that has come
		m.Raised = append(m.Raised, Raised{tracker.NotifiedSoon, *s, project, day, isNewDate})
	}
	s.RemindedDay = day
	return true
}

func (m *Mutation) TellEnd(s *tracker.ProjectSubscription, project tracker.Project) {
	m.Raise(*s, project, tracker.NotifiedEnded)
	s.RemindedDay, s.EndRaised, s.Live = 0, true, false
}

// Mention has somebody told of a note that mentions them, once.
func (m *Mutation) Mention(to store.MentionedPerson, note tracker.Note) {
	if !to.Sees {
		return
	}
	m.mentionIn = &note
	if !to.Settings.Wants(tracker.NotifiedMention) {
		return
	}
	id, title := NewID(), tracker.MentionTitle.String()
	m.News = append(m.News, store.NewNotification{RecipientID: to.ID, Kind: string(tracker.NotifiedMention), Threshold: note.CreatedAt, MailID: mailOf(to.Settings, id),
		Notification: tracker.Notification{ID: id, Title: title, CreatedAt: m.Now, Note: &tracker.NotePlace{ID: note.ID}}})
}

// mailOf is the mail of a new notification: of its own, the next one, or none.
func mailOf(s tracker.NotificationSettings, id string) *string {
	next := ""
	switch s.Email {
	case tracker.MailEach:
		return &id
	case tracker.MailDaily, tracker.MailWeekly:
		return &next
	}
	return nil
}

// mailEach queues the mails of notifications that are mailed at once, except those that were
// raised before.
func (m *Mutation) mailEach(ctx context.Context, changeSeq int64, rows []store.NewNotification) error {
	items := map[string]bool{}
	for _, n := range rows {
		if n.MailID != nil && *n.MailID == n.ID {
			items[*n.About()] = true
		}
	}
	for item := range items {
		mails, err := m.OwnMails(ctx, item, changeSeq)
		if err != nil {
			return err
		}
		for _, mail := range mails {
			if err := m.Engine.Queue.EnqueueMail(ctx, m.Tx, MailJob{Kind: MailNotifications, Email: mail.Email, MailID: mail.MailID}); err != nil {
				return err
			}
		}
	}
	return nil
}
