package tracker

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The functions below turn the text of a cell into the JSON that a form would send. A text that they do not understand goes
// to the rule of the field as a value that the rule refuses. Where the rule has no words for it, the function refuses it.

var (
	ambiguousAmount = NewSentence("field.ambiguousAmount", "{label} may be thousands or decimals: write 1234.00 or 1.23.")
	notADate        = NewSentence("field.date", "{label} must be a date such as 2026-11-30 or 30.11.2026.")
	notYesOrNo      = NewSentence("field.yesOrNo", "{label} must be yes or no.")
)

func parseText(_ ImportField, cell string) (string, *FieldError) {
	b, err := json.Marshal(cell)
	if err != nil {
		return jsonNull, nil
	}
	return string(b), nil
}

var (
	groupedAmount = regexp.MustCompile(`^-?[0-9]{1,3}(?:([.,' ])[0-9]{3})+(?:([.,])[0-9]+)?$`)
	plainAmount   = regexp.MustCompile(`^-?[0-9]+(?:[.,][0-9]+)?$`)
	oneSeparator  = regexp.MustCompile(`^-?[1-9][0-9]{0,2}[.,][0-9]{3}$`)
)

// parseMoney reads amounts with decimal points or commas, with or without groups of thousands. One separator with three
// digits behind it may be either, and is refused.
func parseMoney(f ImportField, cell string) (string, *FieldError) {
	amount := strings.NewReplacer("\u00a0", " ", "\u202f", " ", "’", "'").Replace(cell)
	for _, mark := range []string{"$", Currency} {
		amount = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(amount, mark), mark))
	}
	switch match := groupedAmount.FindStringSubmatch(amount); {
	case len(amount) > 40:
		return "-1", nil
	case oneSeparator.MatchString(amount):
		return "", &FieldError{f.Name, "ambiguous", ambiguousAmount.With(f.Label)}
	case match != nil && match[1] != match[2]:
		amount = strings.ReplaceAll(amount, match[1], "")
	case !plainAmount.MatchString(amount):
		return "-1", nil // which the rule refuses
	}
	amount = strings.ReplaceAll(amount, ",", ".")
	whole, fraction, _ := strings.Cut(amount, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		fraction = "." + fraction
	}
	return sign + whole + fraction, nil
}

// dayLayouts are dates without a time, timeLayouts those with one.
var (
	dayLayouts  = []string{time.DateOnly, "2.1.2006", "2006/01/02"}
	timeLayouts = []string{time.RFC3339, "2006-01-02T15:04:05", time.DateTime, "2006-01-02 15:04", "2.1.2006 15:04:05", "2.1.2006 15:04"}
)

// parseDay reads a date in UTC; one without a time gets that time of the day.
func parseDay(at time.Duration) func(ImportField, string) (string, *FieldError) {
	return func(f ImportField, cell string) (string, *FieldError) {
		for i, layout := range slices.Concat(dayLayouts, timeLayouts) {
			instant, err := time.Parse(layout, cell)
			if err != nil {
				continue
			}
			if i < len(dayLayouts) {
				instant = instant.Add(at)
			}
			if year := instant.UTC().Year(); year > 0 && year < 10000 { // the rule of the field has narrower limits
				return `"` + instant.UTC().Format(time.RFC3339Nano) + `"`, nil
			}
		}
		return "", &FieldError{f.Name, "date", notADate.With(f.Label)}
	}
}

var (
	wordsForYes = []string{"true", "yes", "y", "1", "on", "x", "ja", "oui", "si", "sí", "sim", "wahr"}
	wordsForNo  = []string{"false", "no", "n", "0", "off", "nein", "non", "nao", "não", "falsch"}
)

func parseFlag(f ImportField, cell string) (string, *FieldError) {
	switch word := strings.ToLower(cell); {
	case slices.Contains(wordsForYes, word):
		return "true", nil
	case slices.Contains(wordsForNo, word):
		return "false", nil
	}
	return "", &FieldError{f.Name, "flag", notYesOrNo.With(f.Label)}
}

// parseEnum reads the name of an option, in any case and with spaces, or its number.
func parseEnum(keys []string) func(ImportField, string) (string, *FieldError) {
	return func(_ ImportField, cell string) (string, *FieldError) {
		i := slices.IndexFunc(keys, func(key string) bool { return headingKey(key) == headingKey(cell) })
		if n, err := strconv.Atoi(cell); err == nil && n >= 0 && n < len(keys) {
			i = n
		}
		return strconv.Itoa(i), nil // -1 is none, which the rule refuses
	}
}

func parseWhole(_ ImportField, cell string) (string, *FieldError) {
	if n, err := strconv.Atoi(cell); err == nil && n >= 0 && n < 1_000_000 {
		return strconv.Itoa(n), nil
	}
	return "-1", nil // which the rule refuses
}
