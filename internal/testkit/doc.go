// Package testkit holds the small tools that the tests, proofs and benchmarks of
// several packages share: waiting, load, times. It knows nothing of the program.
package testkit
