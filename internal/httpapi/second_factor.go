package httpapi

import (
	"context"
	"net/http"
	"reflect"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/identity"
	"btracker/internal/tracker"
)

// signedIn is the account with a token, or the ticket of a sign-in that needs a second factor.
type signedIn identity.SignIn

func (a signedIn) write(s *server, w http.ResponseWriter, r *http.Request) {
	var out any = a.Account
	if a.Asked != nil {
		out = a.Asked
	}
	s.writeJSON(w, r, http.StatusOK, "application/json", out)
}

func (signedIn) body() reflect.Type { return reflect.TypeFor[signedInEither]() }

// signedInEither is both answers, for the contract.
type signedInEither struct{}

func (signedInEither) OneOf() []reflect.Type {
	return []reflect.Type{reflect.TypeFor[tracker.Account](), reflect.TypeFor[tracker.SecondFactorAsked]()}
}

func (s *server) secondFactorOperations() {
	const tag = "Account"
	handle(s, contract.Operation{ID: "loginSecond", Method: http.MethodPost, Path: "/account/login/second", Tag: tag, Summary: "Finish a sign-in by a second factor",
		Who: contract.Anyone, Throttled: true, Answer: contract.AccountWithToken, SignsIn: []*tracker.Error{tracker.ErrWrongCode, tracker.ErrWrongPasskey, tracker.ErrTicketEnded},
		Details: "A ticket works for " + contract.Span(tracker.TicketLife) + " and allows five tries. A code works once. Wrong codes are slowed down like wrong passwords."},
		func(ctx context.Context, c call, in tracker.SecondFactorInput) (tracker.Account, error) {
			return s.app.LoginSecond(ctx, c.Caller, in)
		})
	handle(s, contract.Operation{ID: "getSecondFactor", Method: http.MethodGet, Path: "/account/secondFactor", Tag: tag, Summary: "Read which second factors you have",
		Who: contract.SignedIn, SetsUp: true, Details: "And whether the operator asks for one."},
		func(ctx context.Context, c call, _ none) (tracker.SecondFactorStatus, error) {
			return s.app.SecondFactors(ctx, c.Caller)
		})
	handle(s, contract.Operation{ID: "beginTotp", Method: http.MethodPost, Path: "/account/totp", Tag: tag, Summary: "Begin to set up an authenticator app",
		Who: contract.SignedIn, SetsUp: true, Throttled: true, Refusals: []*tracker.Error{tracker.ErrHasTotp},
		Details: "The app counts as a second factor once a code of it was confirmed. Beginning again replaces a secret that was not confirmed."},
		passBody(s.app.BeginTotp))
	handle(s, contract.Operation{ID: "confirmTotp", Method: http.MethodPut, Path: "/account/totp", Tag: tag, Summary: "Confirm an authenticator app by a code",
		Who: contract.SignedIn, SetsUp: true, Throttled: true, Refusals: []*tracker.Error{tracker.ErrHasTotp, tracker.ErrNoTotp},
		Details: "From then on a sign-in asks for a code. The recovery codes are answered this once."},
		passBody(s.app.ConfirmTotp))
	handle(s, contract.Operation{ID: "removeTotp", Method: http.MethodDelete, Path: "/account/totp", Tag: tag, Summary: "Remove your authenticator app",
		Who: contract.SignedIn, SetsUp: true, Throttled: true, Refusals: []*tracker.Error{tracker.ErrFactorNeeded},
		Details: "The recovery codes go with the last second factor. Nothing happens when there is no app."},
		func(ctx context.Context, c call, in tracker.PasswordConfirmation) (change.Saved[none], error) {
			removed, err := s.app.RemoveTotp(ctx, c.Caller, in)
			return change.Saved[none]{Seq: removed.Seq}, err
		})
	handle(s, contract.Operation{ID: "removeFactors", Method: http.MethodDelete, Path: "/UserManagement/secondFactor", Tag: "Users",
		Summary: "Remove the second factors of a user who lost them",
		Who:     contract.Administrators, Missing: true, Refusals: []*tracker.Error{tracker.ErrOwnFactors, tracker.ErrErased},
		Details: "Also forgets their account at the provider of single sign-on. The history shows it, and the user gets a mail. Nothing happens when there are none. " +
			"Your own you remove on your account, with your password."},
		func(ctx context.Context, c call, in emailInput) (change.Saved[tracker.User], error) {
			return s.app.RemoveFactors(ctx, c.Caller, in.Email)
		})
}
