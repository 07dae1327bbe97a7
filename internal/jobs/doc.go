// Package jobs runs background work on River, in the same database as
// everything else: a job is enqueued inside the transaction that causes it, and
// each job calls one method of app.
package jobs
