// Package share divides what is scarce between those who ask at once, so that nobody takes
// all of it. Turns makes callers wait for a slot, in a fair order; Limit refuses at once.
// auth shares out password hashes by it, httpapi the memory of bodies, exports and the
// reads that a database works on for long.
package share
