package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

func (s *server) sessionOperations() {
	const tag = "Account"
	handle(s, contract.Operation{ID: "listSessions", Method: http.MethodGet, Path: "/account/session", Tag: tag, Summary: "List your own sessions",
		Who: contract.SignedIn, SetsUp: true, List: &contract.List{}, Details: "Sign-ins that have not ended, the last used first."},
		func(ctx context.Context, c call, _ none) (array[tracker.Session], error) {
			page, err := s.app.Sessions(ctx, c.Caller, c.List)
			return array[tracker.Session](page), err
		})
	handle(s, contract.Operation{ID: "endSessions", Method: http.MethodDelete, Path: "/account/session", Tag: tag, Summary: "End one of your sessions, or all others",
		Who: contract.SignedIn, SetsUp: true, Missing: true, Details: "Its tokens and its live connections end at once. Ending the session of this request signs out. " +
			"Ending all others ends your calendar too."},
		func(ctx context.Context, c call, in tracker.EndSessionInput) (none, error) {
			return none{}, s.app.EndSessions(ctx, c.Caller, in)
		})
	handle(s, contract.Operation{ID: "listUserSessions", Method: http.MethodGet, Path: "/UserManagement/{email}/session", Tag: "Users", Summary: "List a user's sessions",
		Who: contract.Administrators, List: &contract.List{}, Missing: true, Details: "Sign-ins of a user that have not ended, the last used first."},
		func(ctx context.Context, c call, _ none) (array[tracker.Session], error) {
			page, err := s.app.SessionsOf(ctx, c.Caller, c.path("email"), c.List)
			return array[tracker.Session](page), err
		})
	handle(s, contract.Operation{ID: "signOutUser", Method: http.MethodDelete, Path: "/UserManagement/session", Tag: "Users", Summary: "Sign a user out everywhere",
		Who: contract.Administrators, Missing: true,
		Details: "All of the user's sessions, live connections and the calendar end at once. The user can sign in again. Of your own sessions the one that asks stays."},
		func(ctx context.Context, c call, in emailInput) (none, error) {
			return none{}, s.app.SignOutUser(ctx, c.Caller, in.Email)
		})
}
