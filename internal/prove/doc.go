// Package prove shows what the product promises about not losing data, about attacks and about endurance. It runs the
// built binary as real processes: it kills them, fills their disks, takes databases and mail servers away, and reads
// the data that is left. It has tests alone; nothing imports it.
//
// `make prove` runs the tests in full. `make test` runs them with small numbers, and holds none of them to a clock.
// docs/proof.md keeps the results.
package prove
