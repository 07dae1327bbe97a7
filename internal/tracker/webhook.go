package tracker

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// Webhook is an address that is told of changes.
type Webhook struct {
	ID            string     `json:"id"`
	URL           string     `json:"url" doc:"Where deliveries are posted to." format:"-"`
	Events        []string   `json:"events" doc:"Which changes: an entity and an action of the history with a dot between them, such as projectSubscription.cancel, or company.* for all actions."`
	IsEnabled     bool       `json:"isEnabled" doc:"While it is false nothing is queued or sent."`
	Owner         UserRef    `json:"owner" doc:"Who saved it last. A delivery shows what this person may see when it is sent."`
	CreatedAt     time.Time  `json:"createdAt"`
	FailingSince  *time.Time `json:"failingSince" doc:"When the first delivery failed since the last one that arrived; null while deliveries arrive."`
	OffReason     *string    `json:"offReason" doc:"Why the program switched it off; null if it did not."`
	OffReasonText Text       `json:"offReasonText,omitzero"`
	Version       int        `json:"version"`
}

// NewWebhook is a webhook that was just made, with its secret.
type NewWebhook struct {
	Webhook
	Secret *string `json:"secret" doc:"The key of the signatures, answered once. Null when a request is repeated under the same Idempotency-Key."`
}

// WebhookInput is a webhook to make.
type WebhookInput struct {
	URL       string        `json:"url" rule:"url,required" format:"-"`
	Events    Opt[[]string] `json:"events" rule:"list,required" doc:"Which changes, at least one pattern such as company.* or projectSubscription.cancel."`
	IsEnabled Opt[bool]     `json:"isEnabled" rule:"flag" doc:"True unless it is sent."`
}

// Check validates the input.
func (in *WebhookInput) Check() error {
	err := Validate(in)
	if !in.Events.Empty() && !areEvents(in.Events.Value) {
		err = JoinInvalid(err, ErrWebhookEvents)
	}
	return err
}

// WebhookEdit is the new state of a webhook.
type WebhookEdit struct {
	ID        string        `json:"id" rule:"id,required"`
	Version   Opt[int]      `json:"version" doc:"The version the edit is based on; any other than the stored one is refused with 409."`
	URL       string        `json:"url" rule:"url,required" format:"-"`
	Events    Opt[[]string] `json:"events" rule:"list,required" doc:"Which changes, at least one pattern such as company.* or projectSubscription.cancel."`
	IsEnabled Opt[bool]     `json:"isEnabled" rule:"flag" doc:"False ends the deliveries that wait."`
}

// Check validates the edit.
func (in *WebhookEdit) Check() error {
	err := Validate(in)
	if !in.Events.Empty() && !areEvents(in.Events.Value) {
		err = JoinInvalid(err, ErrWebhookEvents)
	}
	return err
}

// Limits of webhooks.
const (
	MaxWebhooks      = 20
	MaxWebhookEvents = 50
	MaxWebhookURL    = 1000
	// MaxWebhookBody bounds a delivery. One that would be larger has no fields.
	MaxWebhookBody = 64 << 10
	// MaxCountedDeliveries bounds the total of a page of deliveries.
	MaxCountedDeliveries = 1000
	// DeliveryLife is how long a delivery is listed after it ended.
	DeliveryLife = 7 * 24 * time.Hour
	// WebhookPatience is how long a delivery is tried.
	WebhookPatience = 24 * time.Hour
)

const anyAction = "*"

// Event is the name of a change for webhooks: its entity and action in the history; empty for a change that
// the history does not list.
func Event(entity, action string) string {
	if !slices.Contains(ChangedEntities, entity) || !slices.Contains(ChangeActions, action) {
		return ""
	}
	return entity + "." + action
}

func isPattern(pattern string) bool {
	entity, action, _ := strings.Cut(pattern, ".")
	return slices.Contains(ChangedEntities, entity) && (action == anyAction || slices.Contains(ChangeActions, action))
}

func areEvents(patterns []string) bool {
	sorted := slices.Sorted(slices.Values(patterns))
	return len(patterns) > 0 && len(patterns) <= MaxWebhookEvents && len(slices.Compact(sorted)) == len(patterns) &&
		!slices.ContainsFunc(patterns, func(p string) bool { return !isPattern(p) })
}

// MatchesEvent reports whether one of some patterns names an event.
func MatchesEvent(patterns []string, event string) bool {
	entity, _, _ := strings.Cut(event, ".")
	return slices.Contains(patterns, event) || slices.Contains(patterns, entity+"."+anyAction)
}

// WebhookDelivery is an event on its way to a webhook, or at its end.
type WebhookDelivery struct {
	ID        string     `json:"id" doc:"The webhook-id of the request, the same at each attempt."`
	Event     string     `json:"event"`
	At        time.Time  `json:"at" doc:"Of the change."`
	Attempts  int        `json:"attempts"`
	Status    *int       `json:"status" doc:"The number of the last answer; null without one."`
	Error     *string    `json:"error" doc:"Why the last attempt failed; null if it did not."`
	ErrorText Text       `json:"errorText,omitzero"`
	NextAt    *time.Time `json:"nextAt" doc:"When it is tried next; null when it has ended."`
}

// WebhookEvent is the body of a delivery.
type WebhookEvent struct {
	Type      string        `json:"type" doc:"The event, such as company.edit."`
	Timestamp time.Time     `json:"timestamp" doc:"Of the change."`
	Data      WebhookChange `json:"data"`
}

// WebhookChange is a change as a delivery tells it, in the words of the history.
type WebhookChange struct {
	Seq        int64         `json:"seq"`
	At         time.Time     `json:"at"`
	Actor      *UserRef      `json:"actor"`
	Via        *Via          `json:"via"`
	Action     string        `json:"action"`
	Entity     string        `json:"entity"`
	EntityID   string        `json:"entityId"`
	EntityName string        `json:"entityName"`
	CompanyID  *string       `json:"companyId"`
	ProjectID  *string       `json:"projectId"`
	BatchID    *string       `json:"batchId"`
	Undoes     *int64        `json:"undoes"`
	Fields     []FieldChange `json:"fields"`
	Truncated  bool          `json:"truncated"`
}

// WebhookBody writes the body of a delivery. A body that would be too large says so instead of listing the fields.
func WebhookBody(c Change) ([]byte, error) {
	event := WebhookEvent{Type: Event(c.Entity, c.Action), Timestamp: c.At, Data: WebhookChange{Seq: c.Seq, At: c.At, Actor: c.Actor, Via: c.Via, Action: c.Action,
		Entity: c.Entity, EntityID: c.EntityID, EntityName: c.EntityName, CompanyID: c.CompanyID, ProjectID: c.ProjectID, BatchID: c.BatchID, Undoes: c.Undoes, Fields: c.Fields}}
	body, err := json.Marshal(event)
	if err == nil && len(body) > MaxWebhookBody {
		event.Data.Fields, event.Data.Truncated = []FieldChange{}, true
		body, err = json.Marshal(event)
	}
	return body, err
}

// webhookPauses follow on failures in a row. The last one is repeated.
var webhookPauses = []time.Duration{5 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour}

// NextAttempt is when to try again after some failures in a row, the first of which was at since. The last attempt
// is when patience ends; isOver reports that it was made.
func NextAttempt(failures int, since, now time.Time) (next time.Time, isOver bool) {
	end := since.Add(WebhookPatience)
	if !now.Before(end) {
		return now, true
	}
	next = now.Add(webhookPauses[min(max(failures, 1), len(webhookPauses))-1])
	if next.After(end) {
		next = end
	}
	return next, false
}
