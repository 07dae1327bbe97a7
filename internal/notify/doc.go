// Package notify holds what is told without being asked for: what the scan finds due, mails, the calendar, and webhooks.
package notify
