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
}

// Validity is ValidFor in words.
func (m LinkMail) Validity() string { return inWords(m.ValidFor) }

// Subjects have no names in them: a user could write the subject of another user's mail.

// Invitation returns the mail that invites a user to choose a password.
func Invitation(data LinkMail, to string) Message {
	return render("invitation", "You are invited to btracker", to, data)
}

// PasswordReset returns the mail with a link to choose a new password.
func PasswordReset(data LinkMail, to string) Message {
	return render("reset", "Reset your btracker password", to, data)
}

// NewsItem is one line of news. Link is empty if there is nothing to open.
type NewsItem = struct{ Title, Details, Link string }

// NewsMail is for a mail with new notifications.
type NewsMail struct {
	DisplayName string
	Items       []NewsItem
	More        int // how many are not listed
	Link        string
}

// News returns the mail with new notifications. The id makes a mail that is sent twice one mail.
func News(data NewsMail, to, id string) Message {
	m := render("news", plural(len(data.Items)+data.More, "new notification")+" in btracker", to, data)
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
	What        string // a sentence or more
	At          time.Time
	Link        string // to the account page
}

// When is At in words.
func (m SecurityMail) When() string { return m.At.UTC().Format("2 January 2006 at 15:04 UTC") }

// Security returns the mail that tells somebody what happened to their account.
func Security(data SecurityMail, to string) Message {
	return render("security", "Your btracker account has changed", to, data)
}

// TestMail returns a mail without a link, to test the delivery.
func TestMail(to string) Message {
	return render("test", "Test mail of btracker", to, nil)
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

// inWords returns a text such as "7 days", "1 hour" or "90 minutes".
func inWords(d time.Duration) string {
	for _, unit := range []struct {
		size time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}} {
		if d >= unit.size && d%unit.size == 0 {
			return plural(int(d/unit.size), unit.name)
		}
	}
	return plural(int(d.Round(time.Minute)/time.Minute), "minute")
}

func plural(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}
