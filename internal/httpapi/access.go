package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

func (s *server) accessOperations() {
	handle(s, contract.Operation{ID: "listAccess", Method: http.MethodGet, Path: "/access", Tag: "Users",
		Summary: "List who may do what with a company or project, or what a user may do where",
		Who:     contract.Who{Line: "everyone who may see the company or project; with User by administrators, and by everyone for themselves."}, Keys: contract.AnyKeys,
		List: &contract.List{}, Missing: true, Params: []contract.Param{
			contract.Text("Entity", "company or project: lists who has a right on it."),
			contract.Text("EntityId", "Its id."),
			contract.Text("User", "The e-mail address of a user, instead of Entity: lists what the user has a right on."),
		},
		Details: "Each entry is one right, and what it allows. Somebody with a role on a company and another one on its project may do there what either allows. " +
			"By Entity: the moderators of a project, those of its company, and the administrators. " +
			"By User: first the right of an administrator, then companies, projects with a role of their own, and projects with a role on their company. Removed records are left out."},
		func(ctx context.Context, c call, _ none) (array[tracker.AccessEntry], error) {
			entity, err := parseOption(c.params, "Entity", tracker.AccessEntities, "")
			if err != nil {
				return array[tracker.AccessEntry]{}, err
			}
			page, err := s.app.Access(ctx, c.Caller, c.List, tracker.AccessQuery{Entity: entity, EntityID: c.params.Get("EntityId"), User: c.params.Get("User")})
			return array[tracker.AccessEntry](page), err
		})
}
