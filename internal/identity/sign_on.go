package identity

import (
	"cmp"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"strings"
	"unicode"

	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/record"
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
	Groups  string // the claim that names the groups of a person; without it they give no rights
}

// SignOnName returns the name of the provider of single sign-on, or "" if there is none.
func (i *Identity) SignOnName() string {
	if i.Provider == nil {
		return ""
	}
	return i.SignOn.Name
}

// signOnPurpose keeps an attempt apart from other encrypted values.
const signOnPurpose = "single sign-on"

// BeginSignOn begins a single sign-on. It returns the attempt, encrypted for the browser to keep, and the address of
// the provider. Where the provider can not be reached the address is empty, and FinishSignOn says so.
func (i *Identity) BeginSignOn(ctx context.Context) (encrypted, address string, err error) {
	if i.Provider == nil {
		return "", "", tracker.ErrNotFound
	}
	attempt := tracker.SignOnAttempt{ExpiresAt: i.Time().Add(tracker.SignOnLife)}
	attempt.State, _ = auth.NewOpaqueToken()
	attempt.Nonce, _ = auth.NewOpaqueToken()
	attempt.Verifier, _ = auth.NewOpaqueToken()
	address, err = i.Provider.AuthURL(ctx, attempt)
	if errors.Is(err, tracker.ErrSignOnAway) {
		i.Log.WarnContext(ctx, "single sign-on: the provider can not be reached", "error", err)
		attempt.Failure, err = tracker.ErrSignOnAway.Code, nil
	}
	if err != nil {
		return "", "", err
	}
	encrypted, err = i.encryptAttempt(attempt)
	return encrypted, address, err
}

// SignOnAnswer is what the provider sends the browser back with.
type SignOnAnswer struct{ State, Code, Issuer, Error string }

// AnswerSignOn takes the provider's answer up into the attempt that the browser kept. It returns "" for an answer to
// another attempt than that: somebody else may have begun it.
func (i *Identity) AnswerSignOn(ctx context.Context, encrypted string, answer SignOnAnswer) (string, error) {
	if i.Provider == nil {
		return "", tracker.ErrNotFound
	}
	attempt, ok := i.decryptAttempt(encrypted)
	if !ok || subtle.ConstantTimeCompare([]byte(attempt.State), []byte(answer.State)) != 1 {
		i.Log.InfoContext(ctx, "single sign-on: an answer to no sign-in of this browser")
		return "", nil
	}
	attempt.Code, attempt.Issuer = answer.Code, answer.Issuer
	if answer.Error != "" || answer.Code == "" || len(answer.Code) > tracker.MaxSignOnCode || len(answer.Issuer) > tracker.MaxIdentity {
		i.Log.InfoContext(ctx, "single sign-on: the provider answered an error", "error", strings.ToValidUTF8(answer.Error[:min(len(answer.Error), 40)], ""), "length", len(answer.Code))
		attempt.Code, attempt.Issuer, attempt.Failure = "", "", tracker.ErrSignOnRefused.Code
	}
	return i.encryptAttempt(attempt)
}

func (i *Identity) encryptAttempt(attempt tracker.SignOnAttempt) (string, error) {
	plain, err := json.Marshal(attempt)
	if err != nil {
		return "", err
	}
	return i.Signer.Encrypt(signOnPurpose, string(plain))
}

func (i *Identity) decryptAttempt(encrypted string) (attempt tracker.SignOnAttempt, ok bool) {
	plain, err := i.Signer.Decrypt(signOnPurpose, encrypted)
	if err != nil || json.Unmarshal([]byte(plain), &attempt) != nil {
		return attempt, false
	}
	return attempt, i.Time().Before(attempt.ExpiresAt)
}

