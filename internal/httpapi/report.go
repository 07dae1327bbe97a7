package httpapi

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"btracker/internal/contract"
	"btracker/internal/sheet"
	"btracker/internal/tracker"
)

func (s *server) reportOperations() {
	months := []contract.Param{
		contract.Text("From", "The first month, such as 2026-01. Eleven months before the last one, if it is not sent."),
		contract.Text("To", fmt.Sprintf("The last month, at most %d from the first one. The running month, if it is not sent.", tracker.MaxReportMonths)),
		contract.Text("By", "Groups: none, company or category."),
	}
	handle(s, contract.Operation{ID: "getRecurring", Method: http.MethodGet, Path: "/report/recurring", Tag: "Dashboard",
		Summary: "What subscriptions are worth by the month, and what moved it",
		Who:     contract.SignedIn, Keys: contract.AnyKeys, Params: months,
		Details: fmt.Sprintf("Within what the caller may see. A month is taken at its last second, 23:59:59 UTC; "+
			"the running month is taken now, and a later one counts what runs or renews by what is known now. "+
			"GET /project/subscription with that instant as At, and State=active,renews, lists the rows of a figure. "+
			"The price of a month is that of the month before it, plus started, less ended, plus repriced. "+
			"At most %d groups, and then all others together; an administrator gets the companies whose items have the largest price now.", tracker.MaxReportGroups)},
		func(ctx context.Context, c call, _ none) (tracker.RecurringReport, error) {
			q, err := recurringQuery(c)
			if err != nil {
				return tracker.RecurringReport{}, err
			}
			return s.app.Recurring(ctx, c.Caller, q)
		})
	const fileRule = "The tables of the answer, with the period and the name of the installation above them: below each other as CSV, in a sheet each as a spreadsheet. " +
		"The words are in the language of the request (Accept-Language, or what was chosen in the web app): English or German. "
	s.exportReport(contract.Operation{ID: "exportRecurring", Method: http.MethodGet, Path: "/report/recurring/export", Tag: "Dashboard",
		Summary: "Export what subscriptions are worth by the month as CSV or XLSX", Params: months, Details: fileRule,
		File: "btracker (tracker.example)\nRecurring value\nPeriod: October 2026\n\"\"\n" +
			"Month,Price a month ($),Cost a month ($),Margin a month ($),Running subscriptions,\"Started, price a month ($)\"\n2026-10,4875.00,3120.50,1754.50,212,640.00\n"}, "recurring",
		func(ctx context.Context, c call, words tracker.ReportWords) (from, to string, tables []tracker.ReportTable, err error) {
			q, err := recurringQuery(c)
			if err != nil {
				return "", "", nil, err
			}
			report, err := s.app.Recurring(ctx, c.Caller, q)
			if err != nil {
				return "", "", nil, err
			}
			from, to = report.Months[0].Month, report.Months[len(report.Months)-1].Month
			return from, to, words.RecurringTables(report, q.By, s.app.Installation(), s.app.Time()), nil
		})
	periods := []contract.Param{
		contract.Text("From", "The first month, such as 2026-07. The last one, if it is not sent."),
		contract.Text("To", fmt.Sprintf("The last month, at most %d from the first one. The running month, if it is not sent.", tracker.MaxReportMonths)),
		contract.Text("Compare", "What it is compared with: previous (as many months before) or year (the same months a year earlier)."),
	}
	const summaryRule = "Within what the caller may see. A month ends with its last second, 23:59:59 UTC; a period that is not over is taken now. Cost and margin are null for those who may see no cost, and else cover what they may see. "
	handle(s, contract.Operation{ID: "getSummary", Method: http.MethodGet, Path: "/report/summary", Tag: "Dashboard",
		Summary: "The figures of some months beside those of earlier ones, and the companies that moved most",
		Who:     contract.SignedIn, Keys: contract.AnyKeys, Params: periods, Details: summaryRule},
		func(ctx context.Context, c call, _ none) (tracker.Summary, error) {
			q, err := summaryQuery(c)
			if err != nil {
				return tracker.Summary{}, err
			}
			return s.app.Summary(ctx, c.Caller, q)
		})
	s.exportReport(contract.Operation{ID: "exportSummary", Method: http.MethodGet, Path: "/report/summary/export", Tag: "Dashboard",
		Summary: "Export the figures of some months as CSV or XLSX", Params: periods, Details: fileRule + summaryRule,
		File: "btracker (tracker.example)\nSummary\nPeriod: July – September 2026\nCompared with: April – June 2026\n\"\"\n" +
			"Figure,July – September 2026,April – June 2026,Change,Change in %\nPrice a month ($),4875.00,4350.00,525.00,12.1\n"}, "summary",
		func(ctx context.Context, c call, words tracker.ReportWords) (from, to string, tables []tracker.ReportTable, err error) {
			q, err := summaryQuery(c)
			if err != nil {
				return "", "", nil, err
			}
			summary, err := s.app.Summary(ctx, c.Caller, q)
			if err != nil {
				return "", "", nil, err
			}
			return summary.From, summary.To, words.SummaryTables(summary, s.app.Installation(), s.app.Time()), nil
		})
}

