package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// operation is one kind of request; n differs for each request of a turn.
type operation struct {
	name string
	send func(ctx context.Context, s *server, n int64) error
	bar  bar
}

// bar is what an operation may cost on SQLite; zero is no bar.
type bar struct {
	cpu     float64 // µs of the server's processors
	p50     time.Duration
	twiceOf string // an operation that this one may cost twice as much as
}

const (
	listBar   = 350
	searchBar = 2500
	statsBar  = 5 * time.Millisecond
	figureBar = 20 * time.Millisecond
)

func companyInput(word string, n int64) map[string]any {
	return map[string]any{
		"name":         fmt.Sprintf("%s company %d", word, n),
		"details":      "Written by the bench",
		"supportEmail": fmt.Sprintf("support%d@example.com", n),
		"supportPhone": "+1 555 0100",
	}
}

func get(path func(s *server) string) func(context.Context, *server, int64) error {
	return func(ctx context.Context, s *server, _ int64) error {
		return s.Get(ctx, "/api/v1"+path(s), nil)
	}
}

func operations() []operation {
	all := lists()
	for _, list := range []struct{ name, path string }{{"companies", "/company"}, {"projects", "/project"}, {"products", "/product"}, {"users", "/UserManagement"}} {
		all = append(all, operation{"search " + list.name + ", 3 characters", get(func(s *server) string {
			return list.path + "?PageSize=25&Search=" + url.QueryEscape(pick(s.terms))
		}), bar{cpu: searchBar}})
	}
	for _, list := range []string{"company", "project"} {
		for _, sort := range []string{"monthlyPrice", "margin", "nextEndAt"} {
			for who, token := range map[string]func(s *server) string{"administrator": func(s *server) string { return s.Token },
				"moderator": func(s *server) string { return s.moderator }} {
				all = append(all, operation{fmt.Sprintf("figures, %s by %s, %s", list, sort, who), func(ctx context.Context, s *server, _ int64) error {
					return s.As(token(s)).Get(ctx, fmt.Sprintf("/api/v1/%s?PageSize=25&Include=figures&SortDescending=true&SortBy=%s", list, sort), nil)
				}, bar{p50: figureBar}})
			}
		}
	}
	statistics := func(token func(s *server) string) func(context.Context, *server, int64) error {
		return func(ctx context.Context, s *server, _ int64) error {
			return s.As(token(s)).Get(ctx, "/api/v1/dashboard/statistics", nil)
		}
	}
	return append(all,
		operation{"get company", get(func(s *server) string { return "/company/" + pick(s.companies) }), bar{}},
		operation{"get project", get(func(s *server) string { return "/project/" + pick(s.projects) }), bar{}},
		createCompany,
		operation{"update company", func(ctx context.Context, s *server, n int64) error {
			company := companyInput("Updated", n)
			company["id"] = pick(s.companies)
			return s.Call(ctx, http.MethodPut, "/api/v1/company", map[string]any{"data": company}, nil)
		}, bar{}},
		operation{"statistics, administrator", statistics(func(s *server) string { return s.Token }), bar{p50: statsBar}},
		operation{"statistics, moderator", statistics(func(s *server) string { return s.moderator }), bar{p50: statsBar}},
	)
}

// lists is every list, by every column it can be sorted by, in front and deep inside.
func lists() (all []operation) {
	for _, list := range []struct {
		name, path string
		sorts      []string
	}{
		{"companies", "/company", []string{"name", "createdAt"}},
		{"projects", "/project", []string{"name", "createdAt"}},
		{"products", "/product", []string{"name", "createdAt"}},
		{"users", "/UserManagement", []string{"displayName", "email", "createdAt"}},
	} {
		for _, sort := range list.sorts {
			front := fmt.Sprintf("%s by %s", list.name, sort)
			query := func(page int) func(context.Context, *server, int64) error {
				return func(ctx context.Context, s *server, _ int64) error {
					var rows []json.RawMessage
					path := fmt.Sprintf("/api/v1%s?PageSize=25&SortBy=%s&PageNumber=%d", list.path, sort, page)
					if err := s.Get(ctx, path, &rows); err != nil {
						return err
					}
					if len(rows) == 0 { // it costs the server next to nothing, and would pass for speed
						return fmt.Errorf("page %d of %s is empty: the scale is too small for it", page, list.name)
					}
					return nil
				}
			}
			all = append(all, operation{front, query(1), bar{cpu: listBar}}, operation{front + ", page 1000", query(1000), bar{cpu: listBar, twiceOf: front}})
		}
	}
	return all
}

var createCompany = operation{"create company", func(ctx context.Context, s *server, n int64) error {
	return s.Call(ctx, http.MethodPost, "/api/v1/company", companyInput("Created", n), nil)
}, bar{}}
