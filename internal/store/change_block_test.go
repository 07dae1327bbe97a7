package store

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

// Whatever of the log is sealed and removed, every filter finds what a look at each change finds. The clock
// of this log jumps.
func TestFiltersFindWhatIsLogged(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		ctx, r := t.Context(), rand.New(rand.NewPCG(1, 2))
		entities := []string{"company", "projectSubscription", "user", "product"}
		actions := []string{"create", "edit", "renew", "erase", "view"}
		fields := []string{"name", "price", "cost", "photoUrl"}
		actors := []string{"ada", "bob"}
		moderator := f.addUser("moderator@example.com").ID
		var companies, projects []string
		for i := range 3 {
			companies = append(companies, f.addCompany(fmt.Sprint("Company ", i)).ID)
			projects = append(projects, f.addProject(companies[i], "Project"))
		}
		f.addModerator(companies[0], moderator, tracker.RoleOwner)
		f.raw(`INSERT INTO project_moderator (id, project_id, user_id, role, created_at, updated_at) VALUES ('m', $1, $2, $3, 1, 1)`, projects[1], moderator, tracker.RoleOwner)
		owner := []tracker.Role{tracker.RoleOwner}
		viewers := []ChangeViewer{{All: true}, {UserID: moderator, See: owner, SeeCost: owner, Catalogues: true, CatalogueCost: true}}
		sees := func(v ChangeViewer, c Change) bool {
			return v.All || c.Entity == "product" || c.CompanyID != nil && *c.CompanyID == companies[0] || c.ProjectID != nil && *c.ProjectID == projects[1]
		}
		// Most take the first, so that others are rare.
		pick := func(from []string) string { return from[min(len(from)-1, int(r.ExpFloat64()*0.7))] }
		var log []Change
		seal := func() {
			last, err := f.LastSeal(ctx)
			f.ok(err)
			part, err := f.ChangesToSeal(ctx, last.Last, 1000) // on PostgreSQL some may not be settled
			f.ok(err)
			if len(part) == 0 {
				return
			}
			s := Seal{N: last.N + 1, FromSeq: part[0].Seq, ToSeq: part[len(part)-1].Seq, Size: len(part), At: f.now, Newest: f.now, Last: part[len(part)-1].Position}
			for _, c := range part {
				s.Changes = append(s.Changes, SealedChange{Seq: c.Seq})
			}
			f.ok(f.Write(ctx, func(tx *Tx) error { return tx.InsertSeal(ctx, s, nil) }))
		}
		for step := range 12 {
			f.ok(f.Write(ctx, func(tx *Tx) error {
				for range 40 + r.IntN(60) {
					c := Change{At: f.now.Add(time.Duration(len(log)) * time.Minute), Action: pick(actions), Entity: pick(entities), EntityID: fmt.Sprint(r.IntN(5)), RequestID: "r"}
					if r.IntN(30) == 0 {
						c.At = c.At.Add(time.Duration(r.IntN(400)-200) * time.Minute)
					}
					if c.Entity != "user" && c.Entity != "product" {
						of := r.IntN(3)
						if c.CompanyID = &companies[of]; c.Entity == "projectSubscription" {
							c.ProjectID = &projects[of]
						}
					}
					if r.IntN(4) > 0 {
						c.ActorID = ptr(pick(actors))
					}
					for _, field := range fields {
						if r.IntN(3) == 0 {
							c.Fields = append(c.Fields, field)
						}
					}
					if len(log) > 0 && r.IntN(20) == 0 {
						c.Undoes = ptr(log[len(log)-1].Seq)
					}
					seq, err := tx.InsertChange(ctx, c)
					if err != nil {
						return err
					}
					c.Seq = seq
					log = append(log, c)
				}
				return nil
			}))
			if r.IntN(3) > 0 {
				seal()
			}
			if first, err := f.Seals(ctx, 0, 1); step == 8 && len(first) > 0 { // retention
				f.ok(err)
				f.ok(f.Write(ctx, func(tx *Tx) error { _, err := tx.removeSealed(ctx, first[0]); return err }))
				log = slices.DeleteFunc(log, func(c Change) bool {
					return slices.ContainsFunc(first[0].Changes, func(s SealedChange) bool { return s.Seq == c.Seq })
				})
			}
			for range 40 {
				cq, viewer := someQuery(r, pick, entities, actions, fields, actors, log), viewers[r.IntN(2)]
				got, err := f.ListChanges(ctx, viewer, cq, 30, 0)
				f.ok(err)
				count, err := f.CountChanges(ctx, viewer, cq, 1000)
				f.ok(err)
				var want, found []int64
				for _, c := range slices.Backward(log) {
					if cq.wants(c) && sees(viewer, c) {
						want = append(want, c.Seq)
					}
				}
				for _, c := range got {
					found = append(found, c.Seq)
				}
				if d := cmp.Diff(want[:min(30, len(want))], found); d != "" || count != len(want) {
					f.Fatalf("%+v: %+v: counted %d of %d\n%s", viewer, cq, count, len(want), d)
				}
			}
		}
	})
}

func someQuery(r *rand.Rand, pick func([]string) string, entities, actions, fields, actors []string, log []Change) (cq ChangeQuery) {
	maybe := func(set func()) {
		if r.IntN(3) == 0 {
			set()
		}
	}
	at := func() *time.Time { return ptr(log[r.IntN(len(log))].At.Add(time.Second)) }
	maybe(func() { cq.Entity = pick(entities) })
	maybe(func() { cq.Actions = []string{pick(actions[:4]), "administrator"} })
	maybe(func() { cq.Undo = ptr(r.IntN(2) == 0) })
	maybe(func() { cq.Field = pick(fields) })
	maybe(func() { cq.ActorID = pick(actors) })
	maybe(func() { cq.From = at() })
	maybe(func() { cq.To = at() })
	maybe(func() { cq.Before = log[r.IntN(len(log))].Seq })
	return cq
}

// wants is what the fields of a query mean.
func (cq ChangeQuery) wants(c Change) bool {
	return (cq.Entity == "" || c.Entity == cq.Entity) && (cq.ActorID == "" || c.ActorID != nil && *c.ActorID == cq.ActorID) &&
		(len(cq.Actions) == 0 && c.Action != "view" || slices.Contains(cq.Actions, c.Action)) &&
		(cq.Undo == nil || *cq.Undo == (c.Undoes != nil)) && (cq.Field == "" || slices.Contains(c.Fields, cq.Field)) &&
		(cq.From == nil || !c.At.Before(*cq.From)) && (cq.To == nil || !c.At.After(*cq.To)) && (cq.Before == 0 || c.Seq < cq.Before)
}
