package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// roleNumbers finds SQL that decides by the number of a role.
var roleNumbers = regexp.MustCompile(`(?i)\brole\s*(?:(?:NOT\s+)?IN\s*\(|[=<>!]+)\s*[0-9]`)

// roleNames finds Go that decides by the name of a role.
var roleNames = regexp.MustCompile(`\btracker\.Role(?:None|Owner|Manager|Support|Developer|Designer)\b`)

// invents lists the packages that make up people with roles, for examples and the demo.
var invents = map[string]bool{"internal/httpapi": true, "internal/demo": true}

// What a role may do is decided in tracker/policy.go alone: everyone else asks it.
func TestOnlyThePolicyKnowsRoles(t *testing.T) {
	for dir, pkg := range packages(t) {
		if dir == "internal/tracker" {
			continue
		}
		for _, name := range pkg.GoFiles {
			source, err := os.ReadFile(filepath.Join(pkg.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			found := roleNumbers.FindAllString(string(source), -1)
			if !invents[dir] {
				found = append(found, roleNames.FindAllString(string(source), -1)...)
			}
			if len(found) > 0 {
				t.Errorf("%s/%s knows roles by itself: %s", dir, name, strings.Join(found, ", "))
			}
		}
	}
	for sql, known := range map[string]bool{"m.role IN (1, 2)": true, "role = 3": true, "role = $3": false, "role IN ($1, $2)": false} {
		if roleNumbers.MatchString(sql) != known {
			t.Errorf("%s: %v", sql, !known)
		}
	}
}
