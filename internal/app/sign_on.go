package app

import (
	"cmp"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"strings"
	"unicode"

	"btracker/internal/auth"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// IdentityProvider is the OpenID Connect provider of single sign-on. Its errors wrap tracker.ErrSignOnAway,
// tracker.ErrSignOnRefused or tracker.ErrSignInsWait.
type IdentityProvider interface {
	AuthURL(ctx context.Context, attempt tracker.SignOnAttempt) (string, error)
	Identity(ctx context.Context, attempt tracker.SignOnAttempt) (tracker.Identity, error)
	SignOutURL(ctx context.Context) string // "" if there is none
}

// SignOnRules are what the operator decides about single sign-on.
type SignOnRules struct {
	Name    string // of the provider, as people know it
	Creates bool   // makes a user of whoever the provider vouches for
}

// SignOnName returns the name of the provider of single sign-on, or "" if there is none.
func (a *App) SignOnName() string {
	if a.provider == nil {
		return ""
	}
	return a.signOn.Name
}

// signOnPurpose keeps an attempt apart from other sealed values.
const signOnPurpose = "single sign-on"

// BeginSignOn begins a single sign-on. It returns the attempt, sealed for the browser to keep, and the address of
// the provider. Where the provider can not be reached the address is empty, and FinishSignOn says so.
func (a *App) BeginSignOn(ctx context.Context) (sealed, address string, err error) {
	if a.provider == nil {
		return "", "", tracker.ErrNotFound
	}
	attempt := tracker.SignOnAttempt{ExpiresAt: a.time().Add(tracker.SignOnLife)}
	attempt.State, _ = auth.NewOpaqueToken()
	attempt.Nonce, _ = auth.NewOpaqueToken()
	attempt.Verifier, _ = auth.NewOpaqueToken()
	address, err = a.provider.AuthURL(ctx, attempt)
	if errors.Is(err, tracker.ErrSignOnAway) {
		a.log.WarnContext(ctx, "single sign-on: the provider can not be reached", "error", err)
		attempt.Failure, err = tracker.ErrSignOnAway.Code, nil
	}
	if err != nil {
		return "", "", err
	}
	sealed, err = a.sealAttempt(attempt)
	return sealed, address, err
}

// SignOnAnswer is what the provider sends the browser back with.
type SignOnAnswer struct{ State, Code, Issuer, Error string }

// AnswerSignOn takes the provider's answer up into the attempt that the browser kept. It returns "" for an answer to
// another attempt than that: somebody else may have begun it.
func (a *App) AnswerSignOn(ctx context.Context, sealed string, answer SignOnAnswer) (string, error) {
	if a.provider == nil {
		return "", tracker.ErrNotFound
	}
	attempt, ok := a.openAttempt(sealed)
	if !ok || subtle.ConstantTimeCompare([]byte(attempt.State), []byte(answer.State)) != 1 {
		a.log.InfoContext(ctx, "single sign-on: an answer to no sign-in of this browser")
		return "", nil
	}
	attempt.Code, attempt.Issuer = answer.Code, answer.Issuer
	if answer.Error != "" || answer.Code == "" || len(answer.Code) > tracker.MaxSignOnCode || len(answer.Issuer) > tracker.MaxIdentity {
		a.log.InfoContext(ctx, "single sign-on: the provider answered an error", "error", strings.ToValidUTF8(answer.Error[:min(len(answer.Error), 40)], ""), "length", len(answer.Code))
		attempt.Code, attempt.Issuer, attempt.Failure = "", "", tracker.ErrSignOnRefused.Code
	}
	return a.sealAttempt(attempt)
}

func (a *App) sealAttempt(attempt tracker.SignOnAttempt) (string, error) {
	plain, err := json.Marshal(attempt)
	if err != nil {
		return "", err
	}
	return a.signer.Seal(signOnPurpose, string(plain))
}

func (a *App) openAttempt(sealed string) (attempt tracker.SignOnAttempt, ok bool) {
	plain, err := a.signer.Open(signOnPurpose, sealed)
	if err != nil || json.Unmarshal([]byte(plain), &attempt) != nil {
		return attempt, false
	}
	return attempt, a.time().Before(attempt.ExpiresAt)
}

// FinishSignOn signs in whoever the provider vouches for, once for each attempt. People with a second factor are
// asked for it, as after a password.
func (a *App) FinishSignOn(ctx context.Context, c Caller, sealed string) (done SignIn, err error) {
	if a.provider == nil {
		return done, tracker.ErrNotFound
	}
	attempt, ok := a.openAttempt(sealed)
	switch {
	case ok && attempt.Failure == tracker.ErrSignOnAway.Code:
		return done, tracker.ErrSignOnAway
	case ok && attempt.Failure != "":
		return done, tracker.ErrSignOnRefused
	case !ok || attempt.Code == "":
		return done, tracker.ErrSignOnEnded
	}
	subjects := []throttleSubject{{"address " + c.IP, addressBackoff}}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		if _, err := a.throttles(ctx, tx.Queries, subjects); err != nil {
			return err
		}
		fresh, err := tx.UseSignOn(ctx, auth.HashOpaqueToken(attempt.State), attempt.ExpiresAt)
		if err == nil && !fresh {
			err = tracker.ErrSignOnEnded
		}
		return err
	})
	if err != nil {
		return done, err
	}
	id, err := a.provider.Identity(ctx, attempt)
	if errors.Is(err, tracker.ErrSignOnAway) || errors.Is(err, tracker.ErrSignInsWait) {
		return done, err
	}
	if err == nil && (id.Subject == "" || len(id.Subject) > tracker.MaxIdentity) {
		err = tracker.ErrSignOnRefused
	}
	if err != nil {
		a.log.WarnContext(ctx, "single sign-on: an answer of the provider does not count", "error", err)
		return done, a.signOnFailed(ctx, c, subjects, refusal{tracker.ErrSignOnRefused, "", "the answer of the provider does not count"})
	}
	if _, err := a.store.LinkedUser(ctx, id.Issuer, id.Subject); errors.Is(err, tracker.ErrNotFound) {
		if id.Email = confirmedAddress(id); id.Email == "" {
			return done, a.signOnFailed(ctx, c, subjects, refusal{tracker.ErrSignOnEmail, "", "the provider has not confirmed the address"})
		}
		if err := a.createSignedOn(ctx, c, id); err != nil {
			return done, err
		}
	} else if err != nil {
		return done, err
	}
	return a.signOnAs(ctx, c, subjects, id)
}

