package demo

import (
	"context"
	"fmt"
	"strings"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// addStaff adds the users who can sign in: the administrator, and a moderator of each role.
func (g *generator) addStaff(ctx context.Context, tx *store.Tx) error {
	g.staff = []tracker.User{{ID: newID(), Email: AdminEmail, DisplayName: "Ada Admin", IsAdmin: true, CreatedAt: g.daysAgo(815, 820)}}
	for _, m := range Moderators {
		first, last, _ := strings.Cut(m.Name, " ")
		phone := g.phone()
		g.staff = append(g.staff, tracker.User{ID: newID(), Email: m.Email, DisplayName: m.Name, FirstName: &first, LastName: &last,
			PhoneNumber: &phone, CreatedAt: g.daysAgo(810, 815)})
	}
	if err := tx.LoadUsers(ctx, g.staff, nil); err != nil {
		return err
	}
	for _, u := range g.staff {
		if err := tx.SetPasswordHash(ctx, u.ID, g.o.PasswordHash, u.CreatedAt); err != nil {
			return err
		}
	}
	return nil
}

// addUsers adds users until there are as many as companies.
func (g *generator) addUsers(ctx context.Context, tx *store.Tx) error {
	users := make([]tracker.User, max(0, g.o.Companies-len(g.staff)))
	g.users = make([]string, len(users))
	for i := range users {
		first, last := pick(g.rand, firstNames), pick(g.rand, lastNames)
		users[i] = tracker.User{ID: newID(), Email: strings.ToLower(fmt.Sprintf("%s.%s%d@example.com", first, last, i+1)), DisplayName: first + " " + last,
			FirstName: &first, LastName: &last, Gender: tracker.Gender(g.rand.IntN(3)), CreatedAt: g.daysAgo(20, 350)}
		if g.rand.IntN(3) > 0 {
			phone := g.phone()
			users[i].PhoneNumber = &phone
		}
		if g.rand.IntN(4) == 0 {
			users[i].Address = g.address(pick(g.rand, cities))
		}
		g.users[i] = users[i].ID
	}
	return tx.LoadUsers(ctx, users, nil)
}
