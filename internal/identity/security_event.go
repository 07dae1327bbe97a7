package identity

import (
	"strconv"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Details of security events.
var (
	passwordChanged   = tracker.NewSentence("event.passwordChanged", "changed").With()
	passwordSetByLink = tracker.NewSentence("event.passwordSetByLink", "set by a mailed link").With()
	wrongSetupCode    = tracker.NewSentence("event.wrongSetupCode", "wrong setup code").With()

	othersEnded  = tracker.NewSentence("event.othersEnded", "ended all other sessions").With()
	sessionEnded = tracker.NewSentence("event.sessionEnded", "ended a session").With()
	signedOutBy  = tracker.NewSentence("event.signedOutBy", "signed out everywhere by {by}")

	keyAdded = map[string]tracker.Sentence{
		tracker.KeyReads:  tracker.NewSentence("event.readKeyAdded", `key "{name}" added, scope read`),
		tracker.KeyWrites: tracker.NewSentence("event.writeKeyAdded", `key "{name}" added, scope write`),
	}
	keyRemoved  = tracker.NewSentence("event.keyRemoved", `key "{name}" removed`)
	keysRemoved = tracker.NewSentence("event.keysRemoved", "all keys removed").With()

	byPasskey      = tracker.NewSentence("event.byPasskey", "by passkey").With()
	passkeyAdded   = tracker.NewSentence("event.passkeyAdded", "added: {name}")
	passkeyRenamed = tracker.NewSentence("event.passkeyRenamed", "renamed: {before} to {name}")
	passkeyRemoved = tracker.NewSentence("event.passkeyRemoved", "removed: {name}")
	passkeyCopied  = tracker.NewSentence("event.passkeyCopied", "refused, may be a copy: {name}")

	appAdded       = tracker.NewSentence("event.appAdded", "authenticator app added").With()
	appRemoved     = tracker.NewSentence("event.appRemoved", "authenticator app removed").With()
	factorsRemoved = tracker.NewSentence("event.factorsRemoved", "removed by {by}")
	factorFailed   = tracker.NewSentence("event.factorFailed", "{method}")
	withFactor     = tracker.NewSentence("event.withFactor", "with {method}")
	afterSignOn    = tracker.NewSentence("event.afterSignOn", "{inner} after single sign-on")

	bySignOn           = tracker.NewSentence("event.bySignOn", "by single sign-on").With()
	signOnFailed       = tracker.NewSentence("event.signOnFailed", "by single sign-on: {inner}")
	badAnswer          = tracker.NewSentence("event.badAnswer", "the answer of the provider does not count").With()
	unconfirmedAddress = tracker.NewSentence("event.unconfirmedAddress", "the provider has not confirmed the address").With()
	nobodysAddress     = tracker.NewSentence("event.nobodysAddress", "nobody has this address").With()
	userDisabled       = tracker.NewSentence("event.userDisabled", "the user is disabled").With()
	otherAccount       = tracker.NewSentence("event.otherAccount", "the user has another account at the provider").With()
	signOnLinked       = tracker.NewSentence("event.signOnLinked", "may sign in by single sign-on").With()
	signOnUnlinked     = tracker.NewSentence("event.signOnUnlinked", "may not sign in by single sign-on any more").With()
)

// signedInWith says by which second factor somebody signed in.
func signedInWith(method string, s store.Session) tracker.Text {
	if s.SignOn {
		return afterSignOn.With(withFactor.With(method))
	}
	return withFactor.With(method)
}

// escaped returns a name with its quotation marks and line breaks escaped.
func escaped(name string) string {
	quoted := strconv.Quote(name)
	return quoted[1 : len(quoted)-1]
}
