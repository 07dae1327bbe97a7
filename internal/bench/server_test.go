package bench

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"btracker/internal/child"
	"btracker/internal/demo"
	"btracker/internal/pgtest"
	"btracker/internal/tools/program"
)

// server is one running binary, and what the load needs to know of its data.
type server struct {
	program.Client // signed in as the administrator
	pid            int
	database       int    // the first process of a database server of our own, or 0
	moderator      string // the token of one who owns some companies
	companies      []string
	projects       []string
	terms          []string
	fresh          float64 // MiB resident before anyone signed in
	idle           float64 // and after
}

// startServers gives every binary its own copy of the same SQLite data, and the
// first one a PostgreSQL too if -database-url is set.
func startServers(t testing.TB) (servers []*server) {
	add := func(target program.Target, database int) {
		servers = append(servers, start(t, target, database))
		fmt.Printf("%c is %s\n", label(len(servers)-1), target)
	}
	seeded := program.Target{Binary: binaries[0], Data: *data}
	if *data == "" {
		seeded.Data = t.TempDir()
		seed(t, seeded, *scale)
	}
	for _, binary := range binaries {
		target := program.Target{Binary: binary, Data: filepath.Join(t.TempDir(), "data")}
		if err := os.CopyFS(target.Data, os.DirFS(seeded.Data)); err != nil {
			t.Fatal(err)
		}
		add(target, 0)
	}
	postgres := program.Target{Binary: binaries[0], Data: t.TempDir(), DatabaseURL: *databaseURL}
	switch *databaseURL {
	case "":
	case "start":
		cluster := startPostgres(t)
		postgres.DatabaseURL = cluster.Database("measured")
		add(postgres, cluster.PID())
	default:
		seed(t, postgres, *scale)
		add(postgres, 0)
	}
	return servers
}

// seed fills a database with demo data.
func seed(t testing.TB, target program.Target, scale int) {
	began := time.Now()
	target.Run(t, "demo", "--scale", strconv.Itoa(scale))
	fmt.Printf("%s: seeded %d companies and what belongs to them in %.0f s\n", target, scale, time.Since(began).Seconds())
}

// durable are the settings of an installation: a commit waits for the disk, as on SQLite.
var durable = []string{"fsync=on", "synchronous_commit=on", "full_page_writes=on", "shared_buffers=256MB", "max_wal_size=4GB"}

// startPostgres starts a cluster and copies its seeded database to the one that is
// measured. A cluster that is kept is seeded once for each scale.
func startPostgres(t testing.TB) *pgtest.Cluster {
	var cluster *pgtest.Cluster
	if *clusterDir == "" {
		cluster = pgtest.NewCluster(t, durable...)
	} else {
		if err := os.MkdirAll(*clusterDir, 0o700); err != nil {
			t.Fatal(err)
		}
		cluster = pgtest.OpenCluster(t, *clusterDir, durable...)
	}
	seeded := fmt.Sprint("seeded_", *scale)
	copied := []string{"DROP DATABASE IF EXISTS measured", "CREATE DATABASE measured TEMPLATE " + seeded, "CHECKPOINT"}
	if cluster.Execute(copied...) == nil {
		return cluster
	}
	err := cluster.Execute("DROP DATABASE IF EXISTS seeding", "CREATE DATABASE seeding")
	if err == nil {
		seed(t, program.Target{Binary: binaries[0], Data: t.TempDir(), DatabaseURL: cluster.Database("seeding")}, *scale)
		err = cluster.Execute(append([]string{"ALTER DATABASE seeding RENAME TO " + seeded}, copied...)...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return cluster
}

// start signs in, and collects ids and search terms that exist.
func start(t testing.TB, target program.Target, database int) *server {
	running := program.Start(t, target.Serve())
	s := &server{Client: running.Client, pid: running.PID(), database: database}
	ok := func(err error) {
		if err != nil {
			t.Fatalf("%v\n%s", err, running.Stderr())
		}
	}
	settle := func() float64 { time.Sleep(2 * time.Second); return s.residentMiB() }
	s.fresh = settle()
	var err error
	s.Token, err = s.SignIn(t.Context(), demo.AdminEmail, demo.Password)
	ok(err)
	s.idle = settle()
	s.moderator, err = s.SignIn(t.Context(), demo.Moderators[0].Email, demo.Password)
	ok(err)
	for page := 1; page <= 10; page++ {
		var companies, projects []struct{ ID, Name string }
		query := fmt.Sprintf("?PageSize=200&PageNumber=%d", page)
		ok(s.Get(t.Context(), "/api/v1/company"+query, &companies))
		ok(s.Get(t.Context(), "/api/v1/project"+query, &projects))
		for _, c := range companies {
			s.companies = append(s.companies, c.ID)
			if term, ok := middle(c.Name); ok {
				s.terms = append(s.terms, term)
			}
		}
		for _, p := range projects {
			s.projects = append(s.projects, p.ID)
		}
	}
	if len(s.companies) == 0 || len(s.projects) == 0 || len(s.terms) == 0 {
		t.Fatal("the seeded data has no companies")
	}
	return s
}

// middle takes three characters from inside a name, as someone who remembers part of it would type.
func middle(name string) (string, bool) {
	for word := range strings.FieldsSeq(name) {
		if letters := []rune(word); len(letters) >= 4 {
			return string(letters[1:4]), true
		}
	}
	return "", false
}

func pick(from []string) string { return from[rand.IntN(len(from))] }

func (s *server) databaseCPU() time.Duration {
	if s.database == 0 {
		return 0
	}
	return child.FamilyCPU(s.database)
}

func (s *server) residentMiB() float64 { return child.ResidentMiB(s.pid) }

func label(i int) rune { return rune('A' + i) }
