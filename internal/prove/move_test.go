package prove

import (
	"bytes"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"btracker/internal/child"
	"btracker/internal/demo"
	"btracker/internal/pgtest"
	"btracker/internal/store"
	"btracker/internal/tools/program"
)

// A PostgreSQL goes into a SQLite file and from there into another PostgreSQL. Both commands are killed again and again
// and go on; nobody serves what is half filled. At the end all checksums are equal, and all three answer the same.
func TestMove(t *testing.T) {
	begin(t)
	companies := shortOrFull(1_000, 100_000)
	kills := shortOrFull(3, 4)
	first, second, small := onPostgres(t, pgtest.NewDatabase(t)), onPostgres(t, pgtest.NewDatabase(t)), onSQLite(t)
	first.Run(t, "demo", "--scale", strconv.Itoa(companies))
	writeSome(t, first)
	file := filepath.Join(t.TempDir(), "moved.db")
	half := program.Target{Binary: binary, Data: file + ".partial"}

	there := killedMove(t, kills, companies, first.Command("export", file), half)
	small.Run(t, "restore", file)
	back := killedMove(t, kills, companies, second.Command("import", file), second)
	if there.checksum != back.checksum {
		t.Fatalf("there %s, and back %s", there.checksum, back.checksum)
	}
	answers := answersOf(t, first)
	for _, target := range []program.Target{small, second} {
		for path, got := range answersOf(t, target) {
			if !bytes.Equal(got, answers[path]) {
				t.Errorf("%s on %s:\n%.300s\nwas\n%.300s", path, target, got, answers[path])
			}
		}
		target.Run(t, "audit", "verify")
	}
	t.Logf("%d companies, %s; export in %.0f s with %d kills, import in %.0f s with %d kills, %d times refused to serve meanwhile; %d answers are equal on all three",
		companies, there.checksum, there.took.Seconds(), there.kills, back.took.Seconds(), back.kills, there.refusals+back.refusals, len(answers))
}

// writeSome gives a database a history, which the demo data has not.
func writeSome(t *testing.T, target program.Target) {
	t.Helper()
	s := program.Start(t, target.Serve("--log-level", "warn"))
	defer s.Stop()
	token, err := s.SignIn(t.Context(), demo.AdminEmail, demo.Password)
	ok(t, err)
	for book := newLedger(); book.count.Load() < 20; {
		made, err := book.create(t.Context(), s.As(token))
		ok(t, err)
		_, err = book.edit(t.Context(), s.As(token), made)
		ok(t, err)
	}
}

// killed is how a move went.
type killed struct {
	checksum        string
	kills, refusals int
	took            time.Duration // all runs together
}

var checksumLine = regexp.MustCompile(`(?m): (\d+ rows, checksum [0-9a-f]{64})$`)

// killedMove runs a command, and kills it in its middle some times before it may end. target is what it fills.
func killedMove(t *testing.T, kills, companies int, command *exec.Cmd, target program.Target) (k killed) {
	t.Helper()
	began := time.Now()
	for {
		var output bytes.Buffer
		run := exec.Command(command.Path, command.Args[1:]...)
		run.Env, run.Stdout, run.Stderr = command.Env, &output, &output
		p, err := child.Start(run, syscall.SIGKILL)
		ok(t, err)
		if k.kills < kills && untilHalf(t, p, target, companies, (float64(k.kills)+rand.Float64())/float64(kills)) {
			p.Kill()
			k.kills++
			k.refusals += refusedHalf(t, target)
			continue
		}
		<-p.Ended()
		sums := checksumLine.FindAllStringSubmatch(output.String(), -1)
		if p.ExitCode() != 0 || len(sums) != 2 || sums[0][1] != sums[1][1] {
			t.Fatalf("%v: status %d\n%s", command.Args, p.ExitCode(), output.String())
		}
		if k.refusals == 0 {
			t.Fatalf("%v was never seen half filled", command.Args)
		}
		k.checksum, k.took = sums[0][1], time.Since(began)
		return k
	}
}

// rowsEach is about how many rows of all tables the demo has for each company.
const rowsEach = 15

// untilHalf waits until a part of all rows is copied; of the last tenth, until some indexes are built as well. It is false if
// the process has ended.
func untilHalf(t *testing.T, p *child.Process, target program.Target, companies int, part float64) bool {
	t.Helper()
	e, indexes := open(t, target), 0
	defer e.Close()
	for {
		select {
		case <-p.Ended():
			return false
		case <-time.After(5 * time.Millisecond):
		}
		var copied, left int
		if _, err := os.Stat(filepath.Join(target.Data, store.SQLiteFile)); target.DatabaseURL == "" && err != nil {
			continue // looking would make it
		}
		if e.QueryRowContext(t.Context(), "SELECT (SELECT sum(copied) FROM filling_table), (SELECT count(*) FROM filling_part)").Scan(&copied, &left) != nil {
			continue // it is not there yet
		}
		indexes = max(indexes, left)
		if part < 0.9 && copied >= int(part*rowsEach*float64(companies)) || left < indexes*4/5 {
			return true
		}
	}
}

// refusedHalf returns 1 if a database is half filled, which every command must refuse then.
func refusedHalf(t *testing.T, target program.Target) int {
	t.Helper()
	if output, _ := child.Output(target.Command("migrate", "--status")); !strings.Contains(string(output), "half filled") {
		return 0 // it had ended at the same moment
	}
	for _, args := range [][]string{{"migrate"}, {"serve", "--addr", "127.0.0.1:0"}, {"audit", "head"}, {"doctor"}} {
		if output, failed := child.Output(target.Command(args...)); failed == nil || !strings.Contains(string(output), "half filled") {
			t.Fatalf("%v of a half filled database: %v\n%s", args, failed, output)
		}
	}
	return 1
}

// answersOf reads what a server shows of a database.
func answersOf(t *testing.T, target program.Target) map[string][]byte {
	t.Helper()
	s := program.Start(t, target.Serve("--log-level", "warn"))
	defer s.Stop()
	token, err := s.SignIn(t.Context(), demo.AdminEmail, demo.Password)
	ok(t, err)
	answers := map[string][]byte{}
	for _, path := range []string{"/dashboard/statistics", "/dashboard/charts", "/company?PageSize=200", "/company?PageSize=50&PageNumber=7&Include=figures",
		"/company?Search=harbor&PageSize=100", "/project?PageSize=200&PageNumber=3", "/project?Search=web", "/product?PageSize=200", "/subscription?PageSize=200",
		"/project/subscription?PageSize=100", "/product/categories", "/subscription/categories", "/UserManagement?PageSize=200", "/UserManagement?Search=example",
		"/notification?PageSize=200", "/change?PageSize=100", "/audit/head"} {
		a, err := s.As(token).Send(t.Context(), http.MethodGet, "/api/v1"+path, nil)
		ok(t, err)
		if a.Status != http.StatusOK || len(a.Body) < 3 {
			t.Fatalf("%s on %s: %d %.300s", path, target, a.Status, a.Body)
		}
		answers[path] = a.Body
	}
	return answers
}
