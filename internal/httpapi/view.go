package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/tracker"
)

func (s *server) viewOperations() {
	const tag = "Views"
	const sharing = "Administrators alone share views, and change shared ones. "
	everyone := contract.Who{Line: "everyone who is signed in; shared views are changed by administrators."}
	handle(s, contract.Operation{ID: "listViews", Method: http.MethodGet, Path: "/view", Tag: tag, Summary: "List your own views and the shared ones",
		Who: contract.SignedIn, Keys: contract.WideKeys, List: &contract.List{PageSize: tracker.MaxPageSize},
		Params: []contract.Param{contract.Text("List", "Only views of this list.")}, Details: "By list and name."},
		func(ctx context.Context, c call, _ none) (array[tracker.SavedView], error) {
			list, err := parseOption(c.params, "List", tracker.ViewLists, "")
			if err != nil {
				return array[tracker.SavedView]{}, err
			}
			page, err := s.app.Views(ctx, c.Caller, c.List, list)
			return array[tracker.SavedView](page), err
		})
	handle(s, contract.Operation{ID: "addView", Method: http.MethodPost, Path: "/view", Tag: tag, Summary: "Save a view of a list",
		Who: everyone, Keys: contract.WideKeys, Idempotent: true, Status: http.StatusCreated, Refusals: []*tracker.Error{tracker.ErrTooManyViews},
		Details: sharing + "Names need not be unique."},
		passBody(s.app.CreateView))
	handle(s, contract.Operation{ID: "editView", Method: http.MethodPut, Path: "/view", Tag: tag, Summary: "Rename, change, share a view, or make it your default",
		Who: everyone, Keys: contract.WideKeys, Missing: true, Refusals: []*tracker.Error{tracker.ErrTooManyViews},
		Details: sharing + "Everyone may make a shared view their default, by sending it with isDefault; that leaves its version. An absent optional field stays as it is."},
		passBody(s.app.EditView))
	handle(s, contract.Operation{ID: "removeView", Method: http.MethodDelete, Path: "/view", Tag: tag, Summary: "Remove a view",
		Who: everyone, Keys: contract.WideKeys, Details: sharing + "An unknown one is gone already."},
		func(ctx context.Context, c call, in idInput) (change.Saved[none], error) {
			return gone(s.app.RemoveView(ctx, c.Caller, in.ID))
		})
}
