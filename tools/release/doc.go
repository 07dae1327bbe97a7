// Release builds what people install: archives for Linux, macOS and Windows, Debian packages, a bill of materials,
// checksums, and an image for containers. `make release` and `make image` call it, behind `make build`.
//
// It is a module of its own, because nfpm and go-containerregistry, which write packages and images, bring much that the program
// does not need.
//
// Whoever builds the same commit gets the same bytes: times are those of the commit, names are sorted, and owners are root.
package main
