package tracker

import (
	"slices"
	"strings"
	"time"
)

// Kinds of channels.
const (
	ChannelSlack = "slack" // Mattermost and Rocket.Chat take its messages too
	ChannelTeams = "teams"
)

// When a channel is told.
const (
	ChannelEach  = "each"
	ChannelDaily = "daily"
)

// ChannelHour is the hour of the daily message, in the time zone of whoever made the channel.
const ChannelHour = 8

// Limits of channels.
const (
	MaxChannels = 20
	// MaxChannelAnswer is how many characters of an answer to a test are shown.
	MaxChannelAnswer = 1000
)

// Channel is a channel of a chat that is told what happens to subscriptions, and of mentions.
type Channel struct {
	ID            string     `json:"id"`
	Name          string     `json:"name"`
	Kind          string     `json:"kind" doc:"The format of the messages: slack (which Mattermost and Rocket.Chat take too) or teams."`
	Host          string     `json:"host" doc:"The host of its address. The address itself is a secret, and never answered."`
	CompanyID     *string    `json:"companyId" doc:"The only company that it is told about. Null: all."`
	CompanyName   *string    `json:"companyName"`
	Events        []string   `json:"events" doc:"What it is told: endsSoon, ended, renewed, canceled and mention. The first comes when people are reminded who chose no days."`
	When          string     `json:"when" doc:"each: a message for each event. daily: one message at 8:00 in the time zone of the owner, if something happened."`
	IsEnabled     bool       `json:"isEnabled" doc:"While it is false nothing is queued or sent."`
	Owner         UserRef    `json:"owner" doc:"Who made it. Messages are in the language of this person, and nothing is sent once they are no administrator any more; whoever saves it then becomes its owner."`
	CreatedAt     time.Time  `json:"createdAt"`
	FailingSince  *time.Time `json:"failingSince" doc:"When the first message failed since the last one that arrived; null while messages arrive."`
	OffReason     *string    `json:"offReason" doc:"Why the program switched it off; null if it did not."`
	OffReasonText Text       `json:"offReasonText,omitzero"`
	Version       int        `json:"version"`
}

// IsDaily reports whether its messages wait for the morning.
func (c Channel) IsDaily() bool { return c.When == ChannelDaily }

// IsTold reports whether the channel is told of an event of a company, which is nil in the catalogues.
func (c Channel) IsTold(event string, companyID *string) bool {
	isWithin := c.CompanyID == nil || companyID != nil && *companyID == *c.CompanyID
	return isWithin && slices.Contains(c.Events, event)
}

// ChannelInput is a channel to make.
type ChannelInput struct {
	Name string `json:"name" rule:"name,required"`
	Kind string `json:"kind" rule:"channelKind,required" doc:"slack or teams."`
	URL  string `json:"url" rule:"url,required" format:"-" doc:"Where messages are posted to: the address of an incoming webhook of the chat. It is not answered again."`
	ChannelContent
}

// ChannelEdit is the new state of a channel.
type ChannelEdit struct {
	ID      string      `json:"id" rule:"id,required"`
	Version Opt[int]    `json:"version" doc:"The version the edit is based on; any other than the stored one is refused with 409."`
	Name    string      `json:"name" rule:"name,required"`
	Kind    string      `json:"kind" rule:"channelKind,required" doc:"slack or teams."`
	URL     Opt[string] `json:"url" rule:"url" format:"-" doc:"Another address. Without one the stored address stays."`
	ChannelContent
}

// ChannelContent is what a channel is told, and when.
type ChannelContent struct {
	CompanyID Opt[string]   `json:"companyId" rule:"id" doc:"The only company that it is told about; null for all."`
	Events    Opt[[]string] `json:"events" rule:"list,required" doc:"At least one of endsSoon, ended, renewed, canceled and mention."`
	When      Opt[string]   `json:"when" rule:"channelWhen" doc:"each or daily; each unless it is sent."`
	IsEnabled Opt[bool]     `json:"isEnabled" rule:"flag" doc:"True for a new channel unless it is sent. False ends the messages that wait."`
}

// Check validates the input.
func (in *ChannelInput) Check() error { return in.check(Validate(in)) }

// Check validates the edit.
func (in *ChannelEdit) Check() error { return in.check(Validate(in)) }

func (c ChannelContent) check(err error) error {
	if !c.Events.Empty() && !areChannelEvents(c.Events.Value) {
		return JoinInvalid(err, ErrChannelEvents)
	}
	return err
}

