// Package contract writes what the API promises: the OpenAPI 3.1 document and the page that shows it to people. It owns
// the form of a declared operation, of an error and of a schema, and the examples.
//
// httpapi declares its operations (Operation) and the types of its bodies (Type), and serves what is written here.
// contract knows the vocabulary of tracker and no HTTP server.
package contract
