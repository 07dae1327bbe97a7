package tracker

import "time"

// SecurityEvent is a sign-in, a failed one, or a change of how somebody signs in or what they may do.
type SecurityEvent struct {
	ID          string    `json:"id"`
	At          time.Time `json:"at"`
	Kind        string    `json:"kind"`
	Email       string    `json:"email" doc:"Whom it is about. That of a failed sign-in is as it was sent: perhaps nobody has it."`
	Address     string    `json:"address" doc:"The network address it came from; empty for the command line."`
	Agent       string    `json:"agent" doc:"The browser or program, as it names itself."`
	Details     string    `json:"details"`
	DetailsText Text      `json:"detailsText,omitzero" doc:"Missing in events of earlier versions, and where there are no details."`
}

// Kinds of security events.
const (
	EventSignIn             = "signIn"
	EventSignInFailed       = "signInFailed"
	EventSignOut            = "signOut"
	EventSecondFactor       = "secondFactor"
	EventSecondFactorFailed = "secondFactorFailed"
	EventPassword           = "password"
	EventKey                = "key"
	EventSession            = "session"
	EventPasskey            = "passkey"
	EventRights             = "rights"
)

// SecurityEventKinds lists all kinds.
var SecurityEventKinds = []string{EventSignIn, EventSignInFailed, EventSignOut, EventSecondFactor, EventSecondFactorFailed, EventPassword, EventKey, EventSession,
	EventPasskey, EventRights}

// SecurityEventFilter narrows the list of security events.
type SecurityEventFilter struct {
	Email string
	Kind  string
	From  *time.Time
	To    *time.Time
}

// MaxCountedEvents bounds the total of a page of security events.
const MaxCountedEvents = 1000
