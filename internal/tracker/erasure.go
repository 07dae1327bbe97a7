package tracker

import (
	"strings"
	"time"
)

// Tombstone says that a person was erased. It holds nothing personal, and is kept outside of the database too, so that a
// restored backup does not bring the person back.
type Tombstone struct {
	UserID    string    `json:"userId"`
	Pseudonym string    `json:"pseudonym"` // without ErasedPrefix
	At        time.Time `json:"at"`
}

// Name is what stands for the names of an erased person.
func (t Tombstone) Name() string { return ErasedPrefix + t.Pseudonym }

// Email is what stands for the e-mail address of an erased person. Nobody can get mail there.
func (t Tombstone) Email() string { return erasedEmail(t.Name()) }

const erasedDomain = "@erased.invalid"

func erasedEmail(name string) string { return name + erasedDomain }

// IsErasedEmail reports whether an address stands for that of an erased person.
func IsErasedEmail(email string) bool {
	return strings.HasPrefix(email, ErasedPrefix) && strings.HasSuffix(email, erasedDomain)
}

// Erased is what is left of a user: their past stays countable, and nobody can tell who they were.
func (u User) Erased(t Tombstone) User {
	return User{ID: u.ID, Email: t.Email(), DisplayName: t.Name(), Status: UserDisabled, DisableReason: u.DisableReason,
		IsErased: true, CreatedAt: u.CreatedAt, Version: u.Version + 1}
}

// ErasedUser is what is left of a person, and which copies erasing does not reach.
type ErasedUser struct {
	User
	LeftToDo []string `json:"leftToDo" doc:"Copies that are up to the operator: backups, files (logs, saved exports, mails in the outbox), and with PostgreSQL databaseFiles (its free space, log and replicas)."`
}

// The copies of ErasedUser; docs/people.md says what to do about each.
const (
	LeftInBackups       = "backups"
	LeftInFiles         = "files"
	LeftInDatabaseFiles = "databaseFiles"
)

// PersonRecord is a row about a person, by the names of its columns. It never has a secret.
type PersonRecord map[string]any
