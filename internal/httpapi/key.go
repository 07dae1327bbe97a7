package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// refuseKey returns nil, or why a key may not call an operation. What an operation that takes keys does with them in
// particular, change decides: see Caller.RequireInPerson.
func refuseKey(op *contract.Operation, key tracker.Key) error {
	switch {
	case op.Keys == contract.NoKeys:
		return tracker.ErrKeyAccount
	case op.Changes() && key.Scope != tracker.KeyWrites:
		return tracker.ErrKeyReads
	case key.Narrowed() && op.Keys != contract.AnyKeys:
		return tracker.ErrKeyCompany
	}
	return nil
}

func (s *server) keyOperations() {
	const tag = "Account"
	handle(s, contract.Operation{ID: "listKeys", Method: http.MethodGet, Path: "/account/key", Tag: tag, Summary: "List your keys",
		Who: contract.SignedIn, List: &contract.List{}, Details: "The newest first, expired ones included. A key itself is never answered again."},
		func(ctx context.Context, c call, _ none) (array[tracker.Key], error) {
			page, err := s.app.Keys(ctx, c.Caller, c.List)
			return array[tracker.Key](page), err
		})
	handle(s, contract.Operation{ID: "addKey", Method: http.MethodPost, Path: "/account/key", Tag: tag, Summary: "Make a key for a program",
		Who: contract.SignedIn, Status: http.StatusCreated, Missing: true, Throttled: true, Refusals: []*tracker.Error{tracker.ErrTooManyKeys},
		Details: "The key is sent as a bearer token, and never may more than you at that moment. " +
			"It lives on when you sign out or change your password, until it expires or is removed, or you are disabled; a new password ends it if you ask for that."},
		passBody(s.app.CreateKey))
	handle(s, contract.Operation{ID: "removeKey", Method: http.MethodDelete, Path: "/account/key", Tag: tag, Summary: "Remove one of your keys",
		Who: contract.SignedIn, Missing: true, Details: "It ends at once."},
		func(ctx context.Context, c call, in idInput) (none, error) {
			return none{}, s.app.RemoveKey(ctx, c.Caller, in.ID)
		})
}
