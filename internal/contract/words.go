package contract

import (
	"strconv"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// Number returns a word for a small number, and digits for others.
func Number(n int) string {
	if words := strings.Fields("no one two three four five six seven eight nine ten eleven twelve"); n < len(words) {
		return words[n]
	}
	return strconv.Itoa(n)
}

// Span returns a number of days or hours in words.
func Span(d time.Duration) string {
	switch days := int(d / (24 * time.Hour)); {
	case days > 0:
		return Number(days) + " days"
	case d == time.Hour:
		return "an hour"
	}
	return Number(int(d/time.Hour)) + " hours"
}

// Roles joins the names of roles by a word such as "or".
func Roles(roles []tracker.Role, word string) string {
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = role.String()
	}
	last := len(names) - 1
	if last <= 0 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}
