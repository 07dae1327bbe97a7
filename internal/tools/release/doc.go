// Release builds what people install: archives for Linux, macOS and Windows, Debian packages, a bill of materials,
// checksums, and an image for containers. `make release` and `make image` call it, behind `make build`.
//
// Whoever builds the same commit gets the same bytes: times are those of the commit, names are sorted, and owners are root.
package main
