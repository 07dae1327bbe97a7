// Package demo fills an empty database: with the believable years of a small
// agency to look at, or with any number of companies to measure against. Fill
// writes directly to the store and logs no changes: there is no user yet who
// could have made them. PlayYears and PlayWeeks then work with the data as people do, by the
// use cases, which log their changes.
package demo