// refusal is why a single sign-on fails: for the person, and for administrators.
type refusal struct {
	err     error
	email   string // of the person, where it is known
	details string
}

// signOnFailed records a single sign-on that failed, and counts it.
func (a *App) signOnFailed(ctx context.Context, c Caller, subjects []throttleSubject, why refusal) error {
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		known, err := a.throttles(ctx, tx.Queries, subjects)
		if err != nil {
			return err
		}
		if err := a.recordEvent(ctx, tx, c, tracker.EventSignInFailed, why.email, bySignOn+": "+why.details); err != nil {
			return err
		}
		return a.countFailure(ctx, tx, subjects, known)
	})
	if err != nil {
		return err
	}
	return why.err
}

// Details of security events.
const bySignOn = "by single sign-on"

func afterSignOn(s store.Session) string {
	if s.SignOn {
		return " after single sign-on"
	}
	return ""
}

// confirmedAddress is the address of an identity as users are found by it, or "" if the provider has not confirmed it.
func confirmedAddress(id tracker.Identity) string {
	address := tracker.ResetRequestInput{Email: id.Email}
	if err := tracker.Validate(&address); err != nil || !id.EmailVerified {
		return ""
	}
	return normalised(address.Email)
}

// signOnAs begins a session of the user with an identity, or asks for their second factor.
func (a *App) signOnAs(ctx context.Context, c Caller, subjects []throttleSubject, id tracker.Identity) (done SignIn, err error) {
	var user tracker.User
	var session store.Session
	var why refusal
	ticket, ticketHash := auth.NewOpaqueToken()
	err = a.store.Write(ctx, func(tx *store.Tx) (err error) {
		if user, why, err = a.signedOnUser(ctx, tx, c, id); err != nil || why.err != nil {
			return err
		}
		if user.HasSecondFactor {
			return tx.InsertSignOnTicket(ctx, ticketHash, user.ID, a.time().Add(tracker.TicketLife))
		}
		session = a.newSession(c, user.ID)
		session.SignOn = true
		if err := tx.InsertSession(ctx, session); err != nil {
			return err
		}
		return a.recordEvent(ctx, tx, c, tracker.EventSignIn, user.Email, bySignOn)
	})
	switch {
	case err != nil:
		return done, err
	case why.err != nil:
		return done, a.signOnFailed(ctx, c, subjects, why)
	case user.HasSecondFactor:
		methods, err := a.factorMethods(ctx, user.ID)
		return SignIn{Asked: &tracker.SecondFactorAsked{SecondFactor: tracker.SignInTicket{Ticket: ticket, Methods: methods}}}, err
	}
	account, err := a.Account(ctx, Caller{User: user})
	if err == nil {
		done.Account, err = a.withToken(account, user.ID, session.ID, session.ExpiresAt)
	}
	return done, err
}

