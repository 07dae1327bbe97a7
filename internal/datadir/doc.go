// Package datadir has the rules of the data directory: new files belong to the owner of the
// directory, nobody else can read them, and some commands must be the only process that uses
// it. store, auth and mail make their files with this package, which does not know them.
package datadir
