package tracker

import "time"

// Session is a sign-in that has not ended, as its user and administrators see it.
type Session struct {
	ID         string    `json:"id"`
	CreatedAt  time.Time `json:"createdAt"`
	LastUsedAt time.Time `json:"lastUsedAt" doc:"Up to a minute old."`
	Address    string    `json:"address" doc:"The network address of the sign-in."`
	Agent      string    `json:"agent" doc:"The browser or program, as it names itself."`
	Current    bool      `json:"current" doc:"The one that this request belongs to."`
}

// EndSessionInput names one session, or all but the caller's own.
type EndSessionInput struct {
	ID     Opt[string] `json:"id" rule:"id" doc:"The session to end."`
	Others Opt[bool]   `json:"others" rule:"flag" doc:"True ends all sessions but the one of this request."`
}

// Check validates the input: it names either one session or the others.
func (in *EndSessionInput) Check() error {
	if err := Validate(in); err != nil {
		return err
	}
	if in.ID.Empty() == !in.Others.Value {
		return ErrSessionToEnd
	}
	return nil
}

// MaxAgent is how many characters of a browser's name are kept.
const MaxAgent = 256
