package tracker

import "time"

// Every limit that a text names stands here, and the text takes it from here.

// Limits of values.
const (
	MaxName       = 64
	MaxDetails    = 256
	MaxPhone      = 24
	MaxPostalCode = 14
	MaxEmail      = 254
	MinPassword   = 8
	MinLogin      = 6
	MaxPassword   = 64
	MaxMoney      = Money(999_999_999_99) // nines alone: the rule counts digits
)

// Limits of a request.
const (
	MaxBody           = 1 << 20
	MaxPhotoBody      = 5 << 20
	MaxMegapixels     = 25
	MaxIdempotencyKey = 128
)

// Limits of a list.
const (
	DefaultPageSize = 50
	MaxPageSize     = 200
	// MaxPageNumber keeps the product of number and size far from overflow.
	MaxPageNumber = 10_000_000
	MaxSearch     = 128
	// MinSearchAnywhere is the shortest term that is looked for anywhere in a text; a
	// shorter one is looked for at the beginning of the name.
	MinSearchAnywhere = 3
	// MaxSearchHits is how many of each kind the search over everything finds.
	MaxSearchHits = 5
	// MinUserSearch is the shortest beginning of an address that finds users for
	// those who may add moderators, and MaxUserHits is how many it finds.
	MinUserSearch = 3
	MaxUserHits   = 10
)

// Limits of what one company or project shows and holds.
const (
	MaxModerators   = 200
	MaxProjectItems = 500 // of each kind
)

// Limits of time.
const (
	// SessionLife is how long a session lasts at the longest.
	SessionLife = 30 * 24 * time.Hour
	// InvitationLife and ResetLife are how long a mailed link works.
	InvitationLife = 7 * 24 * time.Hour
	ResetLife      = time.Hour
	// TombstoneLife is how long a removed item can be brought back; then it is purged.
	TombstoneLife = 30 * 24 * time.Hour
	// EndingSoon is how long before its end a subscription is said to end soon.
	EndingSoon = 14 * 24 * time.Hour
)
