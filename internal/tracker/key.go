package tracker

import "time"

// Scopes of a key.
const (
	KeyReads  = "read"
	KeyWrites = "write"
)

// Key lets a program act for its owner, and never do more than the owner may at that moment.
type Key struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	Scope       string     `json:"scope" doc:"read or write."`
	CompanyID   *string    `json:"companyId" doc:"The only company that it sees, with its projects. Null: all that its owner may see."`
	CompanyName *string    `json:"companyName"`
	CreatedAt   time.Time  `json:"createdAt"`
	ExpiresAt   *time.Time `json:"expiresAt" doc:"When it ends. Null: when it is removed."`
	LastUsedAt  *time.Time `json:"lastUsedAt" doc:"Up to a minute old. Null: it was not used yet."`
}

// Narrowed reports whether the key is for one company.
func (k *Key) Narrowed() bool { return k != nil && k.CompanyID != nil }

// NewKey is a key that was just made.
type NewKey struct {
	Key
	Secret string `json:"key" doc:"The key itself, to send as a bearer token. Answered this once: only a hash of it is kept."`
}

// KeyInput is a key to make.
type KeyInput struct {
	Name      string         `json:"name" rule:"name,required" doc:"The history shows it with every change that the key makes."`
	Scope     string         `json:"scope" rule:"keyScope,required" doc:"read: it changes nothing. write: it may change what its owner may."`
	CompanyID Opt[string]    `json:"companyId" rule:"id" doc:"Narrows it to one company and its projects."`
	ExpiresAt Opt[time.Time] `json:"expiresAt" rule:"instant" doc:"When it ends, if it does by itself."`
	RecentPassword
}

// Check validates the input, at a time.
func (in *KeyInput) Check(now time.Time) error {
	err := Validate(in)
	if !in.ExpiresAt.Empty() && !in.ExpiresAt.Value.After(now) {
		err = JoinInvalid(err, ErrKeyExpiry)
	}
	return err
}
