// Package testkit holds the small tools that the tests of several packages
// share with each other and with the commands under internal/tools. It knows
// nothing of the program.
package testkit