// Apply writes the sent fields over a channel.
func (c ChannelContent) Apply(to *Channel) {
	if c.CompanyID.Sent {
		to.CompanyID = c.CompanyID.Pointer()
	}
	to.Events = c.Events.Value
	apply(c.When, &to.When, ChannelEach)
	if !c.IsEnabled.Empty() {
		to.IsEnabled = c.IsEnabled.Value
	}
}

func areChannelEvents(names []string) bool {
	sorted := slices.Sorted(slices.Values(names))
	return len(names) > 0 && len(slices.Compact(sorted)) == len(names) &&
		!slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(ChannelEvents, name) })
}

// Events of channels.
const (
	ChannelEndsSoon = "endsSoon"
	ChannelEnded    = "ended"
	ChannelRenewed  = "renewed"
	ChannelCanceled = "canceled"
	ChannelMention  = "mention"
)

// ChannelEvents lists what a channel may be told of.
var ChannelEvents = []string{ChannelEndsSoon, ChannelEnded, ChannelRenewed, ChannelCanceled, ChannelMention}

var kindByChannelEvent = map[string]NotificationKind{ChannelEndsSoon: NotifiedSoon, ChannelEnded: NotifiedEnded, ChannelRenewed: NotifiedRenewed, ChannelCanceled: NotifiedCanceled}

// ChannelEventOf is the event of channels that belongs to a kind of notification about a subscription; empty if none does.
func ChannelEventOf(kind NotificationKind) string {
	for event, k := range kindByChannelEvent {
		if k == kind {
			return event
		}
	}
	return ""
}

// ChannelWords says what happened to a subscription. endAt is the end date that it was about: there may be another one by now.
func ChannelWords(event string, s ProjectSubscription, p Project, endAt time.Time) (title, details Text) {
	s.EndAt = endAt
	return kindByChannelEvent[event].Words(s, p)
}

// Sentences of messages in a chat.
var (
	channelMentionTitle = say("chat.mention.title", "Somebody was mentioned")
	channelMention      = NewSentence("chat.mention", "{author} on {name}, for {people}: {text}")
	ChannelTestTitle    = say("chat.test.title", "Test message")
	channelTest         = NewSentence("chat.test", "The channel {name} is connected. It is told what was chosen for it.")
	ChannelOpen         = say("chat.open", "Open")
	ChannelOpenAll      = say("chat.openAll", "Open btracker")
	ChannelSummary      = say("chat.summary", "What happened since the last message")
	channelMore         = NewSentence("chat.more", "{count} more are in btracker.")
)

// ChannelTest is what a message says that was asked for to try the channel.
func ChannelTest(name string) Text { return channelTest.With(isolate(name)) }

// ChannelMore counts what a message has no place for.
func ChannelMore(count int) Text { return channelMore.With(count) }

// ChannelMentionWords says who mentioned whom in a note, and where.
func ChannelMentionWords(author string, n Note) (title, details Text) {
	people := make([]string, len(n.Mentions))
	for i, person := range n.Mentions {
		people[i] = isolate(person.DisplayName)
	}
	return channelMentionTitle, channelMention.With(isolate(author), isolate(n.EntityName), strings.Join(people, ", "), isolate(Excerpt(WithoutMentions(n.Stored), mentionExcerpt)))
}

// ChannelAnswer is what a chat answered to a message.
type ChannelAnswer struct {
	Status int    `json:"status" doc:"The number of the answer. A message arrived if it is 200 to 299."`
	Body   string `json:"body" doc:"The beginning of the answer, without the address of the channel."`
}

// ChannelSilent refuses a test that got no answer, for a reason.
func ChannelSilent(reason Text) *Error { return ErrChannelSilent.with(reason, nil) }

// NextDaily is the next instant after now at which a daily message of a time zone is due.
func NextDaily(zone string, now time.Time) time.Time {
	at := NotificationSettings{TimeZone: zone, Hour: ChannelHour}
	if location(zone) == nil { // this machine does not know the name any more
		at.TimeZone = "UTC"
	}
	return *at.next(now, func(time.Time) bool { return true })
}

// LastDaily is the last instant, now at the latest, at which a daily message of a time zone was due.
func LastDaily(zone string, now time.Time) time.Time {
	last := NextDaily(zone, now.Add(-72*time.Hour))
	for next := last; !next.After(now); next = NextDaily(zone, next) {
		last = next
	}
	return last
}
