package tracker

import (
	"fmt"
	"time"
)

// The catalogue of errors: every error that a user can meet stands here once, with its
// code and its text. The server answers these values, and the contract shows them. Codes
// are for programs and translations, and never change.

// Errors about the caller and their rights.
var (
	ErrSessionEnded = &Error{Kind: KindInvalidToken, Code: "invalidToken", Title: "Session ended", Reason: "Session expired. Please, login again!"}
	ErrNotSignedIn  = unauthenticated("Please, login first.")
	ErrWrongSignIn  = unauthenticated("Email or password is wrong.") // for every cause, so that nobody learns which it was
	ErrTicketEnded  = &Error{Kind: KindUnauthenticated, Code: "ticketEnded", Title: "Sign in again",
		Reason: "This sign-in took too long, or too many codes were tried. Please sign in again."}
	ErrWrongCode    = &Error{Kind: KindUnauthenticated, Code: "wrongCode", Title: "Wrong code", Reason: "This code is wrong, or was used before. Wait for the next one of your app."}
	ErrWrongPasskey = &Error{Kind: KindUnauthenticated, Code: "wrongPasskey", Title: "Not signed in",
		Reason: "This passkey is not known here, or it could not be checked. Please try again, or sign in in another way."}
	ErrFactorRequired = &Error{Kind: KindForbidden, Code: "secondFactorRequired", Title: "Second factor needed",
		Reason: "Set up a second factor first. Your account page leads through it."}
	ErrKeyAccount    = keyRefused("A key may not do this. Sign in instead.")
	ErrKeyReads      = keyRefused("This key only reads. Use one with the scope write.")
	ErrKeyCompany    = keyRefused("This key is for one company, and this is about more. Use another key.")
	ErrSignOnEnded   = signOn("signOnEnded", "Sign in again", "This sign-in has ended, or began in another window. Please begin again.")
	ErrSignOnRefused = signOn("signOnRefused", "Not confirmed", "The sign-in service did not confirm who you are. Please try again, or sign in with your password.")
	ErrSignOnEmail   = signOn("signOnEmail", "Address not confirmed", "Your account at the sign-in service has no confirmed e-mail address. "+
		"Confirm it there and try again, or sign in with your password.")
	ErrSignOnUnknown  = signOn("signOnUnknown", "No access", "Nobody may sign in here with your account at the sign-in service. Please ask an administrator.") // for every cause
	ErrRole           = forbidden("Your role does not allow this.")
	ErrAdministrators = forbidden("Only administrators may do this.", NeedAdministrator)
	ErrBatchHidden    = forbidden("It also changed records that you may not see. An administrator can take it back.", NeedAdministrator)
	ErrOwners         = forbidden("Only an Owner or an administrator may manage Owners.")
	ErrFindUsers      = forbidden("Only those who may add moderators look users up.")
	ErrStatusOnly     = forbidden("Your role may only change status and details.")
	ErrRightsChanged  = forbidden("Your rights have changed since the export began. Please start it again.")
)

func unauthenticated(reason string) *Error {
	return &Error{Kind: KindUnauthenticated, Code: "unauthenticated", Title: "Not signed in", Reason: reason}
}

// signOn refuses a single sign-on.
func signOn(code, title, reason string) *Error {
	return &Error{Kind: KindUnauthenticated, Code: code, Title: title, Reason: reason}
}

// forbidden makes a refusal. Access.Require and its likes name the roles that would do.
func forbidden(reason string, needs ...string) *Error {
	return &Error{Kind: KindForbidden, Code: "forbidden", Title: "Not allowed", Reason: reason, Needs: needs}
}

func keyRefused(reason string) *Error {
	return &Error{Kind: KindForbidden, Code: "keyRefused", Title: "Not by this key", Reason: reason}
}

// ErrNotFound stands for "no such object" and for "not yours to see". A difference would
// let anyone find out other people's ids.
var ErrNotFound = &Error{Kind: KindNotFound, Code: "notFound", Title: "Not found", Reason: "Item is not found."}

// ErrElsewhere is the same for a caller: what the request names is there, but not where it says. A removal takes what is
// not found for done already, and this one not.
var ErrElsewhere = &Error{Kind: ErrNotFound.Kind, Code: ErrNotFound.Code, Title: ErrNotFound.Title, Reason: ErrNotFound.Reason}

