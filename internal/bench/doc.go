// Package bench measures the built binary and its history over HTTP, the sealing of the change log, and the live hub, and prints each figure beside the bar that is set
// for it. It has benchmarks alone, which `make bench` runs; nothing imports it. docs/performance.md keeps the results.
package bench
