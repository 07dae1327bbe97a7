// Package httpapi is the HTTP side of the program: it decodes requests strictly, calls one
// method of app, and encodes the answer. problem.go turns the kind of an error into a
// status. contract writes the OpenAPI document from the operations that are declared here.
//
// httpapi has no rules and no SQL.
package httpapi
