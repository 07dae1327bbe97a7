package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// maxPasskeyBody is plenty for a passkey, whose certificates are not asked for.
const maxPasskeyBody = 64 << 10

// recent begins the details of operations that a stolen session alone does not allow.
var recent = "The password is not needed in the first " + contract.Span(tracker.RecentSignIn) + " after a sign-in. "

func (s *server) passkeyOperations() {
	const tag = "Account"
	handle(s, contract.Operation{ID: "getSignInMethods", Method: http.MethodGet, Path: "/account/login", Tag: tag, Summary: "Read how one can sign in here",
		Who: contract.Anyone, Details: "Besides by a password."},
		func(context.Context, call, none) (tracker.SignInMethods, error) { return s.app.SignInMethods(), nil })
	handle(s, contract.Operation{ID: "askPasskey", Method: http.MethodPost, Path: "/account/login/passkey/options", Tag: tag, Summary: "Begin a sign-in by a passkey",
		Who: contract.Anyone, Throttled: true, NoBody: true, SignsIn: []*tracker.Error{tracker.ErrTicketEnded}, Refusals: []*tracker.Error{tracker.ErrNoPasskeys},
		Details: "The options are the same for everybody, because the device knows whose passkeys it has. With a ticket they name the passkeys of that account. " +
			"They work once, for " + contract.Span(tracker.ChallengeLife) + "."},
		passBody(s.app.PasskeyQuestion))
	handle(s, contract.Operation{ID: "loginPasskey", Method: http.MethodPost, Path: "/account/login/passkey", Tag: tag, Summary: "Sign in by a passkey, without a password",
		Who: contract.Anyone, Throttled: true, Answer: contract.AccountWithToken, SignsIn: []*tracker.Error{tracker.ErrWrongPasskey}, Refusals: []*tracker.Error{tracker.ErrNoPasskeys},
		Details: "The device has verified its user, so no second factor is asked for. An unknown passkey, a wrong answer and a disabled user are answered alike. " +
			"Wrong attempts are slowed down like wrong passwords."},
		passBody(s.app.LoginPasskey))
	handle(s, contract.Operation{ID: "listPasskeys", Method: http.MethodGet, Path: "/account/passkey", Tag: tag, Summary: "List your own passkeys",
		Who: contract.SignedIn, SetsUp: true, Details: "The oldest first, all of them."},
		func(ctx context.Context, c call, _ none) ([]tracker.Passkey, error) {
			return s.app.Passkeys(ctx, c.Caller)
		})
	handle(s, contract.Operation{ID: "beginPasskey", Method: http.MethodPost, Path: "/account/passkey/options", Tag: tag, Summary: "Begin to add a passkey",
		Who: contract.SignedIn, SetsUp: true, Throttled: true, NoBody: true, Refusals: []*tracker.Error{tracker.ErrNoPasskeys, tracker.ErrTooManyPasskeys},
		Details: recent + "The options work once, for " + contract.Span(tracker.ChallengeLife) + "; newer ones end them."},
		passBody(s.app.BeginPasskey))
	handle(s, contract.Operation{ID: "addPasskey", Method: http.MethodPost, Path: "/account/passkey", Tag: tag, Summary: "Add the passkey that your browser has made",
		Who: contract.SignedIn, SetsUp: true, MaxBody: maxPasskeyBody, Status: http.StatusCreated, Refusals: []*tracker.Error{tracker.ErrNoPasskeys, tracker.ErrTooManyPasskeys},
		Details: "It signs in without a password, and is a second factor beside the password. A first factor comes with recovery codes, which are answered this once."},
		passBody(s.app.AddPasskey))
	handle(s, contract.Operation{ID: "renamePasskey", Method: http.MethodPut, Path: "/account/passkey", Tag: tag, Summary: "Rename a passkey",
		Who: contract.SignedIn, SetsUp: true, Missing: true, Details: "The name is only for its owner."},
		passBody(s.app.RenamePasskey))
	handle(s, contract.Operation{ID: "removePasskey", Method: http.MethodDelete, Path: "/account/passkey", Tag: tag, Summary: "Remove a passkey",
		Who: contract.SignedIn, SetsUp: true, Throttled: true, Missing: true, Refusals: []*tracker.Error{tracker.ErrFactorNeeded},
		Details: recent + "The recovery codes go with the last second factor."},
		func(ctx context.Context, c call, in tracker.PasskeyRemoval) (change.Saved[none], error) {
			removed, err := s.app.RemovePasskey(ctx, c.Caller, in)
			return change.Saved[none]{Seq: removed.Seq}, err
		})
}
