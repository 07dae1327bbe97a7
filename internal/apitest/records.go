package apitest

import (
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// AddCompany makes a company and returns its id.
func (c *Client) AddCompany(name string) string {
	c.API.T.Helper()
	var company tracker.Company
	c.Post("/company", Object{"name": name}).Status(201).Into(&company)
	return company.ID
}

// AddModerator makes a user a moderator of a company.
func (c *Client) AddModerator(companyID, email string, role tracker.Role) string {
	c.API.T.Helper()
	var link tracker.CompanyModerator
	c.Post("/company/moderator", Object{"id": companyID, "userEmail": email, "role": role}).Status(201).Into(&link)
	return link.ID
}

// AddProject puts a project under a company.
func (api *API) AddProject(companyID, name string) string {
	api.T.Helper()
	id := "project-" + name
	err := api.Store.Write(api.T.Context(), func(tx *store.Tx) error {
		return tx.InsertProject(api.T.Context(), tracker.Project{ID: id, CompanyID: companyID, Name: name, CreatedAt: api.Clock.Now()}, "user-"+AdminEmail)
	})
	if err != nil {
		api.T.Fatal(err)
	}
	return id
}
