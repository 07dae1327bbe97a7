// Package httpapi is the HTTP side of the program: it decodes requests strictly,
// calls one method of app, and encodes the answer. Error kinds become statuses
// in one place (problem.go), and the operations declared here are the source of
// the OpenAPI document (openapi.go).
//
// It holds no rules and no SQL.
package httpapi
