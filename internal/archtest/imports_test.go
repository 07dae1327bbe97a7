package archtest

import (
	"go/build"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "btracker"

// room states what the non-test files of one package may import: packages of this module by their path in it,
// and, where a room must stay free of outside knowledge, what is forbidden beyond them.
type room struct {
	imports []string
	// standardLibraryOnly forbids every module but ours.
	standardLibraryOnly bool
	// forbidden lists packages, and all below them, that would put a concern into the wrong room.
	forbidden []string
}

var (
	sqlPackages  = []string{"database/sql", "github.com/jackc/pgx/v5", "modernc.org/sqlite", "github.com/pressly/goose/v3"}
	httpPackages = []string{"net/http"}
)

// rooms is the plan of the house: cmd → httpapi, hub, jobs → app → identity, batch, notify → record → change → store → tracker, and httpapi → contract → tracker.
// A package that is missing here fails the test, so that a new one gets its place on purpose. Packages under cmd and
// internal/tools wire things together and may import anything; nobody else imports them.
var rooms = map[string]room{
	"internal/tracker": {standardLibraryOnly: true, forbidden: []string{"database/sql", "net/http"}},
	"internal/config":  {standardLibraryOnly: true},
	"internal/datadir": {standardLibraryOnly: true, forbidden: []string{"database/sql", "net/http"}},
	"internal/share":   {standardLibraryOnly: true, forbidden: []string{"database/sql", "net/http"}},
	"internal/auth":    {imports: []string{"internal/datadir", "internal/share", "internal/tracker"}, forbidden: slices.Concat(sqlPackages, httpPackages)},
	"internal/mail":    {imports: []string{"internal/datadir"}, forbidden: sqlPackages},
	"internal/oidc":    {imports: []string{"internal/tracker"}, forbidden: sqlPackages},
	"internal/photo":   {imports: []string{"internal/tracker"}, forbidden: slices.Concat(sqlPackages, httpPackages)},
	"internal/webhook": {imports: []string{"internal/tracker"}, forbidden: sqlPackages},
	"internal/chat":    {standardLibraryOnly: true, forbidden: slices.Concat(sqlPackages, httpPackages)},
	"internal/sheet":   {imports: []string{"internal/tracker"}, forbidden: slices.Concat(sqlPackages, httpPackages)},
	"internal/child":   {standardLibraryOnly: true},
	"internal/pgtest":  {imports: []string{"internal/child", "internal/testkit"}},
	"internal/testkit": {standardLibraryOnly: true},
	"internal/sqlite":  {forbidden: httpPackages},
	"internal/store":   {imports: []string{"internal/datadir", "internal/sqlite", "internal/tracker"}, forbidden: httpPackages},
	"internal/audit":   {imports: []string{"internal/store", "internal/tracker"}, forbidden: slices.Concat(sqlPackages, httpPackages)},
	"internal/change": {
		imports:   []string{"internal/auth", "internal/photo", "internal/store", "internal/tracker"},
		forbidden: slices.Concat(sqlPackages, httpPackages),
	},
	"internal/record": {
		imports:   []string{"internal/audit", "internal/auth", "internal/change", "internal/store", "internal/tracker"},
		forbidden: slices.Concat(sqlPackages, httpPackages),
	},
	"internal/identity": {
		imports:   []string{"internal/auth", "internal/change", "internal/record", "internal/store", "internal/tracker"},
		forbidden: slices.Concat(sqlPackages, httpPackages),
	},
	"internal/batch": {
		imports:   []string{"internal/auth", "internal/change", "internal/record", "internal/sheet", "internal/store", "internal/tracker"},
		forbidden: slices.Concat(sqlPackages, httpPackages),
	},
	"internal/notify": {
		imports:   []string{"internal/auth", "internal/change", "internal/chat", "internal/record", "internal/sheet", "internal/store", "internal/tracker", "internal/webhook"},
		forbidden: slices.Concat(sqlPackages, httpPackages),
	},
	"internal/app": {
		imports: []string{"internal/auth", "internal/batch", "internal/change", "internal/identity", "internal/notify", "internal/photo", "internal/record",
			"internal/store", "internal/tracker", "internal/webhook"},
		forbidden: slices.Concat(sqlPackages, httpPackages),
	},
	"internal/certificate": {
		imports:   []string{"internal/datadir"},
		forbidden: sqlPackages,
	},
	"internal/contract": {imports: []string{"internal/tracker"}, standardLibraryOnly: true, forbidden: slices.Concat(sqlPackages, httpPackages)},
	"internal/httpapi": {
		imports: []string{"internal/app", "internal/assistant", "internal/auth", "internal/batch", "internal/change", "internal/contract",
			"internal/guide", "internal/identity", "internal/record",
			"internal/share", "internal/sheet", "internal/tracker"},
		forbidden: sqlPackages,
	},
	"internal/assistant": {imports: []string{"internal/guide", "internal/tracker"}, forbidden: sqlPackages},
	"internal/guide":     {imports: []string{"docs/guide"}, forbidden: slices.Concat(sqlPackages, httpPackages)},
	"internal/hub":       {forbidden: sqlPackages},
	"internal/hubtest":   {imports: []string{"internal/child", "internal/testkit"}},
	"internal/smtptest":  {imports: []string{"internal/testkit"}, forbidden: slices.Concat(sqlPackages, httpPackages)},
	"internal/storetest": {imports: []string{"internal/pgtest", "internal/store"}, forbidden: httpPackages},
	"internal/backup":    {imports: []string{"internal/datadir", "internal/store", "internal/tracker"}, forbidden: httpPackages},
	"internal/dbmove":    {imports: []string{"internal/backup", "internal/datadir", "internal/store"}, forbidden: httpPackages},
	"internal/bus":       {forbidden: httpPackages},
	"internal/jobs":      {imports: []string{"internal/app", "internal/change", "internal/store", "internal/tracker"}, forbidden: httpPackages},
	"internal/demo": {imports: []string{"internal/app", "internal/change", "internal/photo", "internal/record", "internal/store", "internal/tracker"},
		forbidden: slices.Concat(sqlPackages, httpPackages)},
	"internal/apitest": {imports: []string{"internal/app", "internal/audit", "internal/auth", "internal/change", "internal/httpapi",
		"internal/pgtest", "internal/photo", "internal/record", "internal/store",
		"internal/storetest", "internal/testkit", "internal/tracker", "internal/webhook"}},
	"internal/archtest": {},
	"internal/bench":    {},
	"internal/prove":    {},
	"docs/guide":        {standardLibraryOnly: true},
	"web":               {standardLibraryOnly: true},
}

func TestImportDirections(t *testing.T) {
	for dir, pkg := range packages(t) {
		if isCommand(dir) {
			continue
		}
		rules, known := rooms[dir]
		if !known {
			t.Errorf("%s has no place in the plan of the house: add it to rooms", dir)
			continue
		}
		for _, imported := range pkg.Imports {
			if complaint := rules.judge(imported); complaint != "" {
				t.Errorf("%s imports %s: %s", dir, imported, complaint)
			}
		}
	}
}

func TestEveryRoomExists(t *testing.T) {
	found := packages(t)
	for dir := range rooms {
		if _, ok := found[dir]; !ok {
			t.Errorf("rooms names %s, which does not exist", dir)
		}
	}
}

func TestEveryPackageHasACharter(t *testing.T) {
	for dir, pkg := range packages(t) {
		if pkg.Doc == "" {
			t.Errorf("%s does not say what it owns: give it a package comment", dir)
		}
		if !isCommand(dir) && dir != "web" && !slices.Contains(pkg.GoFiles, "doc.go") {
			t.Errorf("%s keeps its package comment elsewhere than in doc.go", dir)
		}
	}
}

func TestJudge(t *testing.T) {
	strict := room{imports: []string{"internal/tracker"}, standardLibraryOnly: true, forbidden: []string{"net/http"}}
	for imported, allowed := range map[string]bool{
		"strings":                   true,
		"net/http":                  false,
		"net/http/httptest":         false,
		"net/httptest":              true,
		"github.com/google/uuid":    false,
		"btracker/internal/tracker": true,
		"btracker/internal/app":     false,
	} {
		if got := strict.judge(imported) == ""; got != allowed {
			t.Errorf("judge(%s): allowed %v, want %v", imported, got, allowed)
		}
	}
}

// judge answers why a room may not import a package, or nothing.
func (r room) judge(imported string) string {
	if inside, ok := strings.CutPrefix(imported, module+"/"); ok {
		if !slices.Contains(r.imports, inside) {
			return "against the direction of the house"
		}
		return ""
	}
	for _, forbidden := range r.forbidden {
		if imported == forbidden || strings.HasPrefix(imported, forbidden+"/") {
			return "knowledge that belongs to another room"
		}
	}
	// Only module paths have a dot in their first element.
	first, _, _ := strings.Cut(imported, "/")
	if r.standardLibraryOnly && strings.Contains(first, ".") {
		return "standard library only"
	}
	return ""
}

func isCommand(dir string) bool {
	return strings.HasPrefix(dir, "cmd/") || strings.HasPrefix(dir, "internal/tools/")
}

// packages reads every package of the module, keyed by its path in it.
func packages(t *testing.T) map[string]*build.Package {
	t.Helper()
	root := filepath.Join("..", "..")
	found := map[string]*build.Package{}
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		dir, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		if base := path.Base(dir); base == "node_modules" || base == "testdata" || (base != "." && base[0] == '.') {
			return fs.SkipDir
		}
		if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil && dir != "." {
			return fs.SkipDir // a module of its own
		}
		pkg, err := build.ImportDir(name, build.ImportComment)
		if _, empty := err.(*build.NoGoError); empty {
			return nil
		}
		if err != nil {
			return err
		}
		found[filepath.ToSlash(dir)] = pkg
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Fatal("found no packages: looked in the wrong place")
	}
	return found
}
