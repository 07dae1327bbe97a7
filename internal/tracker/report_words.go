package tracker

import (
	"fmt"
	"strings"
	"time"
)

// ReportWords are the words of reports that leave the program as a file or a mail. The web app has its own, but the program has to
// write these in the language of the reader.
type ReportWords struct {
	Language string

	summary, recurring                      string
	period, compared, made                  string
	figures, movers, months                 string
	figure, company, category               string
	companies, categories, others           string
	month, change, changePercent            string
	names                                   map[string]string // of figures
	monthNames                              []string
	day                                     func(time.Time) string
	group, decimal, beforeMoney, afterMoney string
	Subject, Hello, Open, Days, Settings    string
	more, less, same, moved, amount         string
	most                                    string
}

var englishReport = ReportWords{
	Language: "en",
	summary:  "Summary", recurring: "Recurring value",
	period: "Period", compared: "Compared with", made: "Made on %s",
	figures: "Figures", movers: "Companies", months: "Months",
	figure: "Figure", company: "Company", category: "Category", companies: "Companies", categories: "Categories", others: "Others",
	month: "Month", change: "Change", changePercent: "Change in %",
	names: map[string]string{"monthlyPrice": "Price a month ($)", "monthlyCost": "Cost a month ($)", "margin": "Margin a month ($)", "marginPercent": "Margin in %",
		"running": "Running subscriptions", "customers": "Customers", "started": "Started, price a month ($)", "ended": "Ended, price a month ($)",
		"repriced": "Repriced, price a month ($)", "oneOff": "Products added, price ($)"},
	monthNames: strings.Fields("January February March April May June July August September October November December"),
	day:        func(t time.Time) string { return t.Format("2 Jan 2006") },
	group:      ",", decimal: ".", beforeMoney: "$",
	Subject: "Your report for %s", Hello: "Hello %s,", Open: "Open the report", Days: "Days and months are in UTC.", Settings: "You chose to get this mail. The page of reports has the setting.",
	more: "%s, %s %% more than in the period before.", less: "%s, %s %% less than in the period before.", same: "%s, as in the period before.",
	amount: "%s a month", moved: "%s started, %s ended.", most: "%s has the largest increase.",
}

var germanReport = ReportWords{
	Language: "de",
	summary:  "Zusammenfassung", recurring: "Wiederkehrender Wert",
	period: "Zeitraum", compared: "Verglichen mit", made: "Erstellt am %s",
	figures: "Kennzahlen", movers: "Firmen", months: "Monate",
	figure: "Kennzahl", company: "Firma", category: "Kategorie", companies: "Firmen", categories: "Kategorien", others: "Übrige",
	month: "Monat", change: "Änderung", changePercent: "Änderung in %",
	names: map[string]string{"monthlyPrice": "Preis im Monat ($)", "monthlyCost": "Kosten im Monat ($)", "margin": "Marge im Monat ($)", "marginPercent": "Marge in %",
		"running": "Laufende Abonnements", "customers": "Kunden", "started": "Begonnen, Preis im Monat ($)", "ended": "Beendet, Preis im Monat ($)",
		"repriced": "Preisänderung im Monat ($)", "oneOff": "Produkte hinzugefügt, Preis ($)"},
	monthNames: strings.Fields("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
	day:        func(t time.Time) string { return t.Format("02.01.2006") },
	group:      ".", decimal: ",", afterMoney: "\u00a0$",
	Subject: "Ihre Auswertung für %s", Hello: "Guten Tag %s,", Open: "Auswertung öffnen",
	Days: "Tage und Monate sind in UTC.", Settings: "Sie haben diese E-Mail bestellt. Die Einstellung steht auf der Seite der Auswertungen.",
	more: "%s, %s %% mehr als im Zeitraum davor.", less: "%s, %s %% weniger als im Zeitraum davor.", same: "%s, wie im Zeitraum davor.",
	amount: "%s im Monat", moved: "%s begonnen, %s beendet.", most: "%s hat den größten Zuwachs.",
}

// ReportLanguages are the languages of files and mails of reports; the first is for everybody else.
var ReportLanguages = []string{englishReport.Language, germanReport.Language}

// WordsOfReport are the words of a report in a language.
func WordsOfReport(language string) ReportWords {
	if language == germanReport.Language {
		return germanReport
	}
	return englishReport
}

// Period names a period: "July to September 2026", or days.
func (w ReportWords) Period(p Period) string {
	from, isFrom := w.inWords(p.From)
	to, isTo := w.inWords(p.To)
	switch {
	case p.From == p.To:
		return to
	case isFrom && isTo && p.From[:4] == p.To[:4]:
		return strings.TrimSuffix(from, " "+p.From[:4]) + " – " + to
	}
	return from + " – " + to
}

// inWords writes a month or day in words, and reports whether it is a month.
func (w ReportWords) inWords(text string) (words string, isMonth bool) {
	if t, err := time.Parse(time.DateOnly, text); err == nil {
		return w.day(t), false
	}
	month, err := ParseMonth(text)
	if err != nil {
		return text, false
	}
	return fmt.Sprintf("%s %d", w.monthNames[int(month)%12], int(month)/12), true
}

// Headline says in words what a summary comes to.
func (w ReportWords) Headline(s Summary) string {
	figures := map[string]SummaryFigure{}
	for _, f := range s.Figures {
		figures[f.Name] = f
	}
	price := figures["monthlyPrice"]
	amount := fmt.Sprintf(w.amount, w.money(*price.Value))
	text := fmt.Sprintf(w.same, amount)
	if part := percent(*price.Value-*price.Before, *price.Before); part != nil && *part != 0 {
		words := w.more
		if *part < 0 {
			words, *part = w.less, -*part
		}
		text = fmt.Sprintf(words, amount, w.tenth(*part))
	} else if *price.Value != *price.Before {
		text = amount + "."
	}
	text += " " + fmt.Sprintf(w.moved, w.money(*figures["started"].Value), w.money(*figures["ended"].Value))
	for _, m := range s.Movers {
		if m.Change() > 0 {
			return text + " " + fmt.Sprintf(w.most, isolate(m.CompanyName))
		}
	}
	return text
}

func (w ReportWords) tenth(m Money) string {
	text := strings.TrimSuffix(strings.TrimSuffix(m.String(), "0"), ".0")
	return strings.Replace(text, ".", w.decimal, 1)
}

// Shown is a cell of a table as people read it.
func (w ReportWords) Shown(c Cell) string {
	if !c.IsNumber {
		return c.Text
	}
	return inGroups(c.Text, w.group, w.decimal)
}

// money writes an amount as people read it.
func (w ReportWords) money(m Money) string {
	minus := ""
	if m < 0 {
		minus, m = "-", -m
	}
	return minus + w.beforeMoney + inGroups(m.String(), w.group, w.decimal) + w.afterMoney
}

// inGroups writes a number in groups of three digits.
func inGroups(number, group, decimal string) string {
	whole, part, hasPart := strings.Cut(number, ".")
	minus := ""
	if rest, isMinus := strings.CutPrefix(whole, "-"); isMinus {
		minus, whole = "-", rest
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + group + whole[i:]
	}
	if hasPart {
		whole += decimal + part
	}
	return minus + whole
}
