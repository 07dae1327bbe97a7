package tracker

import (
	"strings"
	"time"
	"unicode"
)

// Notification tells one recipient about one project subscription, a webhook, a channel, or a note.
type Notification struct {
	ID           string     `json:"id"`
	Title        string     `json:"title"`
	TitleText    Text       `json:"titleText,omitzero"`
	Details      string     `json:"details"`
	DetailsText  Text       `json:"detailsText,omitzero" doc:"Missing in notifications of earlier versions."`
	CreatedAt    time.Time  `json:"createdAt"`
	IsViewed     bool       `json:"isViewed"`
	ViewedAt     *time.Time `json:"viewedAt"`
	ItemID       *string    `json:"itemId" doc:"The project subscription. Null once it was removed: there is nothing to open."`
	ItemParentID *string    `json:"itemParentId" doc:"Its project. Null when itemId is."`
	WebhookID    *string    `json:"webhookId" doc:"The webhook that was switched off, for administrators. It may be removed by now. Null for a notification about a subscription."`
	ChannelID    *string    `json:"channelId,omitzero" doc:"The channel that was switched off, for administrators; missing in other notifications."`
	Note         *NotePlace `json:"note,omitzero" doc:"The note that mentions the recipient; missing in other notifications."`
}

// NotePlace says where a note is.
type NotePlace struct {
	ID        string  `json:"id"`
	Entity    string  `json:"entity" doc:"The kind of record that the note is about."`
	EntityID  string  `json:"entityId"`
	ProjectID *string `json:"projectId" doc:"The project of the record, if it has one."`
}

// In returns the words of the notification in a language. Those of earlier versions have no key, and stay English.
func (n Notification) In(language string) (title, details string) {
	title, details = n.Title, n.Details
	if !n.TitleText.IsZero() {
		title = n.TitleText.In(language)
	}
	if !n.DetailsText.IsZero() {
		details = n.DetailsText.In(language)
	}
	return title, details
}

// ViewedAll says how many notifications were marked viewed.
type ViewedAll struct {
	Viewed int `json:"viewed" doc:"How many notifications were new until now."`
}

// SnoozeInput hides a notification for some time.
type SnoozeInput struct {
	NotificationID string         `json:"notificationId" rule:"id,required"`
	Until          Opt[time.Time] `json:"until" rule:"instant,required" doc:"When it comes back as new."`
}

// NotificationPageSize is the default page size, set by the specification.
const NotificationPageSize = 25

// NotificationSorts lists what a list of notifications can be sorted by.
var NotificationSorts = []string{"createdAt"}

// NotificationKind says what a notification is about. It is stored, because a notification
// exists once for a subscription, kind, end date and recipient.
type NotificationKind string

const (
	NotifiedSoon     NotificationKind = "endingSoon"
	NotifiedEnded    NotificationKind = "ended"
	NotifiedRenewed  NotificationKind = "renewed"
	NotifiedCanceled NotificationKind = "canceled"

	NotifiedMention NotificationKind = "mention"

	// NotifiedWebhookOff reaches administrators, whatever their settings.
	NotifiedWebhookOff NotificationKind = "webhookOff"
	NotifiedChannelOff NotificationKind = "channelOff" // likewise
)

// Sentences of notifications.
var (
	WebhookOffTitle   = say("notification.webhookOff.title", "Webhook switched off")
	ChannelOffTitle   = say("notification.channelOff.title", "Channel switched off")
	endedTitle        = say("notification.ended.title", "Subscription ended")
	renewedTitle      = say("notification.renewed.title", "Subscription renewed")
	renewsSoonTitle   = say("notification.renewsSoon.title", "Subscription renews soon")
	endsSoonTitle     = say("notification.endsSoon.title", "Subscription ends soon")
	canceledTitle     = say("notification.canceled.title", "Subscription canceled")
	MentionTitle      = say("notification.mention.title", "You were mentioned")
	mentioned         = NewSentence("notification.mention", "{author} on {name}: {text}")
	webhookOff        = NewSentence("notification.webhookOff", "{host}: {inner}")
	ended             = NewSentence("notification.ended", "{name} of {project} ({company}) ended on {day}.")
	renewed           = NewSentence("notification.renewed", "{name} of {project} ({company}) now runs until {day}.")
	renewsSoon        = NewSentence("notification.renewsSoon", "{name} of {project} ({company}) renews on {day}. The last day to cancel it is {lastDay}.")
	endsSoon          = NewSentence("notification.endsSoon", "{name} of {project} ({company}) ends on {day}.")
	canceled          = NewSentence("notification.canceled", "{name} of {project} ({company}) was canceled.")
	canceledForReason = NewSentence("notification.canceledForReason", "{name} of {project} ({company}) was canceled. Reason: {reason}")
)

// WebhookOffWords returns the text of a notification about a webhook that was switched off.
func WebhookOffWords(host string, reason Text) (title, details Text) {
	return WebhookOffTitle, webhookOff.With(isolate(host), reason)
}

// ChannelOffWords returns the text of a notification about a channel that was switched off.
func ChannelOffWords(name string, reason Text) (title, details Text) {
	return ChannelOffTitle, webhookOff.With(isolate(name), reason)
}

// mentionExcerpt is how many characters of a note its notification shows.
const mentionExcerpt = 140

// MentionWords returns the text of a notification about a note, which is made anew for each reader: what is stored names nobody.
func MentionWords(author, record, stored string) (title, details Text) {
	return MentionTitle, mentioned.With(isolate(author), isolate(record), isolate(Excerpt(WithoutMentions(stored), mentionExcerpt)))
}

// Words returns the text of a notification about a subscription of a project.
func (k NotificationKind) Words(s ProjectSubscription, p Project) (title, details Text) {
	name, project, company := isolate(s.Subscription.Name), isolate(p.Name), isolate(p.CompanyName)
	switch k {
	case NotifiedCanceled:
		if s.CancelationReason != nil {
			return canceledTitle, canceledForReason.With(name, project, company, isolate(*s.CancelationReason))
		}
		return canceledTitle, canceled.With(name, project, company)
	case NotifiedEnded:
		return endedTitle, ended.With(name, project, company, s.EndAt)
	case NotifiedRenewed:
		return renewedTitle, renewed.With(name, project, company, s.EndAt)
	}
	if by := s.RemindAt(); s.AutoRenew && by != nil {
		return renewsSoonTitle, renewsSoon.With(name, project, company, s.EndAt, *by)
	}
	return endsSoonTitle, endsSoon.With(name, project, company, s.EndAt)
}

// isolate puts invisible marks around a name that is written from right to left. Without
// the marks a browser would reorder the dates and names beside it.
func isolate(name string) string {
	if !strings.ContainsFunc(name, isRightToLeft) {
		return name
	}
	return "\u2068" + name + "\u2069"
}

func isRightToLeft(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko)
}
