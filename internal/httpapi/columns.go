package httpapi

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// column is a column of an export.
type column[T any] struct {
	name     string // in Columns: as in the JSON of the list
	heading  string // in English
	isOwn    bool   // an administrator wrote the heading, in the language of the file
	cell     func(T) string
	isNumber bool // a number of our own, which needs no protection from spreadsheets
}

// columns are those of an export: standard ones, and more that only Columns asks for. An import finds fields
// by the headings, in each language, so they must not change.
type columns[T any] struct {
	standard, more []column[T]

	list string // that has own fields, if it has
	own  func(T) tracker.Own
}

func (c columns[T]) names() (names []string) {
	for _, one := range slices.Concat(c.standard, c.more) {
		names = append(names, one.name)
	}
	return names
}

func (c columns[T]) headings() []string {
	return headings(slices.Concat(c.standard, c.more), tracker.English)
}

// chosen returns the columns that Columns names, in its order, or the standard ones.
func (c columns[T]) chosen(values query, own []column[T]) ([]column[T], error) {
	sent := values.Get("Columns")
	if sent == "" {
		return c.standard, nil
	}
	all := slices.Concat(c.standard, c.more, own)
	var list []column[T]
	for name := range strings.SplitSeq(sent, ",") {
		isNamed := func(one column[T]) bool { return one.name == name }
		at := slices.IndexFunc(all, isNamed)
		switch {
		case at < 0:
			return nil, tracker.UnknownColumn(name)
		case slices.ContainsFunc(list, isNamed):
			return nil, tracker.RepeatedColumn(name)
		}
		list = append(list, all[at])
	}
	return list, nil
}

func textColumn[T any](name, heading string, cell func(T) string) column[T] {
	return column[T]{name: name, heading: heading, cell: cell}
}

func numberColumn[T any](name, heading string, cell func(T) string) column[T] {
	return column[T]{name: name, heading: heading, cell: cell, isNumber: true}
}

// figureColumns are the columns of the figures of companies and projects.
func figureColumns[T any](of func(T) *tracker.Figures) []column[T] {
	cell := func(cell func(f *tracker.Figures) string) func(T) string {
		return func(row T) string {
			if f := of(row); f != nil {
				return cell(f)
			}
			return "" // it has just been removed
		}
	}
	return []column[T]{
		numberColumn("projects", "Projects", cell(func(f *tracker.Figures) string { return strconv.Itoa(f.Projects) })),
		numberColumn("running", "Running", cell(func(f *tracker.Figures) string { return strconv.Itoa(f.Running) })),
		numberColumn("monthlyPrice", "Monthly Price", cell(func(f *tracker.Figures) string { return f.MonthlyPrice.String() })),
		numberColumn("monthlyCost", "Monthly Cost", cell(func(f *tracker.Figures) string { return csvMoney(f.MonthlyCost) })),
		numberColumn("margin", "Margin", cell(func(f *tracker.Figures) string { return csvMoney(f.Margin) })),
		textColumn("nextEndAt", "Next End At", cell(func(f *tracker.Figures) string { return csvTime(f.NextEndAt) })),
		textColumn("owners", "Owners", cell(func(f *tracker.Figures) string {
			return emails(f.Owners, func(u tracker.UserRef) string { return u.Email })
		})),
	}
}

// asksFigures reports whether an export has a column of figures.
func asksFigures(c listCall) bool {
	figures := columns[*tracker.Figures]{more: figureColumns(func(f *tracker.Figures) *tracker.Figures { return f })}.names()
	return slices.ContainsFunc(c.columns, func(name string) bool { return slices.Contains(figures, name) })
}

// addressColumns are the columns of an address that is under a name in the JSON.
func addressColumns[T any](under string, of func(T) *tracker.Address) (list []column[T]) {
	add := func(name string, cell func(a *tracker.Address) string) {
		list = append(list, textColumn(under+"."+name, tracker.Label(name), func(row T) string {
			if a := of(row); a != nil {
				return cell(a)
			}
			return ""
		}))
	}
	add("country", func(a *tracker.Address) string { return a.Country })
	add("provinceState", func(a *tracker.Address) string { return a.ProvinceState })
	add("city", func(a *tracker.Address) string { return orEmpty(a.City) })
	add("street", func(a *tracker.Address) string { return orEmpty(a.Street) })
	add("building", func(a *tracker.Address) string { return orEmpty(a.Building) })
	add("postalZipCode", func(a *tracker.Address) string { return orEmpty(a.PostalZipCode) })
	return list
}

// emails are the addresses of some people in one cell.
func emails[P any](people []P, email func(P) string) string {
	list := make([]string, len(people))
	for i, p := range people {
		list[i] = email(p)
	}
	return strings.Join(list, " ")
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func csvTime(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.Format(time.RFC3339)
}

func csvMoney(m *tracker.Money) string {
	if m == nil {
		return ""
	}
	return m.String()
}

func csvNumber[N int | int64](n *N) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(int64(*n), 10)
}
