package record

import (
	"context"
	"maps"
	"slices"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// GroupRoles lists the rights that groups give at single sign-on, for administrators.
func (r *Records) GroupRoles(ctx context.Context, c change.Caller) ([]tracker.GroupRole, error) {
	if err := c.RequireAdmin(); err != nil {
		return nil, err
	}
	return r.Store.GroupRoles(ctx)
}

// groupRolesID is the id of the rights of groups in the log: there is one list of them.
const groupRolesID = "groupRoles"

// loggedGroupRoles are the rights of groups as the log keeps them.
type loggedGroupRoles struct {
	Roles []tracker.GroupRole `json:"roles"`
}

var groupRolesChanged = tracker.NewSentence("event.groupRoles", "changed which rights groups give").With()

// SetGroupRoles replaces the rights that groups give. People get them, or lose them, when they sign in the next time.
func (r *Records) SetGroupRoles(ctx context.Context, c change.Caller, in []tracker.GroupRoleInput) (change.Saved[[]tracker.GroupRole], error) {
	roles, invalid := tracker.CheckGroupRoles(in)
	return change.Save(ctx, r.Engine, c, "edit", func(m *change.Mutation) ([]tracker.GroupRole, change.Change, error) {
		if err := m.RequireAdmin(); err != nil {
			return nil, change.Unchanged, err
		}
		if invalid != nil {
			return nil, change.Unchanged, invalid
		}
		after, err := NamedGroupRoles(ctx, m.Queries, roles)
		if err != nil {
			return nil, change.Unchanged, err
		}
		before, err := m.GroupRoles(ctx)
		if err != nil || change.Same(before, after) {
			return before, change.Unchanged, err
		}
		rows := make([]store.GroupRoleRow, len(after))
		for i, r := range after {
			rows[i] = store.GroupRoleRow{ID: change.NewID(), GroupRole: r}
		}
		m.Write(func(tx *store.Tx) error { return tx.PutGroupRoles(ctx, rows) })
		event := tracker.SecurityEvent{At: m.Now, Kind: tracker.EventRights, Email: m.Caller.User.Email, DetailsText: groupRolesChanged}
		m.Write(func(tx *store.Tx) error { return change.RecordEvent(ctx, tx, m.Caller, event) })
		return after, change.Change{Entity: tracker.EntityGroupRoles, ID: groupRolesID, Before: loggedGroupRoles{before}, After: loggedGroupRoles{after}}, nil
	})
}

// NamedGroupRoles adds the names of companies, which must be there.
func NamedGroupRoles(ctx context.Context, q store.Queries, roles []tracker.GroupRole) ([]tracker.GroupRole, error) {
	names, err := q.PresentCompanies(ctx, companiesOf(roles))
	if err != nil {
		return nil, err
	}
	named := slices.Clone(roles)
	for i, r := range named {
		if r.CompanyID == nil {
			continue
		}
		name, isThere := names[*r.CompanyID]
		if !isThere {
			return nil, tracker.ErrGroupCompany
		}
		named[i].CompanyName = &name
	}
	return named, nil
}

// companiesOf lists the companies that rights are about.
func companiesOf(roles []tracker.GroupRole) []string {
	ids := []string{}
	for _, r := range roles {
		if r.CompanyID != nil {
			ids = append(ids, *r.CompanyID)
		}
	}
	return ids
}

// groupStep is what a sign-on makes of one role on a company.
type groupStep struct {
	link  store.GroupLink // as it is; without an id if there is none
	role  *tracker.Role   // as it is then, nil for none
	group *string
	hand  *tracker.Role
}

// groupSteps decides about each role that a group gave, gives, or would give if a higher one had not been given by hand.
func groupSteps(u store.GroupUser, wanted map[string]tracker.GroupRole) (steps []groupStep) {
	wanted = maps.Clone(wanted)
	for _, link := range u.Links {
		s := groupStep{link: link, hand: link.Hand}
		if link.Group == nil {
			s.hand = &link.Role
		}
		if want, isWanted := wanted[link.ParentID]; isWanted && (s.hand == nil || want.Role.Role.Outranks(*s.hand)) {
			s.role, s.group = want.Role.Role, &want.Group
		} else {
			s.role, s.hand = s.hand, nil
		}
		delete(wanted, link.ParentID)
		steps = append(steps, s)
	}
	for _, id := range slices.Sorted(maps.Keys(wanted)) {
		want := wanted[id]
		link := store.GroupLink{Link: store.Link{ParentID: id, UserID: u.ID}, Company: change.OrEmpty(want.CompanyName)}
		steps = append(steps, groupStep{link: link, role: want.Role.Role, group: &want.Group})
	}
	return steps
}

// adminStep decides whether groups leave somebody an administrator, and by which one. The last administrator who can sign in stays.
func adminStep(ctx context.Context, q store.Queries, u store.GroupUser, wanted *tracker.GroupRole) (isAdmin bool, group *string, err error) {
	switch {
	case u.IsAdmin && u.AdminGroup == nil: // by hand
		return true, nil, nil
	case wanted != nil:
		return true, &wanted.Group, nil
	case !u.IsAdmin:
		return false, nil, nil
	}
	others, err := q.OtherAdministrators(ctx, u.ID)
	if err == nil && others == 0 {
		return true, u.AdminGroup, nil
	}
	return false, nil, err
}

// GiveGroupRoles gives somebody who signs in exactly the rights of their groups, and takes away those that came from groups and do
// so no longer. Roles that were given by hand stay.
func GiveGroupRoles(ctx context.Context, w *change.Work, user tracker.User, groups []string) error {
	mapping, err := w.GroupRoles(ctx)
	if err != nil {
		return err
	}
	if err := w.Tx.PutSeenGroups(ctx, user.ID, groups); err != nil {
		return err
	}
	admin, roles := tracker.RightsOfGroups(mapping, groups)
	now, err := w.GroupUser(ctx, user.ID, slices.Collect(maps.Keys(roles)))
	if err != nil {
		return err
	}
	if err := giveAdministrator(ctx, w, user, now, admin); err != nil {
		return err
	}
	for _, s := range groupSteps(now, roles) {
		if err := s.carryOut(ctx, w, user); err != nil {
			return err
		}
	}
	return nil
}

func giveAdministrator(ctx context.Context, w *change.Work, user tracker.User, now store.GroupUser, wanted *tracker.GroupRole) error {
	isAdmin, group, err := adminStep(ctx, w.Queries, now, wanted)
	if err != nil {
		return err
	}
	if isAdmin && wanted == nil && group != nil {
		w.Engine.Log.WarnContext(ctx, "no group makes this user an administrator any more, but nobody else could sign in as one", "user", user.ID)
	}
	if isAdmin != now.IsAdmin {
		err := w.Do(ctx, "administrator", func(m *change.Mutation) (change.Change, error) {
			m.Via = viaGroup(group, now.AdminGroup)
			return change.Only(DecideUser(ctx, m, user, tracker.Opt[int]{}, func(_ *change.Mutation, u *tracker.User) error {
				u.IsAdmin = isAdmin
				return nil
			}))
		})
		if err != nil {
			return err
		}
	}
	if change.OrEmpty(group) == change.OrEmpty(now.AdminGroup) {
		return nil
	}
	return w.Tx.SetAdminGroup(ctx, user.ID, group)
}

// viaGroup names the group that gives a right, or gave it.
func viaGroup(gives, gave *string) *tracker.Via {
	if gives == nil {
		gives = gave
	}
	return &tracker.Via{Kind: tracker.FromGroup, Name: change.OrEmpty(gives)}
}

// carryOut does what was decided about a role.
func (s groupStep) carryOut(ctx context.Context, w *change.Work, user tracker.User) error {
	link := s.link
	of := store.LinkForUser{Link: link.Link, CompanyID: link.ParentID, Parent: link.Company}
	var isFull bool
	var err error
	switch {
	case link.ID == "":
		if of, err = w.LinkTo(ctx, store.CompanyModeration, link.ParentID, user.Email, ""); err != nil {
			return err
		}
		if isFull = of.Full; isFull {
			w.Engine.Log.WarnContext(ctx, "a group gives a role on a company that has the most moderators it can have", "company", link.ParentID, "user", user.ID)
			return nil
		}
		link.ID = change.NewID()
		err = s.log(ctx, w, "create", func(m *change.Mutation) change.Change {
			added := of.Link
			added.ID, added.Role, added.CreatedAt, added.Version = link.ID, *s.role, m.Now, 1
			m.Write(func(tx *store.Tx) error { return tx.InsertLinks(ctx, store.CompanyModeration, "", added) })
			return CompanyModeration.change(of, added.ID, nil, CompanyModeration.shown(added))
		})
	case s.role == nil:
		return s.log(ctx, w, "remove", func(m *change.Mutation) change.Change {
			m.Write(func(tx *store.Tx) error { return tx.DeleteLink(ctx, store.CompanyModeration, link.ID) })
			return CompanyModeration.change(of, link.ID, CompanyModeration.shown(link.Link), nil)
		})
	case *s.role != link.Role:
		err = s.log(ctx, w, "edit", func(m *change.Mutation) change.Change {
			edited := link.Link
			edited.Role = *s.role
			edited.Version++
			m.Write(func(tx *store.Tx) error { return tx.UpdateLink(ctx, store.CompanyModeration, edited, "", m.Now) })
			return CompanyModeration.change(of, link.ID, CompanyModeration.shown(link.Link), CompanyModeration.shown(edited))
		})
	case change.OrEmpty(s.group) == change.OrEmpty(link.Group):
		return nil
	}
	if err != nil {
		return err
	}
	return w.Tx.SetLinkGroup(ctx, link.ID, s.group, s.hand)
}

func (s groupStep) log(ctx context.Context, w *change.Work, action string, decide func(*change.Mutation) change.Change) error {
	return w.Do(ctx, action, func(m *change.Mutation) (change.Change, error) {
		m.Via = viaGroup(s.group, s.link.Group)
		return decide(m), nil
	})
}

// GroupEffects says what some rights of groups would do to people at their next sign-on. It lists those who had one of the groups at
// their last sign-on, and those who have a right from a group.
func GroupEffects(ctx context.Context, q store.Queries, mapping []tracker.GroupRole) (people []tracker.GroupPerson, total int, err error) {
	groups := []string{}
	for _, r := range mapping {
		groups = append(groups, r.Group)
	}
	users, total, err := q.GroupUsers(ctx, groups, companiesOf(mapping), tracker.MaxGroupPeople)
	people = make([]tracker.GroupPerson, 0, len(users))
	for _, u := range users {
		admin, roles := tracker.RightsOfGroups(mapping, u.Groups)
		effects := []tracker.GroupEffect{}
		isAdmin, group, err := adminStep(ctx, q, u, admin)
		if err != nil {
			return nil, 0, err
		}
		effects = appendEffects(effects, tracker.GroupRole{}, right(u.IsAdmin, u.AdminGroup, nil), right(isAdmin, group, nil))
		for _, s := range groupSteps(u, roles) {
			on := tracker.GroupRole{CompanyID: &s.link.ParentID, CompanyName: &s.link.Company}
			effects = appendEffects(effects, on, right(s.link.ID != "", s.link.Group, &s.link.Role), right(s.role != nil, s.group, s.role))
		}
		people = append(people, tracker.GroupPerson{Email: u.Email, DisplayName: u.DisplayName, Rights: effects})
	}
	return people, total, err
}

// right is one that came from a group, or nil.
func right(isThere bool, group *string, role *tracker.Role) *tracker.GroupRole {
	if !isThere || group == nil {
		return nil
	}
	return &tracker.GroupRole{Group: *group, Role: tracker.GroupRight{Role: role}}
}

// appendEffects tells of a right as it is and as it would be.
func appendEffects(list []tracker.GroupEffect, on tracker.GroupRole, before, after *tracker.GroupRole) []tracker.GroupEffect {
	add := func(r *tracker.GroupRole, how string) {
		e := tracker.GroupEffect{GroupRole: *r, CompanyName: on.CompanyName, Change: how}
		e.CompanyID = on.CompanyID
		list = append(list, e)
	}
	switch {
	case before != nil && after != nil && before.Group == after.Group && before.Role.String() == after.Role.String():
		add(after, tracker.GroupKept)
	default:
		if before != nil {
			add(before, tracker.GroupTaken)
		}
		if after != nil {
			add(after, tracker.GroupGiven)
		}
	}
	return list
}