// FinishSignOn signs in whoever the provider vouches for, once for each attempt. People with a second factor are
// asked for it, as after a password.
func (i *Identity) FinishSignOn(ctx context.Context, c change.Caller, encrypted string) (done SignIn, err error) {
	if i.Provider == nil {
		return done, tracker.ErrNotFound
	}
	attempt, ok := i.decryptAttempt(encrypted)
	switch {
	case ok && attempt.Failure == tracker.ErrSignOnAway.Code:
		return done, tracker.ErrSignOnAway
	case ok && attempt.Failure != "":
		return done, tracker.ErrSignOnRefused
	case !ok || attempt.Code == "":
		return done, tracker.ErrSignOnEnded
	}
	subjects := []throttleSubject{{"address " + c.IP, addressBackoff}}
	err = i.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := i.throttles(ctx, tx.Queries, subjects); err != nil {
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
	id, err := i.Provider.Identity(ctx, attempt)
	if errors.Is(err, tracker.ErrSignOnAway) || errors.Is(err, tracker.ErrSignInsWait) {
		return done, err
	}
	if err == nil && (id.Subject == "" || len(id.Subject) > tracker.MaxIdentity) {
		err = tracker.ErrSignOnRefused
	}
	if err != nil {
		i.Log.WarnContext(ctx, "single sign-on: an answer of the provider does not count", "error", err)
		return done, i.signOnFailed(ctx, c, subjects, refusal{tracker.ErrSignOnRefused, "", badAnswer})
	}
	if _, err := i.Store.LinkedUser(ctx, id.Issuer, id.Subject); errors.Is(err, tracker.ErrNotFound) {
		if id.Email = confirmedAddress(id); id.Email == "" {
			return done, i.signOnFailed(ctx, c, subjects, refusal{tracker.ErrSignOnEmail, "", unconfirmedAddress})
		}
		if err := i.createSignedOn(ctx, c, id); err != nil {
			return done, err
		}
	} else if err != nil {
		return done, err
	}
	return i.signOnAs(ctx, c, subjects, id)
}

// refusal is why a single sign-on fails: for the person, and for administrators.
type refusal struct {
	err     error
	email   string // of the person, where it is known
	details tracker.Text
}

// signOnFailed records a single sign-on that failed, and counts it.
func (i *Identity) signOnFailed(ctx context.Context, c change.Caller, subjects []throttleSubject, why refusal) error {
	err := i.Store.Write(ctx, func(tx *store.Tx) error {
		known, err := i.throttles(ctx, tx.Queries, subjects)
		if err != nil {
			return err
		}
		if err := i.RecordEvent(ctx, tx, c, tracker.EventSignInFailed, why.email, signOnFailed.With(why.details)); err != nil {
			return err
		}
		return i.countFailure(ctx, tx, subjects, known)
	})
	if err != nil {
		return err
	}
	return why.err
}

// confirmedAddress is the address of an identity as users are found by it, or "" if the provider has not confirmed it.
func confirmedAddress(id tracker.Identity) string {
	address := tracker.ResetRequestInput{Email: id.Email}
	if err := tracker.Validate(&address); err != nil || !id.EmailVerified {
		return ""
	}
	return change.Normalised(address.Email)
}

// signOnAs begins a session of the user with an identity, or asks for their second factor.
func (i *Identity) signOnAs(ctx context.Context, c change.Caller, subjects []throttleSubject, id tracker.Identity) (done SignIn, err error) {
	var user tracker.User
	var session store.Session
	var why refusal
	ticket, ticketHash := auth.NewOpaqueToken()
	_, err = i.Transact(ctx, i.Store.Write, func(w *change.Work) (err error) {
		tx := w.Tx
		if user, why, err = i.signedOnUser(ctx, tx, c, id); err != nil || why.err != nil {
			return err
		}
		if i.SignOn.Groups != "" {
			w.Caller = change.Caller{RequestID: c.RequestID, IP: c.IP, Address: c.Address, Agent: c.Agent} // nobody: the provider says it
			if err := record.GiveGroupRoles(ctx, w, user, id.Groups); err != nil {
				return err
			}
			if user, err = tx.User(ctx, user.ID); err != nil {
				return err
			}
		}
		if user.HasSecondFactor {
			return tx.InsertSignOnTicket(ctx, ticketHash, user.ID, i.Time().Add(tracker.TicketLife))
		}
		session = i.newSession(c, user.ID)
		session.SignOn = true
		if err := tx.InsertSession(ctx, session); err != nil {
			return err
		}
		return i.RecordEvent(ctx, tx, c, tracker.EventSignIn, user.Email, bySignOn)
	})
	switch {
	case err != nil:
		return done, err
	case why.err != nil:
		return done, i.signOnFailed(ctx, c, subjects, why)
	case user.HasSecondFactor:
		methods, err := i.factorMethods(ctx, user.ID)
		return SignIn{Asked: &tracker.SecondFactorAsked{SecondFactor: tracker.SignInTicket{Ticket: ticket, Methods: methods}}}, err
	}
	account, err := i.Account(ctx, change.Caller{User: user})
	if err == nil {
		done.Account, err = i.withToken(account, user.ID, session.ID, session.ExpiresAt)
	}
	return done, err
}

// signedOnUser finds the user of an identity. An identity that is nobody's yet becomes that of the user with its
// address, unless that user has another one at this provider.
func (i *Identity) signedOnUser(ctx context.Context, tx *store.Tx, c change.Caller, id tracker.Identity) (tracker.User, refusal, error) {
	user, err := tx.LinkedUser(ctx, id.Issuer, id.Subject)
	isNew := errors.Is(err, tracker.ErrNotFound)
	if isNew { // FinishSignOn has checked the address
		user, err = tx.UserByEmail(ctx, id.Email)
	}
	switch {
	case errors.Is(err, tracker.ErrNotFound):
		return user, refusal{tracker.ErrSignOnUnknown, id.Email, nobodysAddress}, nil
	case err != nil:
		return user, refusal{}, err
	case user.Status != tracker.UserEnabled:
		return user, refusal{tracker.ErrSignOnUnknown, user.Email, userDisabled}, nil
	case !isNew:
		return user, refusal{}, nil
	}
	linked, err := tx.LinkIdentity(ctx, id, user.ID, i.Time())
	if err != nil {
		return user, refusal{}, err
	}
	if !linked {
		return user, refusal{tracker.ErrSignOnUnknown, user.Email, otherAccount}, nil
	}
	event := tracker.SecurityEvent{At: i.Time(), Kind: tracker.EventRights, Email: user.Email, DetailsText: signOnLinked}
	return user, refusal{}, mailWarning(ctx, tx, i.Queue, c, event, mailSignOnLinked.With(i.SignOn.Name))
}

// UnlinkSignOn forgets which account at the provider is the caller's. The caller proves to be there, because whoever
// has only the provider's account would be kept out by it.
func (i *Identity) UnlinkSignOn(ctx context.Context, c change.Caller, in tracker.RecentPassword) (saved change.Saved[struct{}], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	err = i.withRecentSignIn(ctx, c, in, func(again func(*store.Tx) error) error {
		status, err := i.Store.SecondFactors(ctx, c.User.ID)
		if err != nil || !status.Linked {
			return err
		}
		saved.Seq, err = i.setFactor(ctx, c, func(m *change.Mutation, u *tracker.User) error {
			m.Write(again)
			m.Write(func(tx *store.Tx) error { return tx.UnlinkIdentities(ctx, c.User.ID) })
			warn(ctx, m, m.Caller.User, tracker.EventRights, signOnUnlinked, mailSignOnUnlinked.With(i.providerName()))
			u.HasSignOn = false
			return nil
		})
		return err
	})
	return saved, err
}

// providerName is the name of the provider, also where it has none any more.
func (i *Identity) providerName() string { return cmp.Or(i.SignOn.Name, "the sign-in service") }

// createSignedOn makes a user of somebody whose address nobody has, if the operator wants that. They may see nothing until somebody gives them a role.
func (i *Identity) createSignedOn(ctx context.Context, c change.Caller, id tracker.Identity) error {
	if !i.SignOn.Creates {
		return nil
	}
	if _, err := i.Store.UserByEmail(ctx, id.Email); !errors.Is(err, tracker.ErrNotFound) {
		return err
	}
	in := tracker.UserInput{Email: id.Email, DisplayName: signOnDisplayName(id), Gender: tracker.Some(tracker.GenderNone)}
	_, err := record.AddUser(ctx, i.Engine, change.Caller{RequestID: c.RequestID}, in, false, change.Anyone, func(m *change.Mutation, u tracker.User) {
		m.Write(func(tx *store.Tx) error {
			linked, err := tx.LinkIdentity(ctx, id, u.ID, m.Now)
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

// PreviewGroupRoles says who would get what by some rights of groups, for administrators. It knows people by the groups that they
// had at their last single sign-on.
func (i *Identity) PreviewGroupRoles(ctx context.Context, c change.Caller, in []tracker.GroupRoleInput) (preview tracker.GroupPreview, err error) {
	if err := c.RequireAdmin(); err != nil {
		return preview, err
	}
	roles, err := tracker.CheckGroupRoles(in)
	if err == nil {
		roles, err = record.NamedGroupRoles(ctx, i.Store.Queries, roles)
	}
	preview.CompanyNames = map[string]string{}
	for _, r := range roles {
		if r.CompanyName != nil {
			preview.CompanyNames[*r.CompanyID] = *r.CompanyName
		}
	}
	if err == nil {
		preview.People, preview.Total, err = record.GroupEffects(ctx, i.Store.Queries, roles)
	}
	if err == nil {
		preview.Groups, err = i.Store.KnownGroups(ctx, tracker.MaxKnownGroups)
	}
	preview.Claim = change.OrNil(i.SignOn.Groups)
	return preview, err
}
