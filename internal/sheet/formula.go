package sheet

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// formulaStarts are the characters that begin a formula in a spreadsheet, in some languages the wide forms.
const formulaStarts = "=+-@\t\r\n＝＋－＠"

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
