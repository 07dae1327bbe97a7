package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// roleNumbers finds SQL that decides by the number of a role.
var roleNumbers = regexp.MustCompile(`(?i)\brole\s*(?:(?:NOT\s+)?IN\s*\(|[=<>!]+)\s*[0-9]`)

// roleNames finds Go that decides by the name of a role.
var roleNames = regexp.MustCompile(`\btracker\.Role(?:None|Owner|Manager|Support|Developer|Designer)\b`)

// invents lists the packages that make up people with roles, for examples, the demo and tests.
var invents = map[string]bool{"internal/contract": true, "internal/demo": true, "internal/apitest": true}

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

// An error that a user meets is one of tracker/refusals.go, whose constructors are its own.
func TestOnlyTheCatalogueMakesErrors(t *testing.T) {
	eachNode(t, func(dir, at string, n ast.Node) {
		literal, ok := n.(*ast.CompositeLit)
		if !ok || dir == "internal/tracker" {
			return
		}
		if of, ok := literal.Type.(*ast.SelectorExpr); ok && of.Sel.Name == "Error" && isName(of.X, "tracker") {
			t.Errorf("%s makes an error of its own: put it into tracker/refusals.go", at)
		}
	})
}

// typedLimit finds a limit that is typed into a text.
var typedLimit = regexp.MustCompile(`[0-9]+ (?:[KMG]iB|megapixels?|days?|hours?|minutes?|characters?|moderators?|items?)\b`)

// A text that people or programs get takes its limits from tracker/limits.go.
func TestNoTextNamesALimitByItself(t *testing.T) {
	texts := map[string]bool{"internal/tracker": true, "internal/change": true, "internal/record": true, "internal/identity": true, "internal/batch": true,
		"internal/notify": true, "internal/auth": true, "internal/contract": true, "internal/httpapi": true, "internal/photo": true, "internal/store": true}
	eachNode(t, func(dir, at string, n ast.Node) {
		if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING && texts[dir] && typedLimit.MatchString(text.Value) {
			t.Errorf("%s: %s", at, typedLimit.FindString(text.Value))
		}
	})
}

// Two branches may take the same number for a migration, and merge without a conflict.
func TestEveryMigrationHasItsOwnNumber(t *testing.T) {
	files, err := filepath.Glob("../store/migrations/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal("no migrations", err)
	}
	names := map[string]string{}
	for _, file := range files {
		name, _, _ := strings.Cut(filepath.Base(file), ".") // a database may have its own text of one
		number, _, _ := strings.Cut(name, "_")
		if names[number] != "" && names[number] != name {
			t.Errorf("%s has the number of %s: take the next free one", name, names[number])
		}
		names[number] = name
	}
}

func isName(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// eachNode walks through the syntax of all packages but their tests.
func eachNode(t *testing.T, visit func(dir, at string, n ast.Node)) {
	t.Helper()
	for dir, pkg := range packages(t) {
		for _, name := range pkg.GoFiles {
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, filepath.Join(pkg.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if n != nil {
					visit(dir, dir+"/"+name+":"+strconv.Itoa(files.Position(n.Pos()).Line), n)
				}
				return true
			})
		}
	}
}
