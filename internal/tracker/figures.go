package tracker

import (
	"slices"
	"time"
)

// Figures is what the running subscriptions of a company or project come to, and who owns it.
type Figures struct {
	Projects     int        `json:"projects" doc:"Projects that are not removed; of a project, itself."`
	Running      int        `json:"running" doc:"Running subscriptions: started, not canceled, not over, and nothing above them is removed."`
	MonthlyPrice Money      `json:"monthlyPrice" doc:"What they come to in a month."`
	MonthlyCost  *Money     `json:"monthlyCost" doc:"Likewise; null where the caller may not see cost."`
	Margin       *Money     `json:"margin" doc:"monthlyPrice less monthlyCost; null where the caller may not see cost, and then sorted last."`
	NextEndAt    *time.Time `json:"nextEndAt" doc:"The first end of their terms; null without any, which sorts as later than every other."`
	Owners       []UserRef  `json:"owners" doc:"Moderators with the role Owner; those of the company where a project has none."`
	Before       *FiguresAt `json:"before,omitempty" doc:"With ComparedAt: what they came to then."`
}

// FiguresAt is what the subscriptions that ran at an instant came to.
type FiguresAt struct {
	At           time.Time `json:"at"`
	MonthlyPrice Money     `json:"monthlyPrice"`
	MonthlyCost  *Money    `json:"monthlyCost" doc:"Null where the caller may not see cost."`
}

// FigureTotals is what the figures of all companies or projects of a list come to.
type FigureTotals struct {
	Count        int    `json:"count"`
	MonthlyPrice Money  `json:"monthlyPrice"`
	MonthlyCost  *Money `json:"monthlyCost" doc:"Null for those who may see no cost; else of what they may see."`
}

// FigureFilter narrows a list of companies or projects by what their running subscriptions come to.
type FigureFilter struct {
	MonthlyPrice MoneyRange
	Margin       MoneyRange // of records whose cost the reader may see
}

// Open reports whether the filter lets every record through.
func (f FigureFilter) Open() bool { return f.MonthlyPrice.Open() && f.Margin.Open() }

// FigureSorts lists the figures that lists of companies and projects can be sorted by.
var FigureSorts = []string{"monthlyPrice", "margin", "nextEndAt"}

// SortsByFigure reports whether a list is sorted by a figure, alone or among others.
func (q ListQuery) SortsByFigure() bool {
	isFigure := func(s Sort) bool { return slices.Contains(FigureSorts, s.By) }
	return isFigure(Sort{By: q.SortBy}) || slices.ContainsFunc(q.Then, isFigure)
}
