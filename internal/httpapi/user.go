package httpapi

import (
	"context"
	"net/http"
	"reflect"

	"btracker/internal/tracker"
)

// users answers administrators with whole users and everyone else with what a
// picker shows.
type users struct {
	all    *tracker.Page[tracker.User]
	picked []tracker.UserRef
}

func (u users) write(s *server, w http.ResponseWriter, r *http.Request) {
	if u.all != nil {
		array[tracker.User](*u.all).write(s, w, r)
		return
	}
	page := tracker.NewPage(u.picked, len(u.picked), tracker.ListQuery{PageNumber: 1, PageSize: max(len(u.picked), 1)})
	array[tracker.UserRef](page).write(s, w, r)
}

func (u users) body() reflect.Type { return reflect.TypeFor[[]tracker.User]() }

func (s *server) userOperations() {
	const tag = "Users"
	handle(s, operation{id: "listUsers", method: http.MethodGet, path: "/UserManagement", tag: tag,
		summary: "List users; those who may add moderators look up display name and e-mail by the beginning of the address",
		list:    &listSpec{sorts: tracker.UserSorts, search: true}},
		func(ctx context.Context, c call, _ none) (users, error) {
			if !c.User.IsAdmin {
				picked, err := s.app.PickUsers(ctx, c.Caller, c.List.Search)
				return users{picked: picked}, err
			}
			page, err := s.app.Users(ctx, c.Caller, c.List)
			return users{all: &page}, err
		})
	handle(s, operation{id: "addUser", method: http.MethodPost, path: "/UserManagement", tag: tag, summary: "Add a user and mail an invitation", status: http.StatusCreated},
		func(ctx context.Context, c call, in tracker.UserInput) (tracker.User, error) {
			return s.app.CreateUser(ctx, c.Caller, in)
		})
}
