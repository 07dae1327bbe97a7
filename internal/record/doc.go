// Package record holds the use cases of what people list, open and edit, one method each: companies, projects with what is attached to
// them, the catalogues, users, moderators, views, notifications and reports. A function with a Mutation decides one change, whoever
// asks for it: the use case here, a bulk action, an import, or an undo by way of change.Kinds.
package record
