package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/google/uuid"

	"btracker/internal/photo"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Password of every demo user.
const Password = "Welcome-2026"

// AdminEmail is the demo administrator.
const AdminEmail = "admin@example.com"

// Moderators are the demo users with a role each, on the first companies.
var Moderators = []struct {
	Email, Name string
	Role        tracker.Role
}{
	{"owner@example.com", "Olivia Owens", tracker.RoleOwner},
	{"manager@example.com", "Marc Manning", tracker.RoleManager},
	{"support@example.com", "Sofia Supple", tracker.RoleSupport},
	{"developer@example.com", "Dilan Devries", tracker.RoleDeveloper},
	{"designer@example.com", "Dana Deschamps", tracker.RoleDesigner},
	{"guest@example.com", "Gwen Guest", tracker.RoleNone},
}

const batch = 500 // companies that are held in memory, and on SQLite in one transaction

// Options of a fill.
type Options struct {
	Companies    int
	PasswordHash string // of Password, for the users who sign in
	Now          time.Time
	Progress     func(done, total int) // may be nil
}

// Fill writes the demo data. A small one is a single transaction: it is there as
// a whole or not at all.
func Fill(ctx context.Context, s *store.Store, o Options) error {
	g := &generator{o: o}
	return s.Fill(ctx, (o.Companies+batch-1)/batch, func(tx *store.Tx, n int) error {
		last := min((n+1)*batch, o.Companies)
		if err := g.write(ctx, tx, n*batch, last); err != nil {
			return err
		}
		if o.Progress != nil {
			o.Progress(last, o.Companies)
		}
		return nil
	})
}

type generator struct {
	rand          *rand.Rand
	o             Options
	staff         []tracker.User // the administrator first, then Moderators
	users         []string
	products      []tracker.CatalogueItem
	subscriptions []tracker.CatalogueItem
	logos         []photo.Photo
	projects      int // so far
	rows          rows
}

// write adds some companies, before the first all that they refer to. It may run
// more than once.
func (g *generator) write(ctx context.Context, tx *store.Tx, first, last int) error {
	// A fixed seed: two fills of one size hold the same names and numbers.
	// #nosec G404 -- demo data is the same each time on purpose
	g.rand = rand.New(rand.NewPCG(20, uint64(first)))
	g.rows = rows{}
	g.projects = 3 * first
	if first == 0 {
		for _, add := range []func(context.Context, *store.Tx) error{g.addStaff, g.addUsers, g.addCatalogues} {
			if err := add(ctx, tx); err != nil {
				return err
			}
		}
	}
	for i := first; i < last; i++ {
		g.company(i)
	}
	if err := g.rows.write(ctx, tx, g.staff[0].ID); err != nil || last < g.o.Companies {
		return err
	}
	return tx.Recount(ctx)
}

func (g *generator) companyName(i int, trade string) string {
	switch {
	case i >= len(places):
		return g.coined() + " " + trade
	case g.rand.IntN(3) == 0:
		return places[i] + " & " + pick(g.rand, surnames)
	}
	return places[i] + " " + trade
}

// coined is a name nobody has: thousands of companies share no more letters than
// real ones do.
func (g *generator) coined() string {
	word := ""
	for range 2 + g.rand.IntN(3) {
		word += pick(g.rand, syllables)
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

func (g *generator) address(where city) *tracker.Address {
	street, building := pick(g.rand, streets), fmt.Sprint(1+g.rand.IntN(180))
	zip := fmt.Sprintf("%05d", 10000+g.rand.IntN(80000))
	return &tracker.Address{Country: where.country, ProvinceState: where.province, City: &where.city, Street: &street, Building: &building, PostalZipCode: &zip}
}

func (g *generator) phone() string {
	return fmt.Sprintf("+1 555 %03d %04d", g.rand.IntN(1000), g.rand.IntN(10000))
}

// past is an instant between two numbers of days ago.
func (g *generator) past(after, before int) time.Time {
	return g.o.Now.Add(-time.Duration(after*24+g.rand.IntN((before-after)*24)) * time.Hour).UTC().Truncate(time.Millisecond)
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

func newID() string { return uuid.Must(uuid.NewV7()).String() }

func domain(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(name))
	return clean + ".example"
}
