package tracker

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
)

// decided is the table of permissions as it was decided.
const decided = `
| may | Owner | Manager | Support | Developer | Designer | None |
| --- | --- | --- | --- | --- | --- | --- |
| see the company or project and all in it but cost | x | x | x | x | x | x |
| see cost | x | x | | | | |
| edit company and address; create, edit, remove, restore its projects | x | x | | | | |
| add, change and remove moderators | x | x, but no Owner | | | | |
| attach, edit, remove project products and subscriptions | x | x | | | | |
| edit and cancel project subscriptions | x | x | x | | | |
| set a project product's status and details | x | x | | x | x | |
| be notified about subscriptions | x | x | x | | | |
| read the catalogues | x | x | x | x | x | x |
`

var rowPermissions = []Permission{See, SeeCost, EditCompany, ManageModerators, AttachItems, EditSubscriptions, SetProductStatus, BeNotified, ReadCatalogues}

func cells(line string) []string {
	parts := strings.Split(strings.Trim(line, "|"), "|")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

func TestPolicyIsTheDecidedTable(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(decided), "\n")
	header, rows := cells(lines[0]), lines[2:]
	if len(rows) != len(rowPermissions) || len(rows) != int(permissionCount) {
		t.Fatalf("%d rows for %d permissions", len(rows), permissionCount)
	}
	for i, line := range rows {
		row := cells(line)
		for column := 1; column < len(header); column++ {
			role := Role(slices.Index(roleKeys, header[column]))
			want := strings.HasPrefix(row[column], "x")
			access := Access{Roles: []Role{role}}
			if got := access.May(rowPermissions[i]); got != want {
				t.Errorf("%s may %s: %v, want %v", role, row[0], got, want)
			}
			switch err := access.Require(rowPermissions[i]); {
			case want && err != nil, !want && !IsKind(err, KindForbidden):
				t.Errorf("%s requires %s: %v", role, row[0], err)
			}
		}
	}
}

func TestAccessBeyondTheTable(t *testing.T) {
	nobody, admin := Access{}, Access{Admin: true}
	for _, p := range rowPermissions {
		if !admin.May(p) || nobody.May(p) || !errors.Is(nobody.Require(p), ErrNotFound) {
			t.Errorf("permission %d: administrator %v, nobody %v", p, admin.May(p), nobody.Require(p))
		}
		// Two roles have the permissions of both.
		for a := range roleKeys {
			for b := range roleKeys {
				either := Access{Roles: []Role{Role(a)}}.May(p) || Access{Roles: []Role{Role(b)}}.May(p)
				if got := (Access{Roles: []Role{Role(a), Role(b)}}).May(p); got != either {
					t.Errorf("%s and %s, permission %d: %v", Role(a), Role(b), p, got)
				}
			}
		}
	}
	if unknown := (Access{Roles: []Role{Role(-1)}}); unknown.May(See) {
		t.Error("an unknown role may see")
	}
}

func TestMayAssign(t *testing.T) {
	all := []Role{RoleNone, RoleOwner, RoleManager, RoleSupport, RoleDeveloper, RoleDesigner}
	noOwner := []Role{RoleNone, RoleManager, RoleSupport, RoleDeveloper, RoleDesigner}
	for name, c := range map[string]struct {
		access Access
		want   []Role
	}{
		"administrator":     {Access{Admin: true}, all},
		"owner":             {Access{Roles: []Role{RoleOwner}}, all},
		"manager":           {Access{Roles: []Role{RoleManager}}, noOwner},
		"support":           {Access{Roles: []Role{RoleSupport}}, []Role{}},
		"developer":         {Access{Roles: []Role{RoleDeveloper}}, []Role{}},
		"designer":          {Access{Roles: []Role{RoleDesigner}}, []Role{}},
		"none":              {Access{Roles: []Role{RoleNone}}, []Role{}},
		"nobody":            {Access{}, []Role{}},
		"manager and owner": {Access{Roles: []Role{RoleManager, RoleOwner}}, all},
		"support, manager":  {Access{Roles: []Role{RoleSupport, RoleManager}}, noOwner},
	} {
		got := c.access.AssignableRoles()
		if got == nil || !slices.Equal(got, c.want) {
			t.Errorf("%s assigns %v, want %v", name, got, c.want)
		}
		for _, role := range all {
			if c.access.MayAssign(role) != slices.Contains(c.want, role) {
				t.Errorf("%s and %s: %v", name, role, c.access.MayAssign(role))
			}
		}
	}
}

func TestFlipForTest(t *testing.T) {
	for role := range roleKeys {
		for _, p := range Permissions() {
			access := Access{Roles: []Role{Role(role)}}
			before := access.May(p)
			undo := FlipForTest(Role(role), p)
			flipped := access.May(p)
			undo()
			if flipped == before || access.May(p) != before {
				t.Errorf("%s, permission %d: %v, flipped %v, undone %v", Role(role), p, before, flipped, access.May(p))
			}
		}
	}
}

// What people are told about roles that would do comes from the table that decides.
func TestRolesByRightFollowTheTable(t *testing.T) {
	defer FlipForTest(RoleSupport, AttachItems)()
	want := map[string][]string{
		"seeCost": {"Owner", "Manager"}, "edit": {"Owner", "Manager"}, "manageModerators": {"Owner", "Manager"},
		"attach": {"Owner", "Manager", "Support"}, "editSubscriptions": {"Owner", "Manager", "Support"},
		"setProductStatus": {"Owner", "Manager", "Developer", "Designer"},
	}
	if got := RolesByRight(); !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %v", got)
	}
}
