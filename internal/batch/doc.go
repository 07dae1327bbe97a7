// Package batch holds the use cases of many changes at once: bulk actions, imports of files, and undos of either. Each record is changed
// by the function of package record that decides its single edit, in short transactions that a job goes on with.
package batch
