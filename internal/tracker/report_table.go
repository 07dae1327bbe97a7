package tracker

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// ReportTable is a table of a report as a file or mail has it.
type ReportTable struct {
	Name    string   // of its sheet
	Heading []string // lines above the table: what it is, of which period and installation
	Columns []string // the names above the columns
	Rows    [][]Cell // of as many cells as Columns
}

// Cell is a cell of a ReportTable. A number is written as programs read it: 1234.50.
type Cell struct {
	Text     string
	IsNumber bool
}

func textCell(text string) Cell { return Cell{Text: text} }

func moneyCell(m *Money) Cell {
	if m == nil {
		return Cell{}
	}
	return Cell{m.String(), true}
}

func numberCell(n int) Cell { return Cell{fmt.Sprint(n), true} }

// heading has the lines above every table of a report.
func (w ReportWords) heading(installation, title string, now time.Time, lines ...string) []string {
	made := fmt.Sprintf(w.made, now.UTC().Format("2006-01-02 15:04")+" UTC")
	return append(append([]string{installation, title}, lines...), made)
}

// SummaryTables are the tables of a summary: its figures and its movers.
func (w ReportWords) SummaryTables(s Summary, installation string, now time.Time) []ReportTable {
	period, compared := w.Period(s.Period), w.Period(s.Before)
	heading := w.heading(installation, w.summary, now, w.period+": "+period, w.compared+": "+compared)
	figures := ReportTable{Name: w.figures, Heading: heading, Columns: []string{w.figure, period, compared, w.change, w.changePercent}}
	for _, f := range s.Figures {
		var change, part *Money
		if f.Value != nil && f.Before != nil {
			change = new(*f.Value - *f.Before)
			if f.Name != "marginPercent" {
				part = percent(*change, *f.Before)
			}
		}
		figures.Rows = append(figures.Rows, []Cell{textCell(w.names[f.Name]), w.figureCell(f.Name, f.Value), w.figureCell(f.Name, f.Before),
			w.figureCell(f.Name, change), tenthCell(part)})
	}
	movers := ReportTable{Name: w.movers, Heading: heading, Columns: []string{w.company, period, compared, w.change, w.changePercent}}
	for _, m := range s.Movers {
		movers.Rows = append(movers.Rows, []Cell{textCell(m.CompanyName), moneyCell(&m.Value), moneyCell(&m.Before), moneyCell(new(m.Change())),
			tenthCell(percent(m.Change(), m.Before))})
	}
	return []ReportTable{figures, movers}
}

func (w ReportWords) figureCell(name string, value *Money) Cell {
	switch {
	case value == nil:
		return Cell{}
	case name == "marginPercent":
		return tenthCell(value)
	case slices.Contains(countedFigures, name):
		return numberCell(int(*value / 100))
	}
	return moneyCell(value)
}

// countedFigures are numbers of records.
var countedFigures = []string{"running", "customers"}

func tenthCell(m *Money) Cell {
	if m == nil {
		return Cell{}
	}
	return Cell{strings.TrimSuffix(m.String(), "0"), true}
}

// RecurringTables are the tables of a report of recurring value: its months, and those of its groups.
func (w ReportWords) RecurringTables(r RecurringReport, by, installation string, now time.Time) []ReportTable {
	first, last := r.Months[0].Month, r.Months[len(r.Months)-1].Month
	heading := w.heading(installation, w.recurring, now, w.period+": "+w.Period(Period{From: first, To: last}))
	columns := []string{w.month, w.names["monthlyPrice"], w.names["monthlyCost"], w.names["margin"], w.names["running"], w.names["started"], w.names["ended"], w.names["repriced"]}
	cells := func(m RecurringMonth) []Cell {
		var margin *Money
		if m.Cost != nil {
			margin = new(m.Price - *m.Cost)
		}
		return []Cell{textCell(m.Month), moneyCell(&m.Price), moneyCell(m.Cost), moneyCell(margin), numberCell(m.Count), moneyCell(&m.Started),
			moneyCell(&m.Ended), moneyCell(&m.Repriced)}
	}
	months := ReportTable{Name: w.months, Heading: heading, Columns: columns}
	for _, m := range r.Months {
		months.Rows = append(months.Rows, cells(m))
	}
	if by == RecurringGroupings[0] {
		return []ReportTable{months}
	}
	name := map[string]string{"company": w.company, "category": w.category}[by]
	groups := ReportTable{Name: map[string]string{"company": w.companies, "category": w.categories}[by], Heading: heading, Columns: append([]string{name}, columns...)}
	for _, g := range r.Groups {
		of := g.Name
		if g.ID == nil {
			of = w.others
		}
		for _, m := range g.Months {
			groups.Rows = append(groups.Rows, append([]Cell{textCell(of)}, cells(m)...))
		}
	}
	return []ReportTable{months, groups}
}
