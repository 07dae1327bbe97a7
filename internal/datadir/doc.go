// Package datadir owns the rules of the data directory: files made in it belong to
// the directory's owner, some commands use it alone, and nobody else should be able
// to read it. It does not know what the files hold; store, auth and mail make theirs
// through it.
package datadir
