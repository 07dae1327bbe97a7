// Package contract writes the OpenAPI 3.1 document, and has the page that shows it to people. It owns the form of a
// declared operation, of an error and of a schema, and the examples.
//
// httpapi declares its operations (Operation) and describes the types of its bodies (Type). It serves the document and
// the page. contract knows tracker, and no HTTP server.
package contract
