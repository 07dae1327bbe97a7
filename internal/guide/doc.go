// Package guide makes pages of HTML from the user's guide in docs/guide. They load nothing from other servers.
package guide
