// Package httpapi is the HTTP side of the program: it decodes requests strictly,
// calls one method of app, and encodes the answer. Error kinds become statuses
// in one place (problem.go). The operations declared here, with what the contract
// says of them, are the source of the OpenAPI document, which contract writes.
//
// It holds no rules and no SQL.
package httpapi
