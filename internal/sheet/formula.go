package sheet

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// formulaStarts are the characters that begin a formula in a spreadsheet, in some languages the wide forms.
const (
	operators     = "=+@＝＋－＠-" // the minus sign is last: they are a class of a regular expression too
	formulaStarts = operators + "\t\r\n"
)

// plainPhone is a phone number that no spreadsheet calculates with: groups of digits are a
// number or a text, but a minus sign between them would be a subtraction.
var plainPhone = regexp.MustCompile(`^\+[0-9]+(?: [0-9]+)*$`)

// Neutralise keeps a spreadsheet from running a cell as a formula: it begins with an apostrophe then. So does a text
// that has apostrophes there already, so that Plain takes off what Neutralise added.
func Neutralise(cell string) string {
	if !plainPhone.MatchString(cell) && beginsFormula(cell) {
		return "'" + cell
	}
	return cell
}

// Plain takes off the apostrophe of Neutralise.
func Plain(cell string) string {
	if rest, marked := strings.CutPrefix(cell, "'"); marked && beginsFormula(cell) {
		return rest
	}
	return cell
}

// beginsFormula reports whether a cell begins a formula, behind apostrophes or not.
func beginsFormula(cell string) bool {
	first, size := utf8.DecodeRuneInString(strings.TrimLeft(cell, "'"))
	return size > 0 && strings.ContainsRune(formulaStarts, first)
}

// Spreadsheets of some countries take the semicolon for the separator of every CSV file. Then a quote that is not the
// first character of their cell quotes nothing: a semicolon, tab or line break inside of our cell ends theirs, and
// the text behind it is a cell of its own.
const otherSeparators = ";\t\r\n"

// innerFormula is a formula behind such a separator, with the apostrophes that it has already.
var innerFormula = regexp.MustCompile(`([` + otherSeparators + `])('*)["']*[` + operators + `]`)

// neutraliseInside puts an apostrophe before each formula that begins behind another separator.
func neutraliseInside(cell string) string {
	return replaceInside(cell, func(apostrophes string) string { return apostrophes + "'" })
}

// plainInside takes off the apostrophes of neutraliseInside.
func plainInside(cell string) string {
	return replaceInside(cell, func(apostrophes string) string { return strings.TrimPrefix(apostrophes, "'") })
}

func replaceInside(cell string, with func(apostrophes string) string) string {
	if !strings.ContainsAny(cell, otherSeparators) {
		return cell
	}
	var out strings.Builder
	copied := 0
	for _, at := range innerFormula.FindAllStringSubmatchIndex(cell, -1) {
		out.WriteString(cell[copied:at[4]])
		out.WriteString(with(cell[at[4]:at[5]]))
		copied = at[5]
	}
	out.WriteString(cell[copied:])
	return out.String()
}

// AppendCSV adds a row of a CSV file to a text. Each cell that a spreadsheet could cut in pieces is quoted, and each
// of these pieces is no formula.
func AppendCSV(text []byte, cells []string) []byte {
	for i, cell := range cells {
		if i > 0 {
			text = append(text, ',')
		}
		isAlone := len(cells) == 1 && cell == "" // readers skip an empty line
		if !isAlone && !strings.ContainsAny(cell, ",\""+otherSeparators) && !strings.HasPrefix(cell, " ") {
			text = append(text, cell...)
			continue
		}
		text = append(text, '"')
		text = append(text, strings.ReplaceAll(neutraliseInside(cell), `"`, `""`)...)
		text = append(text, '"')
	}
	return append(text, '\n')
}