// signedOnUser finds the user of an identity. An identity that is nobody's yet becomes that of the user with its
// address, unless that user has another one at this provider.
func (a *App) signedOnUser(ctx context.Context, tx *store.Tx, c Caller, id tracker.Identity) (tracker.User, refusal, error) {
	user, err := tx.LinkedUser(ctx, id.Issuer, id.Subject)
	isNew := errors.Is(err, tracker.ErrNotFound)
	if isNew { // FinishSignOn has checked the address
		user, err = tx.UserByEmail(ctx, id.Email)
	}
	switch {
	case errors.Is(err, tracker.ErrNotFound):
		return user, refusal{tracker.ErrSignOnUnknown, id.Email, "nobody has this address"}, nil
	case err != nil:
		return user, refusal{}, err
	case user.Status != tracker.UserEnabled:
		return user, refusal{tracker.ErrSignOnUnknown, user.Email, "the user is disabled"}, nil
	case !isNew:
		return user, refusal{}, nil
	}
	linked, err := tx.LinkIdentity(ctx, id, user.ID, a.time())
	if err != nil {
		return user, refusal{}, err
	}
	if !linked {
		return user, refusal{tracker.ErrSignOnUnknown, user.Email, "the user has another account at the provider"}, nil
	}
	if err := a.recordEvent(ctx, tx, c, tracker.EventRights, user.Email, "may sign in by single sign-on"); err != nil {
		return user, refusal{}, err
	}
	return user, refusal{}, a.queue.EnqueueMail(ctx, tx, MailJob{Kind: MailSecurity, Email: user.Email, At: a.time(),
		Text: "Your account at " + a.signOn.Name + " was used to sign in for the first time. From now on it signs you in without your password."})
}

// UnlinkSignOn forgets which account at the provider is the caller's. The caller proves to be there, because whoever
// has only the provider's account would be kept out by it.
func (a *App) UnlinkSignOn(ctx context.Context, c Caller, in tracker.RecentPassword) (saved Saved[struct{}], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	err = a.withRecentSignIn(ctx, c, in, func(again func(*store.Tx) error) error {
		status, err := a.store.SecondFactors(ctx, c.User.ID)
		if err != nil || !status.Linked {
			return err
		}
		saved.Seq, err = a.setFactor(ctx, c, func(m *mutation, u *tracker.User) error {
			m.write(again)
			m.write(func(tx *store.Tx) error { return tx.UnlinkIdentities(ctx, c.User.ID) })
			m.warn(ctx, m.caller.User, tracker.EventRights, "may not sign in by single sign-on any more", a.unlinkedText("Your"))
			u.HasSignOn = false
			return nil
		})
		return err
	})
	return saved, err
}

// providerName is the name of the provider, also where it has none any more.
func (a *App) providerName() string { return cmp.Or(a.signOn.Name, "the sign-in service") }

// unlinkedText is what the mail about a lost link says.
func (a *App) unlinkedText(whose string) string {
	return whose + " account at " + a.providerName() + " does not sign you in any more, until it is used again with your confirmed e-mail address. Your password does; if you have none, ask for a link on the sign-in page."
}

// createSignedOn makes a user of somebody whose address nobody has, if the operator wants that. They may see nothing until somebody gives them a role.
func (a *App) createSignedOn(ctx context.Context, c Caller, id tracker.Identity) error {
	if !a.signOn.Creates {
		return nil
	}
	if _, err := a.store.UserByEmail(ctx, id.Email); !errors.Is(err, tracker.ErrNotFound) {
		return err
	}
	in := tracker.UserInput{Email: id.Email, DisplayName: signOnDisplayName(id), Gender: tracker.Some(tracker.GenderNone)}
	_, err := a.addUser(ctx, Caller{RequestID: c.RequestID}, in, false, anyone, func(m *mutation, u tracker.User) {
		m.write(func(tx *store.Tx) error {
			linked, err := tx.LinkIdentity(ctx, id, u.ID, m.now)
			if err == nil && !linked {
				err = tracker.ErrSignOnUnknown
			}
			return err
		})
	})
	if errors.Is(err, tracker.ErrEmailTaken) { // somebody was faster
		err = nil
	}
	return err
}

// signOnDisplayName is the name of a new user: as the provider has it, or else the beginning of the address.
func signOnDisplayName(id tracker.Identity) string {
	name := strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(id.Name, "")))
	in := tracker.ProfileInput{DisplayName: name, Gender: tracker.Some(tracker.GenderNone)}
	if tracker.Validate(&in) != nil {
		name, _, _ = strings.Cut(id.Email, "@")
	}
	return name
}