// readReport reads the tables of a report, with its first and its last month.
type readReport func(ctx context.Context, c call, words tracker.ReportWords) (from, to string, tables []tracker.ReportTable, err error)

// exportReport declares an operation that answers the tables of a report as a file.
func (s *server) exportReport(op contract.Operation, name string, read readReport) {
	op.Who, op.Keys = contract.SignedIn, contract.AnyKeys
	handle(s, op, func(_ context.Context, c call, _ none) (f reportFile, err error) {
		f.name = name
		if f.format, err = parseOption(c.params, "Format", tracker.ExportFormats, tracker.ExportFormats[0]); err != nil {
			return f, err
		}
		// Not the context of the handler: that ends before the file is written.
		f.read = func() (from, to string, tables []tracker.ReportTable, err error) {
			return read(c.r.Context(), c, tracker.WordsOfReport(requestLanguage(c.r)))
		}
		return f, nil
	})
}

// reportFile is a report as a file. It is read when the export has its turn.
type reportFile struct {
	name, format string
	read         func() (from, to string, tables []tracker.ReportTable, err error)
}

func (f reportFile) body() reflect.Type { return nil } // not JSON

func (f reportFile) write(s *server, w http.ResponseWriter, r *http.Request) {
	to, err := s.newExport(w, r)
	if err != nil {
		s.problem(w, r, err)
		return
	}
	defer to.end()
	first, last, tables, err := f.read()
	var data bytes.Buffer
	if err == nil {
		err = sheet.WriteReport(&data, f.format, tables)
	}
	if err != nil {
		s.problem(w, r, err)
		return
	}
	mediaType := csvType
	if f.format == "xlsx" {
		mediaType = contract.Spreadsheet
	}
	w.Header().Set("Content-Type", mediaType)
	months := first
	if last != first {
		months += "_" + last
	}
	w.Header().Set("Content-Disposition", `attachment; filename="`+f.name+"-"+months+"."+f.format+`"`)
	w.Header().Set("Vary", "Accept-Language, Cookie")
	_, _ = to.Write(data.Bytes())
}

func summaryQuery(c call) (q tracker.SummaryQuery, err error) {
	if q.Compare, err = parseOption(c.params, "Compare", tracker.SummaryComparisons, tracker.SummaryComparisons[0]); err != nil {
		return q, err
	}
	return q, parseMonths(c, &q.From, &q.To)
}

// parseMonths reads the months that were sent.
func parseMonths(c call, from, to *tracker.Month) (err error) {
	for name, into := range map[string]*tracker.Month{"From": from, "To": to} {
		if sent := c.params.Get(name); sent != "" {
			if *into, err = tracker.ParseMonth(sent); err != nil {
				return tracker.BadQuery(name, tracker.NotAMonth)
			}
		}
	}
	return nil
}

func recurringQuery(c call) (q tracker.RecurringQuery, err error) {
	q.By = cmp.Or(c.params.Get("By"), tracker.RecurringGroupings[0])
	if !slices.Contains(tracker.RecurringGroupings, q.By) {
		return q, tracker.BadQuery("By", tracker.NotAnOption)
	}
	return q, parseMonths(c, &q.From, &q.To)
}