// VersionConflict refuses an edit of a version that is not the stored one any more.
func VersionConflict(changedBy string, changedAt time.Time, current any) *Error {
	return &Error{Kind: KindConflict, Code: "versionConflict", Title: "Changed meanwhile",
		Reason:  "Somebody else saved this while you were editing. Nothing of yours was saved yet.",
		Context: map[string]any{"changedBy": changedBy, "changedAt": changedAt, "current": current}}
}

// Business rules. The reason says what a person can do next.
var (
	ErrBadToken             = refused("badToken", "Link not valid", "This link is not valid any more. Please ask for a new one.")
	ErrIdempotencyKeyReused = refused("idempotencyKeyReused", "Key already used", "This Idempotency-Key was used for a different request. Use a new key.")
	ErrTooManyItems         = refused("tooManyItems", "Too many items", fmt.Sprintf("A project holds %d of them at most. Remove one first.", MaxProjectItems))
	ErrTooManyRecords       = refused("tooManyRecords", "Too many records", fmt.Sprintf("At most %d records are changed at once, contents and roles included. Choose fewer.", MaxBulk))
	ErrTooManyBulks         = refused("tooManyBulks", "Still working", fmt.Sprintf("At most %d of your bulk actions are under way at once. "+
		"Wait for one to end, or stop it.", MaxBulkJobs))
	ErrImportApplied   = refused("importApplied", "Already applied", "This file was applied. Upload it again to compare it anew.")
	ErrImportRunning   = refused("importRunning", "Still working", "This file is being applied. Wait for the end, or stop it.")
	ErrNothingToImport = refused("nothingToImport", "Nothing to do", "No row of this file would change anything.")
	ErrNotRestored     = refused("notRestored", "Not restored", "What it belongs to is removed. Restore that first.")
	ErrTooManyViews    = refused("tooManyViews", "Too many views", fmt.Sprintf("There are %d of them at most. Remove one first.", MaxViews))
	ErrTooManyKeys     = refused("tooManyKeys", "Too many keys", fmt.Sprintf("You have %d keys, which is the most. Remove one first.", MaxKeys))
	ErrTooManyWebhooks = refused("tooManyWebhooks", "Too many webhooks", fmt.Sprintf("There are %d of them at most. Remove one first.", MaxWebhooks))
	ErrWebhookOff      = refused("webhookOff", "Webhook is off", "Nothing is sent while the webhook is off. Switch it on first.")
	ErrChangeGone      = refused("changeGone", "Change not kept", "The change is not kept any more, so there is nothing to send.")
	ErrOneself         = refused("oneself", "Not oneself", "You can not take your own access away. Another administrator can.")
	ErrOwnFactors      = refused("ownFactors", "Not oneself", "Remove your own second factors on your account page, with your password. "+
		"If you lost them, another administrator can remove them.")
	ErrLastAdministrator = refused("lastAdministrator", "Last administrator", "This is the last administrator who can sign in. Make another one first.")
	ErrHasTotp           = refused("hasTotp", "Already set up", "You have an authenticator app. Remove it before you set up another one.")
	ErrNoTotp            = refused("noTotp", "Begin again", "There is no authenticator app to confirm. Begin again.")
	ErrNoPasskeys        = refused("noPasskeys", "No passkeys here", "Passkeys work where this server has an https address with a name. Your administrator can set it.")
	ErrTooManyPasskeys   = refused("tooManyPasskeys", "Too many passkeys", fmt.Sprintf("You can have %d of them at most. Remove one first.", MaxPasskeys))
	ErrFactorNeeded      = refused("factorNeeded", "Second factor needed", "You must have a second factor. Add another one before you remove this one.")
	ErrDisabled          = refused("disabled", "User disabled", "Enable the user before you invite them.")
	ErrNotDisabled       = refused("notDisabled", "User enabled", "Disable the user before you erase them.")
	ErrErased            = refused("erased", "Erased", "This person was erased. Nothing of them can be changed or brought back.")
	ErrHasPassword       = refused("hasPassword", "Already signed up", "This user has a password. They can ask for a reset link on the sign-in page.")
)

func refused(code, title, reason string) *Error {
	return &Error{Kind: KindRefused, Code: code, Title: title, Reason: reason}
}

// TooManyModerators refuses another moderator of a company or project.
func TooManyModerators(of string) *Error {
	return refused("tooManyModerators", "Too many moderators", fmt.Sprintf("A %s has %d moderators at most. Remove one first.", of, MaxModerators))
}

