package mail

import (
	"embed"
	"fmt"
	htmltemplate "html/template"
	"io"
	"strings"
	texttemplate "text/template"
	"time"
)

//go:embed templates
var templateFiles embed.FS

var (
	textTemplates = texttemplate.Must(texttemplate.ParseFS(templateFiles, "templates/*.txt"))
	htmlTemplates = htmltemplate.Must(htmltemplate.ParseFS(templateFiles, "templates/*.html"))
)

// LinkMail is for a mail with a link to choose a password.
type LinkMail struct {
	DisplayName string
	InvitedBy   string // optional
	Link        string
	ValidFor    time.Duration
	Language    string
}

// Validity is ValidFor in words.
func (m LinkMail) Validity() string { return inWords(m.ValidFor, m.Language) }

// Subjects have no names in them: a user could write the subject of another user's mail.

// Invitation returns the mail that invites a user to choose a password.
func Invitation(data LinkMail, to string) Message {
	return renderIn(data.Language, "invitation", "You are invited to btracker", "Einladung zu btracker", to, data)
}

// PasswordReset returns the mail with a link to choose a new password.
func PasswordReset(data LinkMail, to string) Message {
	return renderIn(data.Language, "reset", "Reset your btracker password", "Neues Passwort für btracker", to, data)
}

// NewsItem is one line of news. Link is empty if there is nothing to open.
type NewsItem = struct{ Title, Details, Link string }

// NewsMail is for a mail with new notifications.
type NewsMail struct {
	DisplayName string
	Items       []NewsItem
	More        int // how many are not listed
	Link        string
	Language    string
}

// News returns the mail with new notifications. The id makes a mail that is sent twice one mail.
func News(data NewsMail, to, id string) Message {
	count := len(data.Items) + data.More
	m := renderIn(data.Language, "news", plural(count, "new notification")+" in btracker", counted(count, "neue Benachrichtigung", "neue Benachrichtigungen")+" in btracker", to, data)
	m.ID = id
	return m
}

// ReportMail is for a mail with a report, in the language of its reader.
type ReportMail = struct {
	Language, Subject, Hello, Headline string
	Heading                            []string
	Tables                             []struct{ Rows [][]string } // the first row has the names of the columns
	Link, LinkText, Note               string
	FileName                           string
	File                               []byte // a spreadsheet
}

// Report returns the mail with a report. The id makes a mail that is sent twice one mail.
func Report(data ReportMail, to, id string) Message {
	m := render("report", data.Subject, to, data)
	m.ID, m.Spreadsheet = id, &Spreadsheet{data.FileName, data.File}
	return m
}

// SecurityMail is for a mail about how an account can be signed in to.
type SecurityMail struct {
	DisplayName string
	What        string    // a sentence or more
	At          time.Time // in the time zone of the reader
	Link        string    // to the account page
	Language    string
}

// When is At in words, with the time zone.
func (m SecurityMail) When() string {
	zone := m.At.Location().String()
	if zone != time.UTC.String() {
		zone = "(" + zone + ")"
	}
	if m.Language == german {
		return m.At.Format("2. ") + germanMonths[m.At.Month()-1] + m.At.Format(" 2006 um 15:04 Uhr ") + zone
	}
	return m.At.Format("2 January 2006 at 15:04 ") + zone
}

// Security returns the mail that tells somebody what happened to their account.
func Security(data SecurityMail, to string) Message {
	return renderIn(data.Language, "security", "Your btracker account has changed", "Ihr Konto bei btracker hat sich geändert", to, data)
}

// TestMail returns a mail without a link, to test the delivery.
func TestMail(to string) Message {
	return render("test", "Test mail of btracker", to, nil)
}

// german is the language beside English; its templates have it in their names.
const german = "de"

var germanMonths = []string{"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"}

// renderIn is render with the template and subject of a language.
func renderIn(language, name, english, inGerman, to string, data any) Message {
	if language == german {
		return render(name+"."+german, inGerman, to, data)
	}
	return render(name, english, to, data)
}

func render(name, subject, to string, data any) Message {
	return Message{
		To:      to,
		Subject: subject,
		Text:    execute(textTemplates.ExecuteTemplate, name+".txt", data),
		HTML:    execute(htmlTemplates.ExecuteTemplate, name+".html", data),
	}
}

func execute(template func(io.Writer, string, any) error, name string, data any) string {
	var b strings.Builder
	if err := template(&b, name, data); err != nil {
		panic(err) // the templates are a part of the program and take strings
	}
	return b.String()
}

// inWords returns a text such as "7 days", "1 hour" or "90 minutes", as it follows "for", or the German "lang".
func inWords(d time.Duration, language string) string {
	units := []struct {
		size               time.Duration
		name, german, many string
	}{{24 * time.Hour, "day", "Tag", "Tage"}, {time.Hour, "hour", "Stunde", "Stunden"}, {time.Minute, "minute", "Minute", "Minuten"}}
	unit := units[2]
	for _, larger := range units[:2] {
		if d >= larger.size && d%larger.size == 0 {
			unit = larger
			break
		}
	}
	n := int(d.Round(time.Minute) / unit.size)
	if language == german {
		return counted(n, unit.german, unit.many)
	}
	return plural(n, unit.name)
}

func plural(n int, unit string) string { return counted(n, unit, unit+"s") }

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
