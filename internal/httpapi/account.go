package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// done is the answer of account calls that have no entity.
type done struct {
	Result string `json:"result" doc:"Always success: a failure is a status."`
}

var success = done{Result: "success"}

// ownAddress is {"address": …}; an absent or null address removes the stored one. It also
// takes the fields of an address directly: without that, such a client would remove its address.
type ownAddress struct {
	basedOn
	Address              *tracker.AddressInput `json:"address,omitempty"`
	tracker.AddressInput `doc:"-"`             // not in the contract
}

func (in ownAddress) input() *tracker.AddressInput {
	if in.Address == nil && in.AddressInput != (tracker.AddressInput{}) {
		return &in.AddressInput
	}
	return in.Address
}

func (s *server) accountOperations() {
	s.api.Describe(
		contract.Answered("An account call is done.", success),
		contract.Sent[ownAddress]("Your own address; none removes it.", object{"version": 4, "address": contract.AddressSent}))
	const tag = "Account"
	handle(s, contract.Operation{ID: "login", Method: http.MethodPost, Path: "/account/login", Tag: tag, Summary: "Sign in",
		Who: contract.Anyone, Throttled: true, Answer: contract.AccountWithToken, SignsIn: []*tracker.Error{tracker.ErrWrongSignIn},
		Details: "Answers the account with a token, which goes into the Authorization header of every other call. " +
			"A wrong password, an unknown address and a disabled user are answered alike. Wrong attempts are slowed down, right ones never count."},
		func(ctx context.Context, c call, in tracker.LoginInput) (signedIn, error) {
			done, err := s.app.Login(ctx, c.Caller, in)
			return signedIn(done), err
		})
	handle(s, contract.Operation{ID: "refreshToken", Method: http.MethodPost, Path: "/account/refreshToken", Tag: tag, Summary: "Get a new token for the same session",
		Who: contract.SignedIn, SetsUp: true, Answer: contract.AccountWithToken,
		Details: "The token that is presented stays good until its own end. A session ends after " + contract.Span(tracker.SessionLife) + " at the latest."},
		func(ctx context.Context, c call, _ none) (tracker.Account, error) {
			return s.app.RefreshToken(ctx, c.Caller)
		})
	handle(s, contract.Operation{ID: "getAccount", Method: http.MethodGet, Path: "/account", Tag: tag, Summary: "Read your own account",
		Who: contract.SignedIn, SetsUp: true, Details: "The account without a token."},
		func(ctx context.Context, c call, _ none) (tracker.Account, error) {
			return s.app.Account(ctx, c.Caller)
		})
	handle(s, contract.Operation{ID: "logout", Method: http.MethodGet, Path: "/account/logout", Tag: tag, Summary: "Sign out",
		Who: contract.SignedIn, SetsUp: true, Writes: true, Details: "Every token of the session ends at once. " +
			"After a single sign-on the answer names the provider's own page for signing out, if it has one."},
		func(ctx context.Context, c call, _ none) (signedOut, error) {
			elsewhere, err := s.app.Logout(ctx, c.Caller)
			return signedOut{done: success, ProviderSignOut: elsewhere}, err
		})
	handle(s, contract.Operation{ID: "changePassword", Method: http.MethodPut, Path: "/account/changePassword", Tag: tag, Summary: "Change your own password",
		Who: contract.SignedIn, SetsUp: true, Throttled: true, Details: "Ends all other sessions of the user. " +
			"Keys and the calendar stay, unless endKeys and endCalendar say otherwise; a mail tells the user which of them stay."},
		func(ctx context.Context, c call, in tracker.ChangePasswordInput) (change.Saved[tracker.Account], error) {
			return s.app.ChangePassword(ctx, c.Caller, in)
		})
	handle(s, contract.Operation{ID: "requestPassReset", Method: http.MethodPost, Path: "/account/requestPassReset", Tag: tag, Summary: "Ask for a reset link by mail",
		Who: contract.Anyone, Throttled: true,
		Details: "Answers the same whether anybody has the address or not. The link works for " + contract.Span(tracker.ResetLife) +
			", and until a newer reset link was delivered; an invitation stays valid beside it."},
		func(ctx context.Context, c call, in tracker.ResetRequestInput) (done, error) {
			return success, s.app.RequestPasswordReset(ctx, c.Caller, in)
		})
	handle(s, contract.Operation{ID: "resetPass", Method: http.MethodPut, Path: "/account/resetPass", Tag: tag, Summary: "Set a password by a mailed token",
		Who: contract.Anyone, Throttled: true, Refusals: []*tracker.Error{tracker.ErrBadToken},
		Details: "The token is that of a reset or of an invitation, and works once. Ends all sessions of the user. " +
			"Keys and the calendar stay, unless endKeys and endCalendar say otherwise; a mail tells the user which of them stay."},
		func(ctx context.Context, c call, in tracker.ResetPasswordInput) (change.Saved[done], error) {
			seq, err := s.app.ResetPassword(ctx, c.Caller, in)
			return change.Saved[done]{Entity: success, Seq: seq}, err
		})
	handle(s, contract.Operation{ID: "editProfile", Method: http.MethodPut, Path: "/account/profile", Tag: tag, Summary: "Edit your own profile",
		Who: contract.SignedIn, Details: "An absent optional field stays as it is, null clears it."},
		passBody(s.app.EditProfile))
	handle(s, contract.Operation{ID: "setLanguage", Method: http.MethodPut, Path: "/account/language", Tag: tag, Summary: "Choose your language",
		Who: contract.SignedIn, SetsUp: true, Details: "Mails, your calendar and headings of exports are in it, unless a key asks for the export. " +
			"An absent language stays as it is, null chooses none: English."},
		passBody(s.app.SetLanguage))
	handle(s, contract.Operation{ID: "setOwnAddress", Method: http.MethodPut, Path: "/account/profile/address", Tag: tag, Summary: "Set or remove your own address",
		Who: contract.SignedIn, NoBody: true, Details: "An absent address, or none at all in the body, removes it."},
		func(ctx context.Context, c call, in ownAddress) (change.Saved[tracker.Account], error) {
			return s.app.SetOwnAddress(ctx, c.Caller, in.Version, in.input())
		})
	handle(s, contract.Operation{ID: "getNotificationSettings", Method: http.MethodGet, Path: "/account/notificationSettings", Tag: tag, Summary: "Read of what you are notified",
		Who: contract.SignedIn, Details: "The defaults, until you change them."},
		func(ctx context.Context, c call, _ none) (tracker.NotificationSettings, error) {
			return s.app.NotificationSettings(ctx, c.Caller)
		})
	handle(s, contract.Operation{ID: "editNotificationSettings", Method: http.MethodPut, Path: "/account/notificationSettings", Tag: tag, Summary: "Choose of what you are notified",
		Who: contract.SignedIn, Details: "An absent field stays as it is, null sets the default. " +
			"A day that is added to remindDays counts from then on: what it would have told of before is not made up for."},
		passBody(s.app.EditNotificationSettings))
	handle(s, contract.Operation{ID: "getReportSettings", Method: http.MethodGet, Path: "/account/reportSettings", Tag: tag, Summary: "Read how you get reports by mail",
		Who: contract.SignedIn, Details: "Off, until you change it."},
		func(ctx context.Context, c call, _ none) (tracker.ReportSettings, error) {
			return s.app.ReportSettings(ctx, c.Caller)
		})
	handle(s, contract.Operation{ID: "editReportSettings", Method: http.MethodPut, Path: "/account/reportSettings", Tag: tag, Summary: "Choose how you get reports by mail",
		Who: contract.SignedIn, Details: "The mail has the table of GET /report/summary and a spreadsheet, of what you may see when it is sent. " +
			"It is in the language of this request (Accept-Language, or what you chose in the web app): English or German."},
		func(ctx context.Context, c call, in tracker.ReportSettingsInput) (change.Saved[tracker.ReportSettings], error) {
			in.Language = requestLanguage(c.r)
			return s.app.EditReportSettings(ctx, c.Caller, in)
		})
	handle(s, contract.Operation{ID: "getCalendar", Method: http.MethodGet, Path: "/account/calendar", Tag: tag, Summary: "Ask whether your calendar has an address",
		Who: contract.SignedIn, Details: "It tells since when, not the address, of which only a hash is kept."},
		func(ctx context.Context, c call, _ none) (tracker.CalendarState, error) {
			return s.app.CalendarState(ctx, c.Caller)
		})
	handle(s, contract.Operation{ID: "newCalendar", Method: http.MethodPost, Path: "/account/calendar", Tag: tag, Summary: "Make a private address for your calendar",
		Who: contract.SignedIn, Status: http.StatusCreated,
		Details: "The calendar (RFC 5545) has the days on which subscriptions end, and the last days to cancel those that renew, as far as you may see them at that moment; " +
			"no cost. Whoever has the address sees it. A new address ends the old one. " +
			"It lives on when you sign out or change your password, until you end it or all your other sessions, or you are disabled."},
		func(ctx context.Context, c call, _ none) (tracker.CalendarAddress, error) {
			return s.app.NewCalendar(ctx, c.Caller)
		})
	handle(s, contract.Operation{ID: "endCalendar", Method: http.MethodDelete, Path: "/account/calendar", Tag: tag, Summary: "End your calendar",
		Who: contract.SignedIn, Details: "Its address is not found any more. Nothing happens when there is none."},
		func(ctx context.Context, c call, _ none) (none, error) {
			return none{}, s.app.EndCalendar(ctx, c.Caller)
		})
	handle(s, contract.Operation{ID: "setOwnPhoto", Method: http.MethodPut, Path: "/account/photo", Tag: tag, Summary: "Set your own photo",
		Who: contract.SignedIn, Photo: true, Details: photoRule},
		func(ctx context.Context, c call, _ none) (change.Saved[tracker.Account], error) {
			return s.app.SetOwnPhoto(ctx, c.Caller, c.body)
		})
	handle(s, contract.Operation{ID: "removeOwnPhoto", Method: http.MethodDelete, Path: "/account/photo", Tag: tag, Summary: "Remove your own photo",
		Who: contract.SignedIn, Details: "Nothing happens when there is none."},
		func(ctx context.Context, c call, _ none) (change.Saved[tracker.Account], error) {
			return s.app.SetOwnPhoto(ctx, c.Caller, nil)
		})
}
