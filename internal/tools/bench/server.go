package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"btracker/internal/demo"
	"btracker/internal/tools/program"
)

// server is one running binary, and what the load needs to know of its data.
type server struct {
	program.Client // signed in as the administrator
	pid            int
	database       int // the first process of a database server of our own, or 0
	stop           func()
	moderator      string // the token of one who owns some companies
	companies      []string
	projects       []string
	terms          []string
	fresh          float64 // MiB resident before anyone signed in
	idle           float64 // and after
}

// seed fills a database with demo data.
func seed(t program.Target, scale int) error {
	began := time.Now()
	if _, err := t.Run("demo", "--scale", strconv.Itoa(scale)); err != nil {
		return err
	}
	fmt.Printf("%s: seeded %d companies and what belongs to them in %.0f s\n", t, scale, time.Since(began).Seconds())
	return nil
}

func start(ctx context.Context, t program.Target) (*server, error) {
	running, err := program.Start(ctx, t)
	if err != nil {
		return nil, err
	}
	s := &server{Client: running.Client, pid: running.PID(), stop: running.Stop}
	if err := s.prepare(ctx); err != nil {
		s.stop()
		return nil, fmt.Errorf("%w\n%s", err, running.Log())
	}
	return s, nil
}

// prepare signs in, and collects ids and search terms that exist.
func (s *server) prepare(ctx context.Context) error {
	settle := func() float64 { time.Sleep(2 * time.Second); return s.residentMiB() }
	s.fresh = settle()
	var err error
	if s.Token, err = s.SignIn(ctx, demo.AdminEmail, demo.Password); err != nil {
		return err
	}
	s.idle = settle()
	if s.moderator, err = s.SignIn(ctx, demo.Moderators[0].Email, demo.Password); err != nil {
		return err
	}
	for page := 1; page <= 10; page++ {
		var companies, projects []struct{ ID, Name string }
		query := "?" + url.Values{"PageSize": {"200"}, "PageNumber": {strconv.Itoa(page)}}.Encode()
		if err := s.Call(ctx, http.MethodGet, "/api/v1/company"+query, nil, &companies); err != nil {
			return err
		}
		if err := s.Call(ctx, http.MethodGet, "/api/v1/project"+query, nil, &projects); err != nil {
			return err
		}
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
		return fmt.Errorf("the seeded data has no companies")
	}
	return nil
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

func (s *server) cpu() time.Duration { return program.CPU(s.pid) }

func (s *server) databaseCPU() time.Duration {
	if s.database == 0 {
		return 0
	}
	return program.FamilyCPU(s.database)
}

func (s *server) residentMiB() float64 { return program.ResidentMiB(s.pid) }
