package tracker

import (
	"fmt"
	"strings"
	"time"
	"unicode"
)

// Notification tells one recipient about one project subscription, or about a webhook.
type Notification struct {
	ID           string     `json:"id"`
	Title        string     `json:"title"`
	Details      string     `json:"details"`
	CreatedAt    time.Time  `json:"createdAt"`
	IsViewed     bool       `json:"isViewed"`
	ViewedAt     *time.Time `json:"viewedAt"`
	ItemID       *string    `json:"itemId" doc:"The project subscription. Null once it was removed: there is nothing to open."`
	ItemParentID *string    `json:"itemParentId" doc:"Its project. Null when itemId is."`
	WebhookID    *string    `json:"webhookId" doc:"The webhook that was switched off, for administrators. It may be removed by now. Null for a notification about a subscription."`
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

	// NotifiedWebhookOff reaches administrators, whatever their settings.
	NotifiedWebhookOff NotificationKind = "webhookOff"
)

// WebhookOffWords returns the text of a notification about a webhook that was switched off.
func WebhookOffWords(host, reason string) (title, details string) {
	return "Webhook switched off", isolate(host) + ": " + reason
}

// Words returns the text of a notification about a subscription of a project.
func (k NotificationKind) Words(s ProjectSubscription, p Project) (title, details string) {
	what := fmt.Sprintf("%s of %s (%s)", isolate(s.Subscription.Name), isolate(p.Name), isolate(p.CompanyName))
	day := s.EndAt.Format("2 Jan 2006")
	switch k {
	case NotifiedCanceled:
	case NotifiedEnded:
		return "Subscription ended", what + " ended on " + day + "."
	case NotifiedRenewed:
		return "Subscription renewed", what + " now runs until " + day + "."
	default:
		if by := s.RemindAt(); s.AutoRenew && by != nil {
			return "Subscription renews soon", what + " renews on " + day + ". The last day to cancel it is " + by.Format("2 Jan 2006") + "."
		}
		return "Subscription ends soon", what + " ends on " + day + "."
	}
	details = what + " was canceled."
	if s.CancelationReason != nil {
		details += " Reason: " + isolate(*s.CancelationReason)
	}
	return "Subscription canceled", details
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
