package tracker

import (
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // a time zone must not be unknown because the machine has no files for it
)

// Mailing says how a person gets notifications by mail.
const (
	MailOff    = "off"
	MailEach   = "each"   // each at once
	MailDaily  = "daily"  // the new ones of a day together
	MailWeekly = "weekly" // the new ones of a week together, on Mondays
)

const (
	defaultRemindDay = int(EndingSoon / (24 * time.Hour))
	defaultHour      = 8
)

// NotificationSettings says of what a person is notified, and how.
type NotificationSettings struct {
	RemindDays      []int             `json:"remindDays" doc:"Days before the end of a subscription on which to be reminded; 0 is the day itself. A subscription that renews and has a notice period counts by its cancelBy."`
	Email           string            `json:"email" format:"-" doc:"Mails of new notifications: off, each (at once), daily or weekly (on Mondays)."`
	Hour            int               `json:"hour" doc:"Hour of the day at which daily and weekly mails are sent, in the time zone."`
	TimeZone        string            `json:"timeZone" doc:"IANA name of a time zone."`
	Kinds           NotificationKinds `json:"kinds"`
	OnlyResponsible bool              `json:"onlyResponsible" doc:"Only about projects that the person is responsible for, as an Owner or Manager."`

	// Since is when a day was added to RemindDays. A day without an entry always counted. What
	// a new day would have told of earlier is not made up for.
	Since map[int]time.Time `json:"-"`
}

// NotificationKinds says of which events a person is notified.
type NotificationKinds struct {
	EndsSoon bool `json:"endsSoon" doc:"Reminders of the days in remindDays."`
	Ended    bool `json:"ended"`
	Renewed  bool `json:"renewed"`
	Canceled bool `json:"canceled" doc:"By somebody else."`
	Mention  bool `json:"mention" doc:"Notes that mention the person."`
}

// DefaultNotificationSettings hold for whoever has set nothing.
func DefaultNotificationSettings() NotificationSettings {
	return NotificationSettings{RemindDays: []int{defaultRemindDay}, Email: MailOff, Hour: defaultHour, TimeZone: "UTC",
		Kinds: NotificationKinds{EndsSoon: true, Ended: true, Renewed: true, Canceled: true, Mention: true}, Since: map[int]time.Time{}}
}

// ChosenZone is the time zone, or nil for the default of whoever gets no mails: they have had no reason to choose one.
func (s NotificationSettings) ChosenZone() *string {
	if s.Email == MailOff && s.TimeZone == DefaultNotificationSettings().TimeZone {
		return nil
	}
	return &s.TimeZone
}

// NotificationSettingsInput changes the settings. An absent field stays as it is, null
// sets the default.
type NotificationSettingsInput struct {
	RemindDays      Opt[[]RemindDay]            `json:"remindDays" rule:"list" doc:"At most six different days from 0 to 90."`
	Email           Opt[string]                 `json:"email" rule:"mailing" format:"-"`
	Hour            Opt[int]                    `json:"hour" rule:"hour"`
	TimeZone        Opt[string]                 `json:"timeZone" rule:"timeZone"`
	Kinds           Opt[NotificationKindsInput] `json:"kinds" rule:"list"`
	OnlyResponsible Opt[bool]                   `json:"onlyResponsible" rule:"flag"`
}

// NotificationKindsInput changes some kinds.
type NotificationKindsInput struct {
	EndsSoon Opt[bool] `json:"endsSoon" rule:"flag"`
	Ended    Opt[bool] `json:"ended" rule:"flag"`
	Renewed  Opt[bool] `json:"renewed" rule:"flag"`
	Canceled Opt[bool] `json:"canceled" rule:"flag"`
	Mention  Opt[bool] `json:"mention" rule:"flag"`
}

// RemindDay is a whole number; null is none.
type RemindDay int

func (d *RemindDay) UnmarshalJSON(data []byte) error {
	n, err := strconv.Atoi(string(data))
	*d = RemindDay(n)
	return err
}

// Check checks the rules that Validate does not know.
func (in NotificationSettingsInput) Check() error {
	days := slices.Sorted(slices.Values(in.RemindDays.Value))
	if n := len(days); n > MaxRemindDays || n > 0 && (days[0] < 0 || days[n-1] > MaxRemindDay) || len(slices.Compact(days)) < n {
		return ErrRemindDays
	}
	if !in.TimeZone.Empty() && location(in.TimeZone.Value) == nil {
		return ErrTimeZone
	}
	return nil
}

// Zone is the time zone of the person.
func (n NotificationSettings) Zone() *time.Location {
	if zone := location(n.TimeZone); zone != nil {
		return zone
	}
	return time.UTC // this machine does not know the name any more
}

// location returns nil for a name that is not an IANA time zone.
func location(name string) *time.Location {
	// The files of a machine have further copies, of which one counts leap seconds.
	if name == "Local" || strings.HasPrefix(name, "posix") || strings.HasPrefix(name, "right/") {
		return nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	return zone
}

// Apply writes the sent fields over the settings.
func (in NotificationSettingsInput) Apply(s *NotificationSettings, now time.Time) {
	standard := DefaultNotificationSettings()
	if in.RemindDays.Sent {
		days := []int{}
		for _, day := range in.RemindDays.Value {
			days = append(days, int(day))
		}
		if in.RemindDays.Null {
			days = standard.RemindDays
		}
		s.setRemindDays(days, now)
	}
	apply(in.Email, &s.Email, standard.Email)
	apply(in.Hour, &s.Hour, standard.Hour)
	apply(in.TimeZone, &s.TimeZone, standard.TimeZone)
	apply(in.OnlyResponsible, &s.OnlyResponsible, standard.OnlyResponsible)
	if in.Kinds.Sent && in.Kinds.Null {
		s.Kinds = standard.Kinds
	}
	kinds := in.Kinds.Value
	apply(kinds.EndsSoon, &s.Kinds.EndsSoon, true)
	apply(kinds.Ended, &s.Kinds.Ended, true)
	apply(kinds.Renewed, &s.Kinds.Renewed, true)
	apply(kinds.Canceled, &s.Kinds.Canceled, true)
	apply(kinds.Mention, &s.Kinds.Mention, true)
}

// setRemindDays keeps of each day since when it counts.
func (s *NotificationSettings) setRemindDays(days []int, now time.Time) {
	since := map[int]time.Time{}
	for _, day := range days {
		if at, known := s.Since[day]; known {
			since[day] = at
		} else if !slices.Contains(s.RemindDays, day) {
			since[day] = now
		}
	}
	s.RemindDays, s.Since = days, since
}

// apply sets a value that was sent, to the standard if it is null.
func apply[T any](o Opt[T], to *T, standard T) {
	switch {
	case o.Null:
		*to = standard
	case o.Sent:
		*to = o.Value
	}
}