// PendingRemove refuses to add something to a company, project, category or item (what)
// that is marked removed.
func PendingRemove(what, name string) *Error {
	e := refused("pendingRemove", "Pending Remove", "This "+what+" is marked removed and takes nothing new. Restore it first.")
	e.Context = map[string]any{"name": name}
	return e
}

// CannotUndo refuses to take back a change of an entity of that name, and says why.
func CannotUndo(name, reason string) *Error {
	e := refused("cannotUndo", "Can not be undone", reason)
	e.Context = map[string]any{"name": name}
	return e
}

// UndoConflicted refuses to take back a change because later changes touched the same fields.
func UndoConflicted(conflicts []UndoConflict) *Error {
	e := refused("undoConflict", "Changed since", "A later change touched the same fields. Taking this one back would overwrite it.")
	e.Context = map[string]any{"conflicts": conflicts}
	return e
}

// Waiting queues that are full.
var (
	ErrSignInsWait = tooMany("Too many sign-ins are waiting. Please wait a moment and try again.", 2*time.Second)
	ErrReportsWait = tooMany("Enough errors were reported for now. Please wait a minute.", time.Minute)
	ErrImportsWait = tooMany("Other files are being read right now. Please try again in a moment.", 10*time.Second)
	ErrBodiesWait  = tooMany("Much is being sent at once. Please try again in a moment.", 5*time.Second)
	ErrExportsWait = tooMany(fmt.Sprintf("At most %d of your exports run at a time, and some of all people. Wait for one to end.", MaxExports), 10*time.Second)
	ErrReadsWait   = tooMany("Too many long lists and reports are being read. Please wait a moment and try again.", 5*time.Second)
	ErrPhotosWait  = tooMany("Many photos are being read right now. Please try again in a moment.", 5*time.Second)
)

// TooManyAttempts refuses a sign-in, or another guess of a secret, for some time.
func TooManyAttempts(wait time.Duration) *Error {
	return tooMany("Too many attempts. Please wait a moment and try again.", wait)
}

func tooMany(reason string, wait time.Duration) *Error {
	return &Error{Kind: KindTooMany, Code: "tooMany", Title: "Too many requests", Reason: reason, RetryAfter: wait}
}

// Photos that the server does not take.
var (
	ErrPhotoType   = &Error{Kind: KindUnsupported, Code: "photoType", Title: "Not a photo", Reason: "A photo must be a JPEG, PNG or WebP image."}
	ErrPhotoSize   = &Error{Kind: KindTooLarge, Code: "photoSize", Title: "Photo too large", Reason: fmt.Sprintf("A photo may have %d megapixels at most.", MaxMegapixels)}
	ErrPhotoMemory = &Error{Kind: KindTooLarge, Code: "photoMemory", Title: "Photo too large",
		Reason: "This photo takes too much memory to read. Make it smaller, or save it as an ordinary JPEG."}
)

