// Package change is how anything changes: who asks (Caller), and the one way in which a change is decided on a reader and again in
// its transaction, carried out, logged and told (Mutate, Work). It also reads the log: the history, undo, and the events for open pages.
//
// It knows kinds of records by their table (Kinds) alone, which record fills. It names what it needs of the queue, the mailer,
// the bus and the open pages as small interfaces.
package change
