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

// Moderators are the demo users who moderate the first companies, one for each role.
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

// batch is how many companies are in memory at a time; on SQLite they are also one transaction.
const batch = 500

// Options of a fill.
type Options struct {
	Companies    int
	PasswordHash string // of Password, for the users who sign in
	Now          time.Time
	Progress     func(done, total int) // may be nil
}

// Fill writes the demo data. Up to one batch is a single transaction.
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

// write adds the companies from first to last, and before the first one the users
// and catalogues that all refer to. It may run more than once.
func (g *generator) write(ctx context.Context, tx *store.Tx, first, last int) error {
	// The seed is fixed so that two fills of one size have the same names and numbers.
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
	return tx.Recount(ctx, tracker.ResponsibleRoles())
}

func (g *generator) companyName(i int, trade string) string {
	switch {
	case i >= len(places):
		return g.coinName() + " " + trade
	case g.rand.IntN(3) == 0:
		return places[i] + " & " + pick(g.rand, surnames)
	}
	return places[i] + " " + trade
}

// coinName makes up a name. Coined names share no more letters than real ones do,
// so that a search among thousands finds a realistic number.
func (g *generator) coinName() string {
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

// daysAgo is a random instant between fewest and most days ago.
func (g *generator) daysAgo(fewest, most int) time.Time {
	return g.o.Now.Add(-time.Duration(fewest*24+g.rand.IntN((most-fewest)*24)) * time.Hour).UTC().Truncate(time.Millisecond)
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
