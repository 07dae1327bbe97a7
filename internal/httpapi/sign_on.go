package httpapi

import (
	"cmp"
	"context"
	"net/http"
	"reflect"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/identity"
	"btracker/internal/tracker"
)

const (
	// SignOnCallback is the path, below the base path, that the provider of single sign-on sends the browser back to.
	SignOnCallback = "api/v1" + signOnCallback
	signOnCallback = "/account/oidc/callback"
)

// signedOut is the answer to signing out.
type signedOut struct {
	done
	ProviderSignOut *string `json:"providerSignOut,omitempty" doc:"The page on which to sign out at the provider of single sign-on too, if the session began there."`
}

// leadOn sends the browser on, with the attempt of a single sign-on in its cookie.
type leadOn struct{ address, attempt string }

func (a leadOn) write(s *server, w http.ResponseWriter, _ *http.Request) {
	if a.attempt != "" {
		http.SetCookie(w, s.signOnCookie(a.attempt))
	}
	w.Header().Set("Location", a.address)
	w.WriteHeader(http.StatusSeeOther)
}

func (leadOn) body() reflect.Type { return nil }

// signOnCookie keeps the attempt in its browser alone: scripts can not read it, and other sites can not send it along
// with a request but by leading the browser here. The prefix keeps sites below the same domain from setting it.
func (s *server) signOnCookie(attempt string) *http.Cookie {
	name := "btracker-sign-on"
	if s.config.Secure {
		name = "__Host-" + name
	}
	return &http.Cookie{Name: name, Value: attempt, Path: "/", MaxAge: int(tracker.SignOnLife.Seconds()), HttpOnly: true, Secure: s.config.Secure, SameSite: http.SameSiteLaxMode}
}

// attempt is the value of the cookie, or "".
func (s *server) attempt(r *http.Request) string {
	if cookie, err := r.Cookie(s.signOnCookie("").Name); err == nil {
		return cookie.Value
	}
	return ""
}

// signInPage is the page that finishes a single sign-on. Its address says no more than that there is one.
func (s *server) signInPage() string { return s.config.BasePath + "btracker/login?signOn=done" }

func (s *server) signOnOperations() {
	s.api.Describe(contract.Answered("The session has ended.", signedOut{done: success}))
	const tag = "Account"
	handle(s, contract.Operation{ID: "startSignOn", Method: http.MethodGet, Path: "/account/oidc/start", Tag: tag, Summary: "Begin a single sign-on",
		Who: contract.Anyone, Missing: true, Status: http.StatusSeeOther,
		Details: "For browsers: leads to the OpenID Connect provider (code flow with PKCE, state and nonce), " +
			"or back to the sign-in page when the provider can not be reached. A cookie keeps the attempt for " + contract.Span(tracker.SignOnLife) + "."},
		func(ctx context.Context, _ call, _ none) (to leadOn, err error) {
			to.attempt, to.address, err = s.app.BeginSignOn(ctx)
			to.address = cmp.Or(to.address, s.signInPage())
			return to, err
		})
	handle(s, contract.Operation{ID: "answerSignOn", Method: http.MethodGet, Path: signOnCallback, Tag: tag, Summary: "Come back from the provider of single sign-on",
		Who: contract.Anyone, Missing: true, Status: http.StatusSeeOther,
		Params: []contract.Param{contract.Text("state", "Of the attempt."), contract.Text("code", "Which finishSignOn exchanges."), contract.Text("iss", "The provider."),
			contract.Text("error", "Instead of a code.")},
		Details: "For browsers: keeps the provider's answer in the cookie, if it belongs to the attempt there, and leads to the sign-in page. It signs nobody in."},
		func(ctx context.Context, c call, _ none) (to leadOn, err error) {
			to.address = s.signInPage()
			to.attempt, err = s.app.AnswerSignOn(ctx, s.attempt(c.r), identity.SignOnAnswer{State: c.params.Get("state"), Code: c.params.Get("code"), Issuer: c.params.Get("iss"),
				Error: c.params.Get("error")})
			return to, err
		})
	handle(s, contract.Operation{ID: "unlinkSignOn", Method: http.MethodDelete, Path: "/account/oidc", Tag: tag, Summary: "Unlink your account at the provider of single sign-on",
		Who: contract.SignedIn, Throttled: true,
		Details: recent + "The account there does not sign in any more, until it is used again with the address that the provider has confirmed. " +
			"The history shows it, and you get a mail. Nothing happens when none is linked."},
		func(ctx context.Context, c call, in tracker.RecentPassword) (change.Saved[none], error) {
			unlinked, err := s.app.UnlinkSignOn(ctx, c.Caller, in)
			return change.Saved[none]{Seq: unlinked.Seq}, err
		})
	handle(s, contract.Operation{ID: "finishSignOn", Method: http.MethodPost, Path: "/account/oidc/finish", Tag: tag, Summary: "Finish a single sign-on",
		Who: contract.Anyone, Missing: true, Throttled: true, Answer: contract.AccountWithToken,
		SignsIn: []*tracker.Error{tracker.ErrSignOnEnded, tracker.ErrSignOnRefused, tracker.ErrSignOnEmail, tracker.ErrSignOnUnknown}, Away: []*tracker.Error{tracker.ErrSignOnAway},
		Details: "Answers as login does, once for each attempt in the cookie. " +
			"The provider's account belongs to the user it was first used for, by the address that the provider has confirmed. " +
			"The answer is the same for an unknown address, a disabled user, and one who uses another account there."},
		func(ctx context.Context, c call, _ none) (signedIn, error) {
			done, err := s.app.FinishSignOn(ctx, c.Caller, s.attempt(c.r))
			return signedIn(done), err
		})
}
