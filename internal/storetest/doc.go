// Package storetest gives tests a migrated, empty store on either database. The
// store's own tests, which it would import in a circle, have the same of their own.
package storetest
