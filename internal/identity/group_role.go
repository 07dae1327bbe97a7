package identity

import (
	"context"

	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/tracker"
)

// PreviewGroupRoles says who would get what by some rights of groups, for administrators. It knows people by the groups that they
// had at their last single sign-on.
func (i *Identity) PreviewGroupRoles(ctx context.Context, c change.Caller, in []tracker.GroupRoleInput) (preview tracker.GroupPreview, err error) {
	if err := c.RequireAdmin(); err != nil {
		return preview, err
	}
	roles, err := tracker.CheckGroupRoles(in)
	if err == nil {
		roles, err = record.NamedGroupRoles(ctx, i.Store.Queries, roles)
	}
	preview.CompanyNames = map[string]string{}
	for _, r := range roles {
		if r.CompanyName != nil {
			preview.CompanyNames[*r.CompanyID] = *r.CompanyName
		}
	}
	if err == nil {
		preview.People, preview.Total, err = record.GroupEffects(ctx, i.Store.Queries, roles)
	}
	if err == nil {
		preview.Groups, err = i.Store.KnownGroups(ctx, tracker.MaxKnownGroups)
	}
	preview.Claim = change.OrNil(i.SignOn.Groups)
	return preview, err
}
