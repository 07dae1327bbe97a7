package main

import "time"

// clockStart is empty but in the program that the pictures of the user's guide are made with (web/e2e/support/demo.ts): there the linker
// sets an instant, at which the program believes to start. Pictures and demo data are then the same on every day.
var clockStart string

// clock is what the server takes for the time.
var clock = clockFrom(clockStart)

func clockFrom(start string) func() time.Time {
	begin, err := time.Parse(time.RFC3339, start)
	if err != nil {
		return time.Now
	}
	began := time.Now()
	return func() time.Time { return begin.Add(time.Since(began)) }
}
