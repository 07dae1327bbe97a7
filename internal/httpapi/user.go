package httpapi

import (
	"context"
	"net/http"
	"reflect"
	"strconv"

	"btracker/internal/tracker"
)

// emailInput names a user.
type emailInput struct {
	Email string `json:"email" rule:"email,required"`
}

type userEdit struct {
	Version tracker.Opt[int] `json:"version" doc:"The version the edit is based on; any other than the stored one is refused with 409."`
	tracker.UserInput
}

type userAddress struct {
	Email   string                `json:"email" rule:"email,required"`
	Version tracker.Opt[int]      `json:"version" doc:"The version the edit is based on; any other than the stored one is refused with 409."`
	Address *tracker.AddressInput `json:"address"`
}

type administratorInput struct {
	Email   string            `json:"email" rule:"email,required"`
	IsAdmin tracker.Opt[bool] `json:"isAdmin" rule:"flag,required"`
}

func (emailInput) names()         {}
func (userAddress) names()        {}
func (administratorInput) names() {}

// users answers administrators with whole users and everyone else with what a
// picker shows.
type users struct {
	all    *tracker.Page[tracker.User]
	picked []tracker.UserRef
	page   tracker.ListQuery
}

func (u users) write(s *server, w http.ResponseWriter, r *http.Request) {
	if u.all != nil {
		array[tracker.User](*u.all).write(s, w, r)
		return
	}
	total := len(u.picked)
	from, to := min(u.page.Offset(), total), min(u.page.Offset()+u.page.PageSize, total)
	array[tracker.UserRef](tracker.NewPage(u.picked[from:to], total, u.page)).write(s, w, r)
}

func (u users) body() reflect.Type { return reflect.TypeFor[[]userRow]() }

// userRow describes an element of the list for the contract.
type userRow struct{}

func (userRow) oneOfTypes() []reflect.Type {
	return []reflect.Type{reflect.TypeFor[tracker.User](), reflect.TypeFor[tracker.UserRef]()}
}

func (s *server) userOperations() {
	const tag = "Users"
	adminsOnly := []queryParam{{"AdminsOnly", "boolean", "Leave out everyone who is not an administrator. It narrows the lists of administrators."}}
	handle(s, operation{id: "listUsers", method: http.MethodGet, path: "/UserManagement", tag: tag,
		summary: "List users; those who may add moderators look up display name and e-mail by the beginning of the address",
		list:    &listSpec{sorts: tracker.UserSorts, search: true}, params: adminsOnly},
		func(ctx context.Context, c call, _ none) (users, error) {
			if !c.User.IsAdmin {
				picked, err := s.app.PickUsers(ctx, c.Caller, c.List.Search)
				return users{picked: picked, page: c.List}, err
			}
			admins, _ := parseFlag(c.params, "AdminsOnly") // checked with the query
			page, err := s.app.Users(ctx, c.Caller, c.List, admins)
			return users{all: &page}, err
		})
	handle(s, operation{id: "exportUsers", method: http.MethodGet, path: "/UserManagement/export", tag: tag, summary: "Export users as CSV",
		list: &listSpec{sorts: tracker.UserSorts, search: true}, params: adminsOnly},
		func(_ context.Context, c call, _ none) (csvFile, error) { return s.usersCSV(c), nil })
	handle(s, operation{id: "getUser", method: http.MethodGet, path: "/UserManagement/{email}", tag: tag, summary: "Read a user"},
		func(ctx context.Context, c call, _ none) (tracker.User, error) {
			return s.app.User(ctx, c.Caller, c.path("email"))
		})
	handle(s, operation{id: "addUser", method: http.MethodPost, path: "/UserManagement", tag: tag, summary: "Add a user and mail an invitation", status: http.StatusCreated},
		func(ctx context.Context, c call, in tracker.UserInput) (tracker.User, error) {
			return s.app.CreateUser(ctx, c.Request, in)
		})
	handle(s, operation{id: "registerAdmin", method: http.MethodPost, path: "/UserManagement/admin", tag: tag, summary: "Register an administrator", status: http.StatusCreated},
		func(ctx context.Context, c call, in tracker.AdminInput) (tracker.User, error) {
			return s.app.RegisterAdmin(ctx, c.Caller, in)
		})
	handle(s, operation{id: "editUser", method: http.MethodPut, path: "/UserManagement", tag: tag, summary: "Edit a user"},
		func(ctx context.Context, c call, in userEdit) (tracker.User, error) {
			return s.app.EditUser(ctx, c.Request, in.Version, in.UserInput)
		})
	handle(s, operation{id: "setUserAddress", method: http.MethodPut, path: "/UserManagement/address", tag: tag, summary: "Set or remove a user's address"},
		func(ctx context.Context, c call, in userAddress) (tracker.User, error) {
			return s.app.SetUserAddress(ctx, c.Request, in.Email, in.Version, in.Address)
		})
	handle(s, operation{id: "disableUser", method: http.MethodPut, path: "/UserManagement/disable", tag: tag, summary: "Take a user's access away"},
		func(ctx context.Context, c call, in tracker.DisableInput) (tracker.User, error) {
			return s.app.DisableUser(ctx, c.Request, in)
		})
	handle(s, operation{id: "enableUser", method: http.MethodPut, path: "/UserManagement/enable", tag: tag, summary: "Give a user's access back"},
		func(ctx context.Context, c call, in emailInput) (tracker.User, error) {
			return s.app.EnableUser(ctx, c.Request, in.Email)
		})
	handle(s, operation{id: "setAdministrator", method: http.MethodPut, path: "/UserManagement/admin", tag: tag, summary: "Promote or demote a user"},
		func(ctx context.Context, c call, in administratorInput) (tracker.User, error) {
			return s.app.SetAdministrator(ctx, c.Request, in.Email, in.IsAdmin.Value)
		})
	handle(s, operation{id: "inviteUser", method: http.MethodPost, path: "/UserManagement/invite", tag: tag, summary: "Mail the invitation again"},
		func(ctx context.Context, c call, in emailInput) (tracker.User, error) {
			return s.app.InviteUser(ctx, c.Request, in.Email)
		})
	handle(s, operation{id: "setUserPhoto", method: http.MethodPut, path: "/UserManagement/{email}/photo", tag: tag, summary: "Set a user's photo", photo: true},
		func(ctx context.Context, c call, _ none) (tracker.User, error) {
			return s.app.SetUserPhoto(ctx, c.Caller, c.path("email"), c.photo)
		})
	handle(s, operation{id: "removeUserPhoto", method: http.MethodDelete, path: "/UserManagement/{email}/photo", tag: tag, summary: "Remove a user's photo"},
		func(ctx context.Context, c call, _ none) (tracker.User, error) {
			return s.app.SetUserPhoto(ctx, c.Caller, c.path("email"), nil)
		})
}

func (s *server) usersCSV(c call) csvFile {
	return csvFile{
		name:   "users",
		header: []string{"Email", "Display Name", "First Name", "Last Name", "Phone Number", "Administrator", "Enabled", "Created At"},
		each: func(row func(...string) error) error {
			admins, _ := parseFlag(c.params, "AdminsOnly") // checked with the query
			return s.app.EachUser(c.r.Context(), c.Caller, c.List, admins, func(u tracker.User) error {
				return row(u.Email, u.DisplayName, orEmpty(u.FirstName), orEmpty(u.LastName), orEmpty(u.PhoneNumber),
					strconv.FormatBool(u.IsAdmin), strconv.FormatBool(u.Status == tracker.UserEnabled), csvTime(&u.CreatedAt))
			})
		},
	}
}
