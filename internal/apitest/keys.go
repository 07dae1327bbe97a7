package apitest

import (
	"slices"
	"strings"
)

// IsBelow reports whether a path is one of some, or below it.
func IsBelow(path, some string) bool {
	return slices.ContainsFunc(strings.Fields(some), func(p string) bool { return strings.HasPrefix(path+"/", p+"/") })
}

// OpenToKeys and callsOpenToKeys list the calls that take keys. They are written down here once more, so that a call that is
// opened by mistake is noticed. Calls about people and webhooks are listed one by one.
const OpenToKeys = OfOneCompany + " /product /subscription /import /view /field /clientError /audit /securityEvent"

var CallsOpenToKeys = []string{
	"GET /UserManagement", "GET /UserManagement/export", "GET /UserManagement/{email}", "GET /UserManagement/{email}/data",
	"PUT /UserManagement", "PUT /UserManagement/address", "PUT /UserManagement/disable", "PUT /UserManagement/{email}/photo", "DELETE /UserManagement/{email}/photo",
	"GET /plan", "GET /channel", "DELETE /channel", "GET /groupRole", "GET /webhook", "DELETE /webhook", "GET /webhook/{id}/delivery", "POST /webhook/redeliver",
}

// OfOneCompany lists the calls that can be narrowed to a company. They are written down here once more, so that a call
// that is opened to such keys by mistake is noticed.
const OfOneCompany = "/company /project /access /notification /change /bulk /dashboard /report /forecast /search /note /document"
