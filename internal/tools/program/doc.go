// Package program drives a built btracker as its users and operators do: it
// starts the binary as a process, waits until it is ready, signs in and calls it
// over HTTP. The benches, the proofs and the tests of the command share it.
package program
