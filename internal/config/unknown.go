package config

import (
	"regexp"
	"slices"
	"strings"
)

const prefix = "BTRACKER_"

// UnknownVariable is a variable that is named like a setting but is not one.
type UnknownVariable struct {
	Name    string
	Nearest string // the setting that was probably meant; empty if none is close
}

// serviceLink matches the variables that Kubernetes and Docker set in containers
// beside a service called btracker.
var serviceLink = regexp.MustCompile(`^BTRACKER_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_(TCP|UDP|SCTP)(_\w+)?)?)$`)

// UnknownVariables finds the names in an environment of NAME=value that begin like
// our settings but are known to no command. It does not look at values.
func UnknownVariables(environ []string) []UnknownVariable {
	var known []string
	for _, s := range settingsOf(&Config{}) {
		if s.env != "" {
			known = append(known, s.env)
		}
	}
	var unknown []UnknownVariable
	for _, variable := range environ {
		name, _, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, prefix) && !slices.Contains(known, name) && !serviceLink.MatchString(name) {
			unknown = append(unknown, UnknownVariable{Name: name, Nearest: nearest(name, known)})
		}
	}
	slices.SortFunc(unknown, func(a, b UnknownVariable) int { return strings.Compare(a.Name, b.Name) })
	return unknown
}

// nearest returns the known name that differs from name by the fewest letters, or
// "" if each differs by four or more, or in every letter.
func nearest(name string, known []string) (found string) {
	fewest := 4
	for _, candidate := range known {
		own := strings.TrimPrefix(candidate, prefix)
		if n := editDistance(strings.TrimPrefix(name, prefix), own); n < fewest && n < len(own) {
			found, fewest = candidate, n
		}
	}
	return found
}

// editDistance is Levenshtein's: the number of letters to add, drop or replace to
// turn one text into the other.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