// Broken rules that need more than the value of one field; rules.go has the others.
var (
	ErrPhotoBroken     = broken("photo", "photoBroken", "Photo can not be read: the file is damaged.")
	ErrEmailTaken      = taken("email", "Email is already registered.")
	ErrCategoryTaken   = taken("name", "Name is already a category.")
	ErrNewNameTaken    = taken("newName", "New Name is already a category.")
	ErrUndoWhat        = broken("seq", "undoWhat", "Seq or Batch must say what to take back, and not both.")
	ErrSessionToEnd    = broken("id", "sessionToEnd", "Id or Others must say which sessions to end, and not both.")
	ErrKeyExpiry       = broken("expiresAt", "future", "Expires At must be in the future.")
	ErrUnknownCategory = broken("categoryName", "unknownCategory", "Category is not one of the categories.")
	ErrUnknownList     = broken("list", ruleOneOf, "List "+NotAnOption)
	ErrUnknownAction   = broken("action", ruleOneOf, "Action "+NotAnOption)
	ErrImportColumns   = broken("columns", "columns", "Columns must be those of the file, in their order.")
	ErrImportField     = broken("columns", ruleOneOf, "Columns name a field that the list has not.")
	ErrImportTwice     = broken("columns", "twice", "Columns set a field twice.")
	ErrWebhookEvents   = broken("events", "events", fmt.Sprintf("Events must be 1 to %d different names such as company.* or projectSubscription.cancel.", MaxWebhookEvents))
	ErrWebhookURL      = broken("url", ruleURL, "Url "+NotAWebhookURL)
	ErrPrivateURL      = broken("url", "privateUrl", "Url leads to this machine or to a private network.")
	ErrBulkWhat        = broken("ids", "bulkWhat", "Ids or Query must say which records, and not both.")
	ErrRepriceBy       = broken("percent", "repriceBy", "Percent, Amount or Price must be sent, and only one of them.")
	ErrPercent         = broken("percent", ruleRange, "Percent must be more than -100 and at most 1000, not 0, with at most four decimals.")
	ErrRepriceAmount   = broken("amount", ruleMoney, "Amount must be an amount of at most "+MaxMoney.String()+", not 0, with at most two decimals.")
	ErrNewPrice        = broken("price", ruleMoney, "Price would not be a positive amount of at most "+MaxMoney.String()+".")
	ErrUnknownHeir     = broken("toEmail", "unknownHeir", "To Email is not another registered user who can sign in.")
	ErrUnknownUser     = broken("userEmail", "unknownUser", "User Email is not a registered user.")
	ErrWrongTotpCode   = broken("code", "wrongCode", "Code is wrong. Check the clock of your phone and try the next one.")
	ErrBadPasskey      = broken("credential", "badPasskey", "Credential can not be added: it was made too late, for another address, or without checking that it is you. Begin again.")
	ErrPasswordNeeded  = broken("currentPassword", "passwordNeeded", fmt.Sprintf("Current Password is needed: you signed in more than %d minutes ago.", RecentSignIn/time.Minute))
	ErrWrongPassword   = broken("currentPassword", "wrongPassword", "Current Password is wrong.")
	ErrDisableReason   = broken("reason", ruleOneOf, "Reason "+NotAnOption)
	ErrEndBeforeStart  = broken("endAt", "order", "End At can not be before Start At.")
	ErrSnoozeUntil     = broken("until", "past", "Until must be in the future.")
	ErrRemindDays      = broken("remindDays", "remindDays", fmt.Sprintf("Remind Days must be at most %d different whole numbers from 0 to %d.", MaxRemindDays, MaxRemindDay))
	ErrTimeZone        = broken("timeZone", ruleTimeZone, "Time Zone "+NotATimeZone)
	ErrRenewsTooSoon   = broken("endAt", "renewal", "End At must be at least a day after Start At when it renews.")
)

// UnknownItem refuses a link to an item that is not in the catalogue.
func UnknownItem(field string) *Error {
	return broken(field, "unknownItem", Label(field)+" is not in the catalogue.")
}

// Fixed refuses to change a field that can not be changed.
func Fixed(field string) *Error {
	return broken(field, "fixed", Label(field)+" can not be changed.")
}

func taken(field, message string) *Error { return broken(field, "taken", message) }

func malformed(field, message string) *Error { return broken(field, "malformed", message) }

func required(field string) *Error { return broken(field, ruleRequired, Label(field)+" "+NotSent) }

func broken(field, rule, message string) *Error {
	return invalid([]FieldError{{Field: field, Code: rule, Message: message}})
}

func invalid(fields []FieldError) *Error {
	return &Error{Kind: KindInvalid, Code: "invalid", Title: "Validation failed", Fields: fields}
}

// Requests that do not have the form of the API.
var (
	ErrNotJSON         = &Error{Kind: KindUnsupported, Code: "notJson", Title: "Not JSON", Reason: "The request body must be application/json."}
	ErrBodyTooSlow     = &Error{Kind: KindTooSlow, Code: "bodyTooSlow", Title: "Request Timeout", Reason: "The request body came too slowly."}
	ErrMethod          = &Error{Kind: KindMethod, Code: "method", Title: "Method not allowed", Reason: "This address does not take that method."}
	ErrNoSuchOperation = &Error{Kind: KindNotFound, Code: "noSuchOperation", Title: "Not found", Reason: "There is no such operation."}
	ErrBodyUnreadable  = malformed("body", "The request body could not be read.")
	ErrBodyEmpty       = malformed("body", "The request body is empty; it must be a JSON object.")
	ErrBodyTooDeep     = malformed("body", "The request body is nested too deeply.")
	ErrBodyNotObject   = malformed("body", "The request body is not valid JSON: it must be one object, each name once, in UTF-8.")
	ErrMalformedQuery  = malformed("query", "The query string is malformed.")
	ErrIdempotencyKey  = broken("idempotencyKey", "idempotencyKey", fmt.Sprintf("Idempotency Key must be 1 to %d printable ASCII characters.", MaxIdempotencyKey))
)

