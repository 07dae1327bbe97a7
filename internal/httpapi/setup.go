package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

func (s *server) setupOperations() {
	s.api.Describe(
		contract.Answered("Whether the first administrator is still to be made.", tracker.SetupState{Needed: true}),
		contract.Sent[tracker.SetupInput]("The first administrator, by the code that the server printed.",
			object{"code": "c8J0Zb1nQeXkW3uV5rTtYw7oPaSdFgHj2LmNbVcXz1A", "email": "ada@example.com", "displayName": "Ada Lovelace", "password": "Lovelace-1815"}))
	const tag = "Account"
	handle(s, contract.Operation{ID: "getSetup", Method: http.MethodGet, Path: "/setup", Tag: tag, Summary: "Ask whether the first administrator is still to be made",
		Who: contract.Anyone, Details: "While it is so, the server prints an address with a code whenever it starts."},
		func(ctx context.Context, _ call, _ none) (tracker.SetupState, error) { return s.app.SetupState(ctx) })
	handle(s, contract.Operation{ID: "setUp", Method: http.MethodPost, Path: "/setup", Tag: tag, Summary: "Make the first administrator",
		Who: contract.Anyone, Throttled: true, Status: http.StatusCreated, Refusals: []*tracker.Error{tracker.ErrSetupCode, tracker.ErrSetUp},
		Details: "By the code in the address that the server printed when it started. It works once, on every replica, and only while there is no administrator. " +
			"Wrong codes are slowed down like wrong passwords."},
		passBody(s.app.SetUp))
}
