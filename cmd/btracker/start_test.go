package main_test

import (
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"btracker/internal/pgtest"
)

// firstLine is the beginning of a server's log.
func (s *server) firstLine() string {
	s.t.Helper()
	line, _, _ := strings.Cut(s.Stderr(), "\n")
	return line
}

func TestLogBeginsWithVersionDatabaseAndSchema(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	address := pgtest.NewDatabase(t)
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	host := parsed.Hostname()
	if socket := parsed.Query().Get("host"); socket != "" {
		host = socket
	}
	small := serving(t, nil, "--data", data)
	large := serving(t, []string{"BTRACKER_SECRET=" + goodSecret}, "--data", data, "--database-url", address)
	db, err := sql.Open("sqlite", sqliteSource(data))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var schema int
	if err := db.QueryRow("SELECT max(version_id) FROM schema_version").Scan(&schema); err != nil {
		t.Fatal(err)
	}
	for s, database := range map[*server]string{
		small: "sqlite " + filepath.Join(data, "btracker.db"),
		large: "postgres " + host + "/" + strings.TrimPrefix(parsed.Path, "/"),
	} {
		want := regexp.MustCompile(`level=INFO msg="btracker starts" version=v1\.2\.3 commit=abcdef go=go1\.\S+ database="` +
			regexp.QuoteMeta(database) + `" schema=` + fmt.Sprint(schema) + `$`)
		if line := s.firstLine(); !want.MatchString(line) {
			t.Errorf("the log begins with %s\nwant %s", line, want)
		}
		if strings.Contains(s.Stderr(), "level=WARN") {
			t.Errorf("it warns:\n%s", s.Stderr())
		}
	}
}

func TestUnknownVariablesAreWarnedOf(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	env := []string{"BTRACKER_DATABSE_URL=postgres://u:" + dbPassword + "@h/d", "BTRACKER_COLOUR=red", "BTRACKER_ADMIN_PASSWORD=" + goodPassword}
	warnings := []string{
		`level=WARN msg="a variable is unknown and has no effect" name=BTRACKER_COLOUR` + "\n",
		`level=WARN msg="a variable is unknown and has no effect" name=BTRACKER_DATABSE_URL meant=BTRACKER_DATABASE_URL` + "\n",
	}
	made := run(t, env, "admin", "create", "--email", "a@example.com", "--name", "A", "--data", data)
	s := serving(t, env, "--data", data)
	for _, warning := range warnings {
		if made.code != 0 || strings.Count(made.stderr, warning) != 1 || strings.Count(made.stderr, "\n") != len(warnings) {
			t.Errorf("admin create: status %d, want %s\n%s", made.code, warning, made.stderr)
		}
		if strings.Count(s.Stderr(), warning) != 1 || strings.Count(s.Stderr(), "is unknown and has no effect") != len(warnings) {
			t.Errorf("serve: want %s\n%s", warning, s.Stderr())
		}
	}
	if !strings.Contains(s.firstLine(), "btracker starts") {
		t.Errorf("the log begins with %s", s.firstLine())
	}
	if r := run(t, env, "version"); r.code != 0 || r.stderr != "" {
		t.Errorf("version says %s", r.stderr)
	}
}

func TestOpenDataDirectoryIsNamed(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "Ada's data")
	if err := os.Mkdir(data, 0o750); err != nil {
		t.Fatal(err)
	}
	warning := `level=WARN msg="other users of this machine can enter the data directory" directory="` + data + `" rights=0750 run="chmod 700 `
	s := serving(t, nil, "--data", data)
	if strings.Count(s.Stderr(), warning) != 1 {
		t.Errorf("want %s\n%s", warning, s.Stderr())
	}
	s.Stop()
	shell := command(t, nil)
	shell.Path, shell.Args = "/bin/sh", []string{"sh", "-c", strings.ReplaceAll(regexp.MustCompile(`run="(chmod .*)"`).FindStringSubmatch(s.Stderr())[1], `\\`, `\`)}
	if output, err := shell.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	if again := serving(t, nil, "--data", data); strings.Contains(again.Stderr(), "can enter the data directory") {
		t.Errorf("after the chmod:\n%s", again.Stderr())
	}
}
