package tracker

// MailMonthly sends a report on the first day of a month. Reports are also sent weekly, on Mondays, or not at all.
const MailMonthly = "monthly"

// ReportSettings says how a person gets reports by mail.
type ReportSettings struct {
	Email string `json:"email" format:"-" doc:"Reports by mail: off, weekly (on Mondays, of the week before) or monthly (on the first day, of the month before), at the hour and in the time zone of the notification settings."`

	// Language is the one in which the person asked for it.
	Language string `json:"-"`
}

// DefaultReportSettings hold for everybody who has set nothing.
func DefaultReportSettings() ReportSettings {
	return ReportSettings{Email: MailOff, Language: ReportLanguages[0]}
}

// ReportSettingsInput changes the settings. Null sets the default.
type ReportSettingsInput struct {
	Email Opt[string] `json:"email" rule:"reportMailing" format:"-" doc:"off, weekly or monthly."`

	Language string `json:"-"` // of the request
}

// Apply writes the sent fields over the settings.
func (in ReportSettingsInput) Apply(s *ReportSettings) {
	apply(in.Email, &s.Email, DefaultReportSettings().Email)
	s.Language = in.Language
}
