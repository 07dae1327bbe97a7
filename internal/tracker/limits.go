package tracker

import "time"

// Every limit that a text names stands here, and the text takes it from here.
// Limits that no text names stand with the code that keeps them.

// Limits of values.
const (
	MaxName        = 64
	MaxDetails     = 256
	MaxNote        = 4000
	MaxPhone       = 24
	MaxPostalCode  = 14
	MaxEmail       = 254
	MinPassword    = 8
	MinLogin       = 6
	MaxPassword    = 64
	MaxMoney       = Money(999_999_999_99) // the rule counts digits, so all of them are nines
	MaxNoticeDays  = 365
	MaxRenewMonths = 120
	MaxRemindDay   = 90 // days before a date on which a person is reminded of it
	MaxRemindDays  = 6  // how many of them
)

// Limits of a request.
const (
	MaxBody             = 1 << 20
	MaxPublicBody       = 8 << 10 // of an operation that needs no token
	MaxPhotoBody        = 5 << 20
	MaxMegapixels       = 25
	MaxIdempotencyKey   = 128
	MaxClientErrorBody  = 8 << 10
	MaxStack            = 2000
	MaxReportsPerMinute = 10 // of errors of the web app, by one user
	MaxExports          = 4  // of one user, at a time
)

// Limits of a list.
const (
	DefaultPageSize = 50
	MaxPageSize     = 200
	// MaxPageNumber keeps the product of number and size far from overflow.
	MaxPageNumber = 10_000_000
	MaxSearch     = 128
	// A shorter term than MinSearchAnywhere is looked for at the beginning of the name only.
	MinSearchAnywhere = 3
	MinForgiven       = 5 // letters of a word that may have a wrong one
	MaxSearchHits     = 5 // of each kind, in the search over everything
	// For people who may add moderators: the shortest beginning of an address that finds
	// users, and how many it finds.
	MinUserSearch = 3
	MaxUserHits   = 10
	// MaxSorts is how many values a list can be sorted by at a time.
	MaxSorts = 3
	// MaxSortedAt bounds the rows that are sorted by what they were worth at an instant, for which there is no index: a million
	// would take longer than a request may.
	MaxSortedAt = 100_000
)

// Limits of one company or project.
const (
	MaxModerators   = 200
	MaxProjectItems = 500 // of each kind
	MaxPeriods      = 500 // of one subscription, in an answer
)

// MaxKeys is how many keys a person has at most.
const MaxKeys = 50

// Limits of saved views.
const (
	MaxViews = 100 // of one person, and as many shared ones
	MaxQuery = 2000
)

// Limits of time.
const (
	SessionLife    = 30 * 24 * time.Hour
	InvitationLife = 7 * 24 * time.Hour  // of a mailed link
	ResetLife      = time.Hour           // of a mailed link
	TombstoneLife  = 30 * 24 * time.Hour // then a removed item is purged
	EndingSoon     = 14 * 24 * time.Hour // a subscription ends soon from this long before its end
)
