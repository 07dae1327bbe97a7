package notify

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"time"

	"btracker/internal/change"
	"btracker/internal/sheet"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// longestReportWait is more than the time from one monthly report to the next.
const longestReportWait = 33 * 24 * time.Hour

// mailReports queues the weekly and monthly reports that are due, as mailNotifications does.
func (n *Notifier) mailReports(ctx context.Context) error {
	return n.eachMailDue(ctx, store.MailsOfReports, longestReportWait, n.reportDue)
}

// reportDue queues a person's report of the week or month before the day on which it is due.
func (n *Notifier) reportDue(ctx context.Context, tx *store.Tx, due store.MailDue) error {
	when, err := tx.NotificationSettings(ctx, due.UserID)
	if err != nil {
		return err
	}
	settings, err := tx.ReportSettings(ctx, due.UserID)
	if err != nil {
		return err
	}
	now := n.Time()
	if due.IsFor(now) {
		day := when.ReportDay(settings.Email, due.At())
		// Another hour, or off and on again, may make a day due twice.
		isNew, err := tx.NoteReport(ctx, due.UserID, settings.Email+" "+day.Format(time.DateOnly))
		if err == nil && isNew {
			err = n.Queue.EnqueueMail(ctx, tx, change.MailJob{Kind: change.MailReport, Email: due.Email, MailID: change.NewID(), Text: settings.Email, At: day})
		}
		if err != nil {
			return err
		}
	}
	return tx.SetNextReport(ctx, due.UserID, when.NextReport(settings.Email, now))
}

// SendReport mails the report of a job, of what its reader may see now. Who does not want reports any more gets none.
func (n *Notifier) SendReport(ctx context.Context, job change.MailJob, user tracker.User,
	summarise func(context.Context, change.Caller, tracker.Summary) (tracker.Summary, error)) error {
	settings, err := n.Store.ReportSettings(ctx, user.ID)
	if err != nil || settings.Email == tracker.MailOff {
		return err
	}
	now := n.Time()
	period, before := tracker.WeekFrom(job.At, now), tracker.WeekFrom(job.At.AddDate(0, 0, -7), now)
	link := n.PublicURL + "btracker/app/reports"
	if job.Text == tracker.MailMonthly {
		month := tracker.MonthOf(job.At)
		period, before = tracker.MonthsFrom(month, month, now), tracker.MonthsFrom(month-1, month-1, now)
		link += "?from=" + month.String() + "&to=" + month.String()
	}
	summary, err := summarise(ctx, change.Caller{User: user}, tracker.NewSummary(period, before))
	if err != nil {
		return err
	}
	words := tracker.WordsOfReport(cmp.Or(user.Language, settings.Language))
	tables := words.SummaryTables(summary, n.Installation(), now)
	var file bytes.Buffer
	if err := sheet.WriteReport(&file, "xlsx", tables); err != nil {
		return err
	}
	mail := change.ReportMail{Language: words.Language, Subject: fmt.Sprintf(words.Subject, words.Period(period)), Hello: fmt.Sprintf(words.Hello, user.DisplayName),
		Headline: words.Headline(summary), Heading: tables[0].Heading, Link: link, LinkText: words.Open, Note: words.Days + " " + words.Settings,
		FileName: "report-" + period.From + ".xlsx", File: file.Bytes()}
	for _, table := range tables {
		rows := [][]string{table.Columns}
		for _, row := range table.Rows {
			shown := make([]string, len(row))
			for i, cell := range row {
				shown[i] = words.Shown(cell)
			}
			rows = append(rows, shown)
		}
		if len(table.Rows) > 0 {
			mail.Tables = append(mail.Tables, struct{ Rows [][]string }{rows})
		}
	}
	return n.mailer.Report(ctx, user.Email, job.MailID, mail)
}
