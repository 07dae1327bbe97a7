// Package measure is what the benches and the proofs measure with: load, the
// times of its requests, and bars to hold figures against.
package measure
