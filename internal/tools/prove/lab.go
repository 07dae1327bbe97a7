package main

import (
	"path/filepath"
	"time"

	"btracker/internal/demo"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

// lab is where one promise is tried: directories, servers and databases are gone
// when it is over.
type lab struct {
	testkit.TB
	options
	figures func() string // what was seen so far
}

func (l *lab) ok(err error) {
	l.Helper()
	if err != nil {
		l.Fatal(err)
	}
}

// of chooses between the number of the short version and the full one.
func (l *lab) of(short, full int) int {
	if l.short {
		return short
	}
	return full
}

// limit is how long to wait for something that is promised within a time. The
// short version runs among other tests, on machines that may be busy, and holds
// nothing to a clock.
func (l *lab) limit(promised time.Duration) time.Duration {
	if l.short {
		return testkit.Patience
	}
	return promised
}

// atMost fails when something took longer than is promised.
func (l *lab) atMost(what string, took, promised time.Duration) {
	l.Helper()
	if took > l.limit(promised) {
		l.Fatalf("%s: %v, more than %v", what, took, promised)
	}
}

// sqlite is a place for a database in a file.
func (l *lab) sqlite() program.Target {
	return program.Target{Binary: l.binary, Data: filepath.Join(l.TempDir(), "data")}
}

// postgres is a place on a database server.
func (l *lab) postgres(url string) program.Target {
	t := l.sqlite()
	t.DatabaseURL = url
	return t
}

// server is a running program, signed in as its administrator.
type server struct {
	*program.Server
	target program.Target
}

// serve starts a server with demo data.
func (l *lab) serve(t program.Target, args ...string) *server {
	l.Helper()
	s := &server{program.Start(l, t.Serve(append(args, "--demo", "--log-level", "warn")...)), t}
	var err error
	s.Token, err = s.SignIn(l.Context(), demo.AdminEmail, demo.Password)
	l.ok(err)
	return s
}

// restart starts a server that was killed; its sessions are still good.
func (l *lab) restart(s *server) {
	l.Helper()
	token := s.Token
	s.Server = program.Start(l, s.target.Serve("--log-level", "warn"))
	s.Token = token
}

// observed is a server with its database seen from behind, and how far that had
// grown when it started.
type observed struct {
	evidence
	server *server
	since  position
}

// observe serves a target and opens its database.
func (l *lab) observe(t program.Target, args ...string) observed {
	l.Helper()
	o := observed{server: l.serve(t, args...), evidence: l.open(t)}
	o.since = o.position()
	return o
}