// TooLarge refuses a body of more than limit bytes.
func TooLarge(limit int64) *Error {
	return &Error{Kind: KindTooLarge, Code: "tooLarge", Title: "Too large", Reason: fmt.Sprintf("The request body may have %s at most.", ByteSize(limit))}
}

// UnreadableFile refuses a file that is to be imported. The text goes on after "File".
func UnreadableFile(text string) *Error { return broken("file", "fileUnreadable", "File "+text) }

// ByteSize is a size in words.
func ByteSize(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d KiB", bytes>>10)
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}

// WrongType refuses a member whose JSON type is wrong.
func WrongType(field string) *Error {
	return broken(field, "type", Label(field)+" has the wrong type.")
}

// Ends of messages that begin with the name of a field or parameter.
const (
	NotAnOption    = "must be one of provided options."
	TooManySorts   = "must name at most three."
	SortedTwice    = "must not name the same twice."
	NotEachSort    = "must have one value, or one for each of Sort By."
	NotPlain       = "must not contain control characters."
	NotUTF8        = "must be text in UTF-8."
	NotAFlag       = "must be true or false."
	NotPositive    = "must be a whole number from 1."
	NeedsCost      = "needs the right to see cost."
	NotAnAmount    = "must be an amount such as 1250.50, of at most twelve digits before the point."
	NotAMonth      = "must be a month such as 2006-01."
	NotARange      = "must not be after To, nor too long before it."
	NotADay        = "must be a day such as 2006-01-02."
	NotAnInstant   = "must be an instant such as 2006-01-02T15:04:05Z."
	NotAWebhookURL = "must be an http or https address without a user name, password or fragment."
	NotATimeZone   = "is not the name of a time zone, such as Europe/Lisbon."
	OutOfRange     = "is too large."
	NotSent        = "field is required."
	NotBoth        = "can not be sent with Entity."
	lengthAtMost   = "length must be at most %d."
)

// SearchTooLong is another one.
var SearchTooLong = fmt.Sprintf(lengthAtMost, MaxSearch)

// TooManyAt refuses to sort a list by money at an instant.
var TooManyAt = BadQuery("SortBy", fmt.Sprintf("sorts at most %d,000 rows by money at an instant: narrow the list.", MaxSortedAt/1000))

// BadQuery refuses the value of a query parameter.
func BadQuery(name, message string) *Error { return broken(name, "query", Label(name)+" "+message) }

// UnknownColumn refuses an export with a column that its list does not have.
func UnknownColumn(name string) *Error {
	return BadQuery("Columns", fmt.Sprintf("has no column %.50q.", name))
}

// RepeatedColumn refuses an export with a column more than once.
func RepeatedColumn(name string) *Error {
	return BadQuery("Columns", fmt.Sprintf("names %q twice.", name))
}

// Defect answers a mistake of the program, which is logged under the id.
func Defect(traceID string) *Error {
	return &Error{Kind: KindDefect, Code: "defect", Title: "An error occurred in the server.", Context: map[string]any{"traceId": traceID}}
}

// Failures of the server.
var (
	ErrBusy       = unavailable("busy", "Database busy", "The database is busy. Nothing was changed; please try again.", time.Second)
	ErrAway       = unavailable("away", "Database away", "The database can not be reached. Nothing was changed; please try again.", 2*time.Second)
	ErrSignOnAway = unavailable("signOnAway", "Sign-in service away",
		"The sign-in service can not be reached. Please try again in a moment, or sign in with your password.", 5*time.Second)
	ErrUnknownOutcome = unavailable("unknownOutcome", "Database away",
		"The database went away while saving, so the change may or may not be there. Reload before you try again.", 2*time.Second)
	ErrDatabaseTimeout = timeout("The database did not answer in time. Nothing was changed; please try again.", 2*time.Second)
	ErrTimeout         = timeout("The server did not answer in time. Please try again.", time.Second)
	ErrDiskFull        = &Error{Kind: KindDiskFull, Code: "diskFull", Title: "Disk full",
		Reason: "The disk of the server is full. Nothing was changed; please tell your administrator."}
)

func unavailable(code, title, reason string, wait time.Duration) *Error {
	return &Error{Kind: KindUnavailable, Code: code, Title: title, Reason: reason, RetryAfter: wait}
}

func timeout(reason string, wait time.Duration) *Error {
	return &Error{Kind: KindTimeout, Code: "timeout", Title: "Server Timeout", Reason: reason, RetryAfter: wait}
}
