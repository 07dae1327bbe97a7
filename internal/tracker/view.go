package tracker

import "slices"

// SavedView is a list with its filters, order and columns, under a name.
type SavedView struct {
	ID        string `json:"id"`
	List      string `json:"list" doc:"company, project, product, subscription, user, projectSubscription, projectProduct, change or notification."`
	Name      string `json:"name"`
	Query     string `json:"query" doc:"The query string of the list's call, as it was sent. It is kept and not looked at."`
	IsShared  bool   `json:"isShared" doc:"Everyone sees it. Administrators alone share views and change shared ones."`
	IsDefault bool   `json:"isDefault" doc:"The caller's list begins with it. Each person has one default for each list at most."`
	IsOwn     bool   `json:"isOwn" doc:"The caller saved it."`
	Version   int    `json:"version"`
}

// SavedViewInput is a view to save.
type SavedViewInput struct {
	List      string    `json:"list" rule:"existingName,required" doc:"The list that it is a view of."`
	Name      string    `json:"name" rule:"name,required"`
	Query     string    `json:"query" rule:"query" doc:"The query string of the list's call."`
	IsShared  Opt[bool] `json:"isShared" rule:"flag" doc:"For administrators: everyone sees it."`
	IsDefault Opt[bool] `json:"isDefault" rule:"flag" doc:"Takes the place of the caller's default view of the list."`
}

// Check validates the input.
func (in *SavedViewInput) Check() error {
	err := Validate(in)
	if in.List != "" && !slices.Contains(ViewLists, in.List) {
		err = JoinInvalid(err, ErrUnknownList)
	}
	return err
}

// SavedViewEdit is the new state of a view. Somebody who may not change a shared view can make it
// their default.
type SavedViewEdit struct {
	ID        string      `json:"id" rule:"id,required"`
	Version   Opt[int]    `json:"version" doc:"The version the edit is based on; any other than the stored one is refused with 409."`
	List      Opt[string] `json:"list" rule:"existingName" doc:"It can not be changed."`
	Name      string      `json:"name" rule:"name,required"`
	Query     Opt[string] `json:"query" rule:"query" doc:"The query string of the list's call."`
	IsShared  Opt[bool]   `json:"isShared" rule:"flag" doc:"For administrators: everyone sees it."`
	IsDefault Opt[bool]   `json:"isDefault" rule:"flag" doc:"Takes the place of the caller's default view of the list."`
}

// Apply changes a view.
func (in SavedViewEdit) Apply(v *SavedView) error {
	if !in.List.Empty() && in.List.Value != v.List {
		return Fixed("list")
	}
	v.Name = in.Name
	if in.Query.Sent {
		v.Query = in.Query.Value
	}
	if !in.IsShared.Empty() {
		v.IsShared = in.IsShared.Value
	}
	if !in.IsDefault.Empty() {
		v.IsDefault = in.IsDefault.Value
	}
	return nil
}
