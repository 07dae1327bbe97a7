package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

func (s *server) groupRoleOperations() {
	const tag = "Users"
	handle(s, contract.Operation{ID: "listGroupRoles", Method: http.MethodGet, Path: "/groupRole", Tag: tag, Summary: "List the rights that groups give at single sign-on",
		Who: contract.Administrators, Keys: contract.WideKeys, Details: "By group and company. Those on removed companies are left out, and come back with them."},
		func(ctx context.Context, c call, _ none) ([]tracker.GroupRole, error) {
			return s.app.GroupRoles(ctx, c.Caller)
		})
	handle(s, contract.Operation{ID: "setGroupRoles", Method: http.MethodPut, Path: "/groupRole", Tag: tag, Summary: "Replace the rights that groups give at single sign-on",
		Who: contract.Administrators, Refusals: []*tracker.Error{tracker.ErrTooManyGroupRoles},
		Details: "Each single sign-on gives a person exactly the rights of their groups, and takes away those that came from groups and do so no longer. " +
			"Rights that were given by hand stay. Of several roles on a company the highest counts. The last administrator who can sign in is never taken away. " +
			"People who do not sign in again keep what they have."},
		passBody(s.app.SetGroupRoles))
	handle(s, contract.Operation{ID: "previewGroupRoles", Method: http.MethodPost, Path: "/groupRole/preview", Tag: tag, Summary: "Say who would get what by rights of groups",
		Who: contract.Administrators, Refusals: []*tracker.Error{tracker.ErrTooManyGroupRoles},
		Details: "It changes nothing. People are known by the groups that they had at their last single sign-on: somebody who has not signed in since groups are read, or is in other groups now, may get something else."},
		passBody(s.app.PreviewGroupRoles))
}
