package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/tracker"
)

// done answers account calls that have no entity to show.
type done struct {
	Result string `json:"result" doc:"Always success: a failure is a status."`
}

var success = done{Result: "success"}

// ownAddress takes {"address": …}, absent or null to remove it, and also the bare
// address: a client that sends one must not have its address removed instead.
type ownAddress struct {
	Version tracker.Opt[int]      `json:"version" doc:"The version the edit is based on; any other than the stored one is refused with 409."`
	Address *tracker.AddressInput `json:"address,omitempty"`
	// Accepted, not advertised.
	tracker.AddressInput `doc:"-"`
}

func (in ownAddress) input() *tracker.AddressInput {
	if in.Address == nil && in.AddressInput != (tracker.AddressInput{}) {
		return &in.AddressInput
	}
	return in.Address
}

func (s *server) accountOperations() {
	const tag = "Account"
	handle(s, operation{id: "login", method: http.MethodPost, path: "/account/login", tag: tag, summary: "Sign in", public: true},
		func(ctx context.Context, c call, in tracker.LoginInput) (tracker.Account, error) {
			return s.app.Login(ctx, c.Caller, in)
		})
	handle(s, operation{id: "refreshToken", method: http.MethodPost, path: "/account/refreshToken", tag: tag, summary: "Get a new token for the same session"},
		func(ctx context.Context, c call, _ none) (tracker.Account, error) {
			return s.app.RefreshToken(ctx, c.Caller)
		})
	handle(s, operation{id: "getAccount", method: http.MethodGet, path: "/account", tag: tag, summary: "Read your own account"},
		func(ctx context.Context, c call, _ none) (tracker.Account, error) {
			return s.app.Account(ctx, c.Caller)
		})
	handle(s, operation{id: "logout", method: http.MethodGet, path: "/account/logout", tag: tag, summary: "Sign out"},
		func(ctx context.Context, c call, _ none) (done, error) { return success, s.app.Logout(ctx, c.Request) })
	handle(s, operation{id: "changePassword", method: http.MethodPut, path: "/account/changePassword", tag: tag, summary: "Change your own password"},
		func(ctx context.Context, c call, in tracker.ChangePasswordInput) (tracker.Account, error) {
			return s.app.ChangePassword(ctx, c.Caller, in)
		})
	handle(s, operation{id: "requestPassReset", method: http.MethodPost, path: "/account/requestPassReset", tag: tag, summary: "Ask for a reset link by mail", public: true},
		func(ctx context.Context, c call, in tracker.ResetRequestInput) (done, error) {
			return success, s.app.RequestPasswordReset(ctx, c.Caller, in)
		})
	handle(s, operation{id: "resetPass", method: http.MethodPut, path: "/account/resetPass", tag: tag, summary: "Set a password by a mailed token", public: true},
		func(ctx context.Context, c call, in tracker.ResetPasswordInput) (done, error) {
			return success, s.app.ResetPassword(ctx, c.Caller, in)
		})
	handle(s, operation{id: "editProfile", method: http.MethodPut, path: "/account/profile", tag: tag, summary: "Edit your own profile"},
		func(ctx context.Context, c call, in tracker.ProfileInput) (tracker.Account, error) {
			return s.app.EditProfile(ctx, c.Request, in)
		})
	handle(s, operation{id: "setOwnAddress", method: http.MethodPut, path: "/account/profile/address", tag: tag, summary: "Set or remove your own address", noBody: true},
		func(ctx context.Context, c call, in ownAddress) (tracker.Account, error) {
			return s.app.SetOwnAddress(ctx, c.Request, in.Version, in.input())
		})
	handle(s, operation{id: "setOwnPhoto", method: http.MethodPut, path: "/account/photo", tag: tag, summary: "Set your own photo", photo: true},
		func(ctx context.Context, c call, _ none) (tracker.Account, error) {
			return s.app.SetOwnPhoto(ctx, c.Request, c.photo)
		})
	handle(s, operation{id: "removeOwnPhoto", method: http.MethodDelete, path: "/account/photo", tag: tag, summary: "Remove your own photo"},
		func(ctx context.Context, c call, _ none) (tracker.Account, error) {
			return s.app.SetOwnPhoto(ctx, c.Request, nil)
		})
}
