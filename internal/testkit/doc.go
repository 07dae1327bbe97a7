// Package testkit holds the small tools that the tests of several packages
// share. It knows nothing of the program.
package testkit
