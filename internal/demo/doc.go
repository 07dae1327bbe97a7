// Package demo fills an empty database: with the believable year of a small
// agency to look at, or with any number of companies to measure against. It
// writes straight to the store; there is nobody yet on whose behalf to log.
package demo
