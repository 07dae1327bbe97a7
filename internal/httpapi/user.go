package httpapi

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// emailInput names a user.
type emailInput struct {
	Email string `json:"email" rule:"email,required"`
}

type userEdit struct {
	basedOn
	tracker.UserInput
}

type userAddress struct {
	Email string `json:"email" rule:"email,required"`
	basedOn
	Address *tracker.AddressInput `json:"address"`
}

type administratorInput struct {
	Email   string            `json:"email" rule:"email,required"`
	IsAdmin tracker.Opt[bool] `json:"isAdmin" rule:"flag,required"`
}

func (emailInput) names()         {}
func (userAddress) names()        {}
func (administratorInput) names() {}

// users is the answer of the list: whole users for administrators, references for others.
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

// userRow is a row of the list, for the contract.
type userRow struct{}

func (userRow) OneOf() []reflect.Type {
	return []reflect.Type{reflect.TypeFor[tracker.User](), reflect.TypeFor[tracker.UserRef]()}
}

var userColumns = columns[tracker.User]{
	standard: []column[tracker.User]{
		textColumn("email", "Email", func(u tracker.User) string { return u.Email }),
		textColumn("displayName", "Display Name", func(u tracker.User) string { return u.DisplayName }),
		textColumn("firstName", "First Name", func(u tracker.User) string { return orEmpty(u.FirstName) }),
		textColumn("lastName", "Last Name", func(u tracker.User) string { return orEmpty(u.LastName) }),
		textColumn("phoneNumber", "Phone Number", func(u tracker.User) string { return orEmpty(u.PhoneNumber) }),
		textColumn("isAdmin", "Administrator", func(u tracker.User) string { return strconv.FormatBool(u.IsAdmin) }),
		textColumn("status", "Enabled", func(u tracker.User) string { return strconv.FormatBool(u.Status == tracker.UserEnabled) }),
		textColumn("createdAt", "Created At", func(u tracker.User) string { return csvTime(&u.CreatedAt) }),
	},
	more: slices.Concat(
		[]column[tracker.User]{
			textColumn("gender", "Gender", func(u tracker.User) string { return u.Gender.Keys()[u.Gender] }),
			textColumn("disableReason", "Disable Reason", func(u tracker.User) string { return u.DisableReason.Keys()[u.DisableReason] }),
			textColumn("hasPassword", "Has Password", func(u tracker.User) string { return strconv.FormatBool(u.HasPassword) }),
			textColumn("lastSeenAt", "Last Seen At", func(u tracker.User) string { return csvTime(u.LastSeenAt) }),
		},
		addressColumns("address", func(u tracker.User) *tracker.Address { return u.Address }),
		[]column[tracker.User]{numberColumn("version", "Version", func(u tracker.User) string { return strconv.Itoa(u.Version) })}),
}

