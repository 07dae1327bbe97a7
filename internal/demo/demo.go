package demo

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/google/uuid"

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

// ErrNotEmpty refuses to mix demo data into somebody's own.
var ErrNotEmpty = errors.New("the database is not empty; demo data goes into an empty one")

const batch = 500

// Options of a fill.
type Options struct {
	Companies    int
	PasswordHash string // of Password, for the users who sign in
	Now          time.Time
	Progress     func(done, total int) // may be nil
}

// Fill writes the demo data.
func Fill(ctx context.Context, s *store.Store, o Options) error {
	// A fixed seed: two fills of one size hold the same names and numbers.
	g := &generator{rand: rand.New(rand.NewPCG(20, 26)), o: o}
	var people []tracker.User
	err := s.Write(ctx, func(tx *store.Tx) error {
		_, all, err := tx.UserCounts(ctx)
		if err == nil && all > 0 {
			err = ErrNotEmpty
		}
		if err == nil {
			people, err = g.people(ctx, tx)
		}
		return err
	})
	if errors.Is(err, store.ErrTaken) { // another program that started at the same time fills it
		err = ErrNotEmpty
	}
	if err != nil {
		return err
	}
	for first := 0; first < o.Companies; first += batch {
		last := min(first+batch, o.Companies)
		if err := s.Write(ctx, func(tx *store.Tx) error {
			for i := first; i < last; i++ {
				if err := g.company(ctx, tx, i, people); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
		if o.Progress != nil {
			o.Progress(last, o.Companies)
		}
	}
	return nil
}

type generator struct {
	rand *rand.Rand
	o    Options
}

func (g *generator) people(ctx context.Context, tx *store.Tx) ([]tracker.User, error) {
	admin := tracker.User{ID: newID(), Email: AdminEmail, DisplayName: "Ada Admin", IsAdmin: true, CreatedAt: g.past(365)}
	people := []tracker.User{admin}
	for _, m := range Moderators {
		first, last, _ := strings.Cut(m.Name, " ")
		phone := g.phone()
		people = append(people, tracker.User{ID: newID(), Email: m.Email, DisplayName: m.Name, FirstName: &first, LastName: &last,
			PhoneNumber: &phone, CreatedAt: g.past(360)})
	}
	for i, u := range people {
		if err := tx.InsertUser(ctx, u, nil); err != nil {
			return nil, err
		}
		if err := tx.SetPasswordHash(ctx, u.ID, g.o.PasswordHash, u.CreatedAt); err != nil {
			return nil, err
		}
		people[i] = u
	}
	return people, nil
}

func (g *generator) company(ctx context.Context, tx *store.Tx, i int, people []tracker.User) error {
	admin := people[0].ID
	trade, where := pick(g.rand, trades), pick(g.rand, cities)
	name := g.companyName(i, trade)
	email := "support@" + domain(name)
	c := tracker.Company{ID: newID(), Name: name, SupportEmail: &email, CreatedAt: g.past(350)}
	if g.rand.IntN(4) > 0 {
		phone := g.phone()
		c.SupportPhone = &phone
	}
	if g.rand.IntN(3) > 0 {
		details := trade + " from " + where.city + ", customer since " + c.CreatedAt.Format("January 2006")
		c.Details = &details
	}
	if g.rand.IntN(5) > 0 {
		c.HeadAddress = g.address(where)
	}
	if err := tx.InsertCompany(ctx, c, admin); err != nil {
		return err
	}
	if i < 12 {
		for k, m := range Moderators {
			if (i+k)%2 == 0 || i == 0 {
				link := tracker.CompanyModerator{ID: newID(), CompanyID: c.ID, UserID: people[k+1].ID, Role: m.Role, CreatedAt: c.CreatedAt}
				if err := tx.InsertCompanyModerator(ctx, link, admin); err != nil {
					return err
				}
			}
		}
	}
	// Three projects on average; every eighth company has none, to be removable at once.
	projects := 0
	if i%8 != 7 {
		projects = 2 + g.rand.IntN(4)
	}
	for range projects {
		p := store.NewProject{ID: newID(), CompanyID: c.ID, Name: pick(g.rand, projectNames) + " " + pick(g.rand, projectKinds), CreatedAt: c.CreatedAt.Add(time.Duration(g.rand.IntN(200)) * time.Hour)}
		if err := tx.InsertProject(ctx, p, admin); err != nil {
			return err
		}
	}
	if i%20 == 13 { // a company on its way out
		from := tracker.Removable{Found: true, InUse: true}
		return tx.Mark(ctx, store.CompanyRemoval, c.ID, from, tracker.Marks{Marked: true}, admin, g.past(20))
	}
	return nil
}

func (g *generator) companyName(i int, trade string) string {
	switch {
	case i >= len(places): // beyond a handful, numbers keep names apart
		return fmt.Sprintf("%s %s %d", pick(g.rand, places), trade, i+1)
	case g.rand.IntN(3) == 0:
		return places[i] + " & " + pick(g.rand, surnames)
	}
	return places[i] + " " + trade
}

func (g *generator) address(where city) *tracker.Address {
	street, building := pick(g.rand, streets), fmt.Sprint(1+g.rand.IntN(180))
	zip := fmt.Sprintf("%05d", 10000+g.rand.IntN(80000))
	return &tracker.Address{Country: where.country, ProvinceState: where.province, City: &where.city, Street: &street, Building: &building, PostalZipCode: &zip}
}

func (g *generator) phone() string {
	return fmt.Sprintf("+1 555 %03d %04d", g.rand.IntN(1000), g.rand.IntN(10000))
}

func (g *generator) past(days int) time.Time {
	return g.o.Now.Add(-time.Duration(g.rand.IntN(days*24)) * time.Hour).UTC().Truncate(time.Millisecond)
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