func (s *server) userOperations() {
	s.api.Describe(
		contract.Sent[emailInput]("A user, by their e-mail address.", object{"email": "grace@example.com"}),
		contract.Sent[userEdit]("The new state of a user, who is found by their e-mail address.", contract.UserSent, object{"version": 2}),
		contract.Sent[userAddress]("A user's address; none removes it.", object{"email": "grace@example.com", "version": 4, "address": contract.AddressSent}),
		contract.Sent[administratorInput]("Whether a user shall be an administrator.", object{"email": "grace@example.com", "isAdmin": true}))
	const tag = "Users"
	const linkRule = "Where no mail server is set up, the answer has the link as invitationUrl."
	erased := []*tracker.Error{tracker.ErrErased}
	narrowing := []contract.Param{
		contract.Flag("AdminsOnly", "Leave out everyone who is not an administrator. It narrows the lists of administrators."),
		contract.Flag("Invited", "Leave out everyone but those who were invited and have neither set a password nor signed in by single sign-on. It narrows the lists of administrators."),
	}
	who := func(c listCall) tracker.UserFilter {
		return tracker.UserFilter{AdminsOnly: c.flag("AdminsOnly"), Invited: c.flag("Invited")}
	}
	handle(s, contract.Operation{ID: "listUsers", Method: http.MethodGet, Path: "/UserManagement", Tag: tag,
		Summary: "List users; those who may add moderators look up display name and e-mail by the beginning of the address",
		Who:     contract.Who{Line: "administrators, and those who may add moderators to anything."}, Keys: contract.WideKeys,
		List: &contract.List{Sorts: tracker.UserSorts, Search: true}, Params: narrowing,
		Details: "Administrators see whole users. Others send the beginning of an e-mail address as Search, " + contract.Number(tracker.MinUserSearch) +
			" characters or more, and get display name and e-mail of at most " + contract.Number(tracker.MaxUserHits) + "."},
		func(ctx context.Context, c call, _ none) (users, error) {
			if !c.User.IsAdmin {
				picked, err := s.app.PickUsers(ctx, c.Caller, c.List.Search)
				return users{picked: picked, page: c.List}, err
			}
			page, err := s.app.Users(ctx, c.Caller, c.List, who(c.listCall))
			return users{all: &page}, err
		})
	export(s, contract.Operation{ID: "exportUsers", Method: http.MethodGet, Path: "/UserManagement/export", Tag: tag, Summary: "Export users as CSV or XLSX",
		Who: contract.Administrators, Keys: contract.WideKeys, List: &contract.List{Sorts: tracker.UserSorts, Search: true}, Params: narrowing, Details: exportRule,
		Selects: "user", File: "grace@example.com,Grace Hopper,Grace,Hopper,+1 555 010 7788,false,true,2026-03-02T09:30:00Z\n"}, "users", userColumns,
		func(ctx context.Context, c listCall, use func(tracker.User) error) error {
			return s.app.EachUser(ctx, c.Caller, c.List, who(c), use)
		})
	handle(s, contract.Operation{ID: "getUser", Method: http.MethodGet, Path: "/UserManagement/{email}", Tag: tag, Summary: "Read a user",
		Who: contract.Administrators, Keys: contract.WideKeys, Details: "By e-mail address, in any case."},
		func(ctx context.Context, c call, _ none) (tracker.User, error) {
			return s.app.User(ctx, c.Caller, c.path("email"))
		})
	handle(s, contract.Operation{ID: "addUser", Method: http.MethodPost, Path: "/UserManagement", Tag: tag, Summary: "Add a user and mail an invitation",
		Who: contract.Administrators, Idempotent: true, Status: http.StatusCreated,
		Details: "The mail has a link to set a password; it works for " + contract.Span(tracker.InvitationLife) + ". An address that is taken is a 400. " + linkRule},
		passBody(s.app.CreateUser))
	handle(s, contract.Operation{ID: "registerAdmin", Method: http.MethodPost, Path: "/UserManagement/admin", Tag: tag, Summary: "Register an administrator",
		Who: contract.Administrators, Throttled: true, Idempotent: true, Status: http.StatusCreated,
		Details: "An administrator with a password of their own, so that no mail is needed. An address that is taken is a 400."},
		func(ctx context.Context, c call, in tracker.AdminInput) (change.Saved[tracker.User], error) {
			return s.app.RegisterAdmin(ctx, c.Caller, in)
		})
	handle(s, contract.Operation{ID: "editUser", Method: http.MethodPut, Path: "/UserManagement", Tag: tag, Summary: "Edit a user",
		Who: contract.Administrators, Keys: contract.WideKeys, Missing: true, Refusals: erased,
		Details: "The user is found by the e-mail address, which stays. Rights have calls of their own: isAdmin and status are ignored here."},
		func(ctx context.Context, c call, in userEdit) (change.Saved[tracker.User], error) {
			return s.app.EditUser(ctx, c.Caller, in.Version, in.UserInput)
		})
	handle(s, contract.Operation{ID: "setUserAddress", Method: http.MethodPut, Path: "/UserManagement/address", Tag: tag, Summary: "Set or remove a user's address",
		Who: contract.Administrators, Keys: contract.WideKeys, Missing: true, Refusals: erased, Details: "An absent address, or null, removes it."},
		func(ctx context.Context, c call, in userAddress) (change.Saved[tracker.User], error) {
			return s.app.SetUserAddress(ctx, c.Caller, in.Email, in.Version, in.Address)
		})
	handle(s, contract.Operation{ID: "disableUser", Method: http.MethodPut, Path: "/UserManagement/disable", Tag: tag, Summary: "Take a user's access away",
		Who: contract.Administrators, Keys: contract.WideKeys, Missing: true,
		Refusals: []*tracker.Error{tracker.ErrOneself, tracker.ErrLastAdministrator, tracker.ErrErased},
		Details:  "All of the user's sessions, links, keys and the calendar end at once, for good."},
		passBody(s.app.DisableUser))
	handle(s, contract.Operation{ID: "enableUser", Method: http.MethodPut, Path: "/UserManagement/enable", Tag: tag, Summary: "Give a user's access back",
		Who: contract.Administrators, Missing: true, Refusals: erased, Details: "The password is the one from before."},
		func(ctx context.Context, c call, in emailInput) (change.Saved[tracker.User], error) {
			return s.app.EnableUser(ctx, c.Caller, in.Email)
		})
	handle(s, contract.Operation{ID: "setAdministrator", Method: http.MethodPut, Path: "/UserManagement/admin", Tag: tag, Summary: "Promote or demote a user",
		Who: contract.Administrators, Missing: true, Refusals: []*tracker.Error{tracker.ErrOneself, tracker.ErrLastAdministrator, tracker.ErrErased},
		Details: "Holds from the user's next request on."},
		func(ctx context.Context, c call, in administratorInput) (change.Saved[tracker.User], error) {
			return s.app.SetAdministrator(ctx, c.Caller, in.Email, in.IsAdmin.Value)
		})
	handle(s, contract.Operation{ID: "inviteUser", Method: http.MethodPost, Path: "/UserManagement/invite", Tag: tag, Summary: "Mail the invitation again",
		Who: contract.Administrators, Missing: true, Refusals: []*tracker.Error{tracker.ErrDisabled, tracker.ErrHasPassword},
		Details: "For somebody who has not set a password yet. The link before it stops working. " + linkRule},
		func(ctx context.Context, c call, in emailInput) (change.Saved[tracker.InvitedUser], error) {
			return s.app.InviteUser(ctx, c.Caller, in.Email)
		})
	handle(s, contract.Operation{ID: "setUserPhoto", Method: http.MethodPut, Path: "/UserManagement/{email}/photo", Tag: tag, Summary: "Set a user's photo",
		Who: contract.Administrators, Keys: contract.WideKeys, Photo: true, Refusals: erased, Details: photoRule},
		func(ctx context.Context, c call, _ none) (change.Saved[tracker.User], error) {
			return s.app.SetUserPhoto(ctx, c.Caller, c.path("email"), c.body)
		})
	handle(s, contract.Operation{ID: "removeUserPhoto", Method: http.MethodDelete, Path: "/UserManagement/{email}/photo", Tag: tag, Summary: "Remove a user's photo",
		Who: contract.Administrators, Keys: contract.WideKeys, Refusals: erased, Details: "Nothing happens when there is none."},
		func(ctx context.Context, c call, _ none) (change.Saved[tracker.User], error) {
			return s.app.SetUserPhoto(ctx, c.Caller, c.path("email"), nil)
		})
}
