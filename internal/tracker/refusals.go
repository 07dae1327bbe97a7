package tracker

import (
	"fmt"
	"time"
)

// The catalogue of errors: every error that a user can meet stands here once, with its
// code and its text. The server answers these values, and the contract shows them. Codes and
// the keys of texts are for programs and translations, and never change. Errors are made while
// packages are initialised, because that adds their sentences to the catalogue of text.go.

// Errors about the caller and their rights.
var (
	ErrSessionEnded   = newError(KindInvalidToken, "invalidToken", "Session ended", say("invalidToken", "Session expired. Please, login again!"))
	ErrNotSignedIn    = unauthenticated("notSignedIn", "Please, login first.")
	ErrWrongSignIn    = unauthenticated("wrongSignIn", "Email or password is wrong.") // for every cause, so that nobody learns which it was
	ErrTicketEnded    = newError(KindUnauthenticated, "ticketEnded", "Sign in again", say("ticketEnded", "This sign-in took too long, or too many codes were tried. Please sign in again."))
	ErrWrongCode      = newError(KindUnauthenticated, "wrongCode", "Wrong code", say("wrongCode", "This code is wrong, or was used before. Wait for the next one of your app."))
	ErrWrongPasskey   = newError(KindUnauthenticated, "wrongPasskey", "Not signed in", say("wrongPasskey", "This passkey is not known here, or it could not be checked. Please try again, or sign in in another way."))
	ErrFactorRequired = newError(KindForbidden, "secondFactorRequired", "Second factor needed", say("secondFactorRequired", "Set up a second factor first. Your account page leads through it."))
	ErrKeyAccount     = keyRefused("keyAccount", "A key may not do this. Sign in instead.")
	ErrKeyNeeded      = unauthenticated("keyNeeded", "Assistants sign in with a key. Your account page makes one.")
	ErrKeyReads       = keyRefused("keyReads", "This key only reads. Use one with the scope write.")
	ErrKeyCompany     = keyRefused("keyCompany", "This key is for one company, and this is about more. Use another key.")
	ErrSignOnEnded    = signOn("signOnEnded", "Sign in again", "This sign-in has ended, or began in another window. Please begin again.")
	ErrSignOnRefused  = signOn("signOnRefused", "Not confirmed", "The sign-in service did not confirm who you are. Please try again, or sign in with your password.")
	ErrSignOnEmail    = signOn("signOnEmail", "Address not confirmed", "Your account at the sign-in service has no confirmed e-mail address. "+
		"Confirm it there and try again, or sign in with your password.")
	ErrSignOnUnknown  = signOn("signOnUnknown", "No access", "Nobody may sign in here with your account at the sign-in service. Please ask an administrator.") // for every cause
	ErrRole           = forbidden("role", "Your role does not allow this.")
	ErrAdministrators = forbidden("administrators", "Only administrators may do this.", NeedAdministrator)
	ErrBatchHidden    = forbidden("batchHidden", "It also changed records that you may not see. An administrator can take it back.", NeedAdministrator)
	ErrOwners         = forbidden("owners", "Only an Owner or an administrator may manage Owners.")
	ErrFindUsers      = forbidden("findUsers", "Only those who may add moderators look users up.")
	ErrStatusOnly     = forbidden("statusOnly", "Your role may only change status and details.")
	ErrNoteAuthor     = forbidden("noteAuthor", "Only the author changes the text of a note.")
	ErrNoteRemoval    = forbidden("noteRemoval", "Notes of others are removed by those who may edit the record.")
	ErrRightsChanged  = forbidden("rightsChanged", "Your rights have changed since the export began. Please start it again.")
)

// newError declares an error. Its title has the key "title." and the code.
func newError(kind Kind, code, title string, reason Text) *Error {
	NewSentence("title."+code, title)
	return &Error{Kind: kind, Code: code, Title: title, Reason: reason}
}

func unauthenticated(key, reason string) *Error {
	return newError(KindUnauthenticated, "unauthenticated", "Not signed in", say(key, reason))
}

// signOn refuses a single sign-on.
func signOn(code, title, reason string) *Error {
	return newError(KindUnauthenticated, code, title, say(code, reason))
}

// forbidden makes a refusal. Access.Require and its likes name the roles that would do.
func forbidden(key, reason string, needs ...string) *Error {
	e := newError(KindForbidden, "forbidden", "Not allowed", say(key, reason))
	e.Needs = needs
	return e
}

func keyRefused(key, reason string) *Error {
	return newError(KindForbidden, "keyRefused", "Not by this key", say(key, reason))
}

// ErrNotFound stands for "no such object" and for "not yours to see". A difference would
// let anyone find out other people's ids.
var ErrNotFound = newError(KindNotFound, "notFound", "Not found", say("notFound", "Item is not found."))

// ErrElsewhere is the same for a caller: what the request names is there, but not where it says. A removal takes what is
// not found for done already, and this one not.
var ErrElsewhere = ErrNotFound.with(ErrNotFound.Reason, nil)

// VersionConflict refuses an edit of a version that is not the stored one any more.
func VersionConflict(changedBy string, changedAt time.Time, current any) *Error {
	return errVersionConflict.with(errVersionConflict.Reason, map[string]any{"changedBy": changedBy, "changedAt": changedAt, "current": current})
}

var errVersionConflict = newError(KindConflict, "versionConflict", "Changed meanwhile",
	say("versionConflict", "Somebody else saved this while you were editing. Nothing of yours was saved yet."))

// Business rules. The reason says what a person can do next.
var (
	ErrBadToken             = refused("badToken", "Link not valid", "This link is not valid any more. Please ask for a new one.")
	ErrSetupCode            = refused("wrongSetupCode", "Code not valid", "This code is not valid. Use the address that the server printed when it last started.")
	ErrSetUp                = refused("setUp", "Already set up", "There is an administrator already. Sign in, or ask an administrator to add you.")
	ErrIdempotencyKeyReused = refused("idempotencyKeyReused", "Key already used", "This Idempotency-Key was used for a different request. Use a new key.")
	ErrTooManyItems         = refused("tooManyItems", "Too many items", "A project holds {max} of them at most. Remove one first.", MaxProjectItems)
	ErrTooManyRecords       = refused("tooManyRecords", "Too many records", "At most {max} records are changed at once, contents and roles included. Choose fewer.", MaxBulk)
	ErrTooManyBulks         = refused("tooManyBulks", "Still working", "At most {max} of your bulk actions are under way at once. "+
		"Wait for one to end, or stop it.", MaxBulkJobs)
	ErrImportApplied    = refused("importApplied", "Already applied", "This file was applied. Upload it again to compare it anew.")
	ErrImportRunning    = refused("importRunning", "Still working", "This file is being applied. Wait for the end, or stop it.")
	ErrNothingToImport  = refused("nothingToImport", "Nothing to do", "No row of this file would change anything.")
	ErrNotRestored      = refused("notRestored", "Not restored", "What it belongs to is removed. Restore that first.")
	ErrChangedMeanwhile = refused("changedMeanwhile", "Changed meanwhile", "A record was changed since the preview, or the rights to change it were. Nothing was done. Preview the change again.")
	ErrPreviewEnded     = refused("previewEnded", "No such preview", "This preview is not there: it was applied already, is older than {minutes} minutes, or belongs to another key. Preview the change again.",
		int(ChangePreviewLife/time.Minute))
	ErrTooManyViews      = refused("tooManyViews", "Too many views", "There are {max} of them at most. Remove one first.", MaxViews)
	ErrTooManyPlans      = refused("tooManyPlans", "Too many plans", "There are {max} of them at most. Remove one first.", MaxPlans)
	ErrTooManyFields     = refused("tooManyFields", "Too many fields", "A list has {max} fields of its own at most. Remove one first.", MaxOwnFields)
	ErrTooManyKeys       = refused("tooManyKeys", "Too many keys", "You have {max} keys, which is the most. Remove one first.", MaxKeys)
	ErrTooManyWebhooks   = refused("tooManyWebhooks", "Too many webhooks", "There are {max} of them at most. Remove one first.", MaxWebhooks)
	ErrTooManyGroupRoles = refused("tooManyGroupRoles", "Too many rights", "Groups give {max} rights at most. Remove one first.", MaxGroupRoles)
	ErrWebhookOff        = refused("webhookOff", "Webhook is off", "Nothing is sent while the webhook is off. Switch it on first.")
	ErrChangeGone        = refused("changeGone", "Change not kept", "The change is not kept any more, so there is nothing to send.")
	ErrOneself           = refused("oneself", "Not oneself", "You can not take your own access away. Another administrator can.")
	ErrTooManyChannels   = refused("tooManyChannels", "Too many channels", "There are {max} of them at most. Remove one first.", MaxChannels)
	ErrChannelSecret     = refused("channelSecret", "Address not readable", "The address was encrypted with another BTRACKER_SECRET. Enter it again.")
	ErrChannelSilent     = refused("channelSilent", "No answer", "The chat did not answer.")
	ErrOwnFactors        = refused("ownFactors", "Not oneself", "Remove your own second factors on your account page, with your password. "+
		"If you lost them, another administrator can remove them.")
	ErrLastAdministrator = refused("lastAdministrator", "Last administrator", "This is the last administrator who can sign in. Make another one first.")
	ErrHasTotp           = refused("hasTotp", "Already set up", "You have an authenticator app. Remove it before you set up another one.")
	ErrNoTotp            = refused("noTotp", "Begin again", "There is no authenticator app to confirm. Begin again.")
	ErrNoPasskeys        = refused("noPasskeys", "No passkeys here", "Passkeys work where this server has an https address with a name. Your administrator can set it.")
	ErrTooManyPasskeys   = refused("tooManyPasskeys", "Too many passkeys", "You can have {max} of them at most. Remove one first.", MaxPasskeys)
	ErrFactorNeeded      = refused("factorNeeded", "Second factor needed", "You must have a second factor. Add another one before you remove this one.")
	ErrDisabled          = refused("disabled", "User disabled", "Enable the user before you invite them.")
	ErrNotDisabled       = refused("notDisabled", "User enabled", "Disable the user before you erase them.")
	ErrErased            = refused("erased", "Erased", "This person was erased. Nothing of them can be changed or brought back.")
	ErrCannotRenew       = refused("cannotRenew", "Can not be renewed", "This subscription is canceled. Take that back before you renew it.")
	ErrCanceled          = refused("canceled", "Canceled", "This subscription is canceled. Take that back before you change its price.")
	ErrHasEnded          = refused("hasEnded", "Has ended", "This subscription has ended. Renew it, or change the price from the next renewal.")
	ErrInLaterTerm       = refused("inLaterTerm", "In a later term", "The term that this is about has not begun. It stays in the plan until then.")
	ErrPlannedAlready    = refused("plannedAlready", "Planned already", "Another price is planned before. It stays in the plan until that counts.")
	ErrHasPassword       = refused("hasPassword", "Already signed up", "This user has a password. They can ask for a reset link on the sign-in page.")
)

func refused(code, title, reason string, values ...any) *Error {
	return newError(KindRefused, code, title, say(code, reason, values...))
}

// with returns the error with another reason and context.
func (e *Error) with(reason Text, context map[string]any) *Error {
	other := *e
	other.Reason, other.Context = reason, context
	return &other
}

// Refusals that name something. Each has its reason from a function below.
var (
	errTooManyModerators = newError(KindRefused, "tooManyModerators", "Too many moderators", Text{})
	errPendingRemove     = newError(KindRefused, "pendingRemove", "Pending Remove", Text{})
	errCannotUndo        = newError(KindRefused, "cannotUndo", "Can not be undone", Text{})
	errOptionInUse       = newError(KindRefused, "optionInUse", "Option in use", Text{})
	errKindFixed         = newError(KindRefused, "kindFixed", "Kind is fixed", Text{})
	errUndoConflict      = refused("undoConflict", "Changed since", "A later change touched the same fields. Taking this one back would overwrite it.")

	tooManyModerators = map[string]Sentence{
		"company": NewSentence("tooManyModerators.company", "A company has {max} moderators at most. Remove one first."),
		"project": NewSentence("tooManyModerators.project", "A project has {max} moderators at most. Remove one first."),
	}
	optionInUse   = NewSentence("optionInUse", "{count} records have the option {option}. Give them another one first.")
	kindFixed     = NewSentence("kindFixed", "{count} records have a value of this kind. Make another field instead.")
	pendingRemove = map[string]Sentence{
		"company":      NewSentence("pendingRemove.company", "This company is marked removed and takes nothing new. Restore it first."),
		"category":     NewSentence("pendingRemove.category", "This category is marked removed and takes nothing new. Restore it first."),
		"project":      NewSentence("pendingRemove.project", "This project is marked removed and takes nothing new. Restore it first."),
		"product":      NewSentence("pendingRemove.product", "This product is marked removed and takes nothing new. Restore it first."),
		"subscription": NewSentence("pendingRemove.subscription", "This subscription is marked removed and takes nothing new. Restore it first."),
	}
)

// TooManyModerators refuses another moderator of a company or project.
func TooManyModerators(of string) *Error {
	return errTooManyModerators.with(tooManyModerators[of].With(MaxModerators), nil)
}

// PendingRemove refuses to add something to a company, project, category or item (what)
// that is marked removed.
func PendingRemove(what, name string) *Error {
	return errPendingRemove.with(pendingRemove[what].With(), map[string]any{"name": name})
}

// OptionInUse refuses to take an option away that some records have.
func OptionInUse(option string, count int) *Error {
	return errOptionInUse.with(optionInUse.With(count, option), map[string]any{"option": option, "count": count})
}

// KindFixed refuses another kind of a field of which some records have a value.
func KindFixed(count int) *Error {
	return errKindFixed.with(kindFixed.With(count), map[string]any{"count": count})
}

// TakenBack is the most common reason why a change can not be taken back.
var TakenBack = say("undo.takenBack", "It was taken back already.")

// CannotUndo refuses to take back a change of an entity of that name, and says why.
func CannotUndo(name string, reason Text) *Error {
	return errCannotUndo.with(reason, map[string]any{"name": name})
}

// UndoConflicted refuses to take back a change because later changes touched the same fields.
func UndoConflicted(conflicts []UndoConflict) *Error {
	return errUndoConflict.with(errUndoConflict.Reason, map[string]any{"conflicts": conflicts})
}

// Waiting queues that are full.
var (
	ErrSignInsWait   = tooMany(say("signInsWait", "Too many sign-ins are waiting. Please wait a moment and try again."), 2*time.Second)
	ErrReportsWait   = tooMany(say("reportsWait", "Enough errors were reported for now. Please wait a minute."), time.Minute)
	ErrCallsWait     = tooMany(say("callsWait", "This key makes at most {max} calls a minute. Please wait a few seconds and try again.", MaxCallsPerMinute), 5*time.Second)
	ErrUploadsWait   = tooMany(say("uploadsWait", "Other files are being uploaded right now. Please try again in a moment."), 10*time.Second)
	ErrDownloadsWait = tooMany(say("downloadsWait", "Many files are being downloaded right now. Please try again in a moment."), 10*time.Second)
	ErrImportsWait   = tooMany(say("importsWait", "Other files are being read right now. Please try again in a moment."), 10*time.Second)
	ErrBodiesWait    = tooMany(say("bodiesWait", "Much is being sent at once. Please try again in a moment."), 5*time.Second)
	ErrExportsWait   = tooMany(say("exportsWait", "At most {max} of your exports run at a time, and some of all people. Wait for one to end.", MaxExports), 10*time.Second)
	ErrReadsWait     = tooMany(say("readsWait", "Too many long lists and reports are being read. Please wait a moment and try again."), 5*time.Second)
	ErrPhotosWait    = tooMany(say("photosWait", "Many photos are being read right now. Please try again in a moment."), 5*time.Second)
)

// TooManyAttempts refuses a sign-in, or another guess of a secret, for some time.
func TooManyAttempts(wait time.Duration) *Error {
	e := *errAttemptsWait
	e.RetryAfter = wait
	return &e
}

var errAttemptsWait = tooMany(say("attemptsWait", "Too many attempts. Please wait a moment and try again."), 0)

func tooMany(reason Text, wait time.Duration) *Error {
	e := newError(KindTooMany, "tooMany", "Too many requests", reason)
	e.RetryAfter = wait
	return e
}

// Photos that the server does not take.
var (
	ErrPhotoType   = newError(KindUnsupported, "photoType", "Not a photo", say("photoType", "A photo must be a JPEG, PNG or WebP image."))
	ErrPhotoSize   = newError(KindTooLarge, "photoSize", "Photo too large", say("photoSize", "A photo may have {max} megapixels at most.", MaxMegapixels))
	ErrPhotoMemory = newError(KindTooLarge, "photoMemory", "Photo too large", say("photoMemory", "This photo takes too much memory to read. Make it smaller, or save it as an ordinary JPEG."))
)

// Broken rules that need more than the value of one field; rules.go has the others.
var (
	ErrPhotoBroken        = broken("photo", "photoBroken", say("photoBroken", "Photo can not be read: the file is damaged."))
	ErrEmailTaken         = taken("email", say("emailTaken", "Email is already registered."))
	ErrCategoryTaken      = taken("name", say("nameTaken", "Name is already a category."))
	ErrNewNameTaken       = taken("newName", say("newNameTaken", "New Name is already a category."))
	ErrOwnKeyTaken        = taken("key", say("ownKeyTaken", "Key is already a field of this list."))
	ErrOwnOptions         = broken("options", "options", say("ownOptions", "Options must be 1 to {max} different texts of at most {length} characters for a choice, and none for other kinds.", MaxOwnOptions, MaxName))
	ErrUndoWhat           = broken("seq", "undoWhat", say("undoWhat", "Seq or Batch must say what to take back, and not both."))
	ErrSessionToEnd       = broken("id", "sessionToEnd", say("sessionToEnd", "Id or Others must say which sessions to end, and not both."))
	ErrKeyExpiry          = broken("expiresAt", "future", NotInFuture.With(Label("expiresAt")))
	ErrUnknownCategory    = broken("categoryName", "unknownCategory", say("unknownCategory", "Category is not one of the categories."))
	ErrUnknownList        = broken("list", ruleOneOf, NotAnOption.With(Label("list")))
	ErrUnknownAction      = broken("action", ruleOneOf, NotAnOption.With(Label("action")))
	ErrImportColumns      = broken("columns", "columns", say("importColumns", "Columns must be those of the file, in their order."))
	ErrImportField        = broken("columns", ruleOneOf, say("importField", "Columns name a field that the list has not."))
	ErrImportTwice        = broken("columns", "twice", say("importTwice", "Columns set a field twice."))
	ErrWebhookEvents      = broken("events", "events", say("events", "Events must be 1 to {max} different names such as company.* or projectSubscription.cancel.", MaxWebhookEvents))
	ErrWebhookURL         = broken("url", ruleURL, NotAWebhookURL.With(Label("url")))
	ErrPrivateURL         = broken("url", "privateUrl", say("privateUrl", "Url leads to this machine or to a private network."))
	ErrFileName           = broken("name", "fileName", say("fileName", "Name must be the name of a file, without a path."))
	ErrUnknownEntity      = broken("entity", ruleOneOf, NotAnOption.With(Label("entity")))
	ErrNoText             = broken("text", ruleRequired, NotSent.With(Label("text")))
	ErrBulkWhat           = broken("ids", "bulkWhat", say("bulkWhat", "Ids or Query must say which records, and not both."))
	ErrEditWhat           = broken("ids", "editWhat", say("editWhat", "Ids must name the one record to edit."))
	ErrEditFields         = broken("fields", "editFields", say("editFields", "Fields must name what to change."))
	ErrRepriceBy          = broken("percent", "repriceBy", say("repriceBy", "Percent, Amount or Price must be sent, and only one of them."))
	ErrPercent            = broken("percent", ruleRange, say("percent", "Percent must be more than -100 and at most 1000, not 0, with at most four decimals."))
	ErrRepriceAmount      = broken("amount", ruleMoney, say("repriceAmount", "Amount must be an amount of at most {amount}, not 0, with at most two decimals.", MaxMoney))
	ErrNewPrice           = broken("price", ruleMoney, say("newPrice", "Price would not be a positive amount of at most {amount}.", MaxMoney))
	ErrUnknownHeir        = broken("toEmail", "unknownHeir", say("unknownHeir", "To Email is not another registered user who can sign in."))
	ErrUnknownUser        = broken("userEmail", "unknownUser", say("unknownUser", "User Email is not a registered user."))
	ErrWrongTotpCode      = broken("code", "wrongCode", say("wrongTotpCode", "Code is wrong. Check the clock of your phone and try the next one."))
	ErrBadPasskey         = broken("credential", "badPasskey", say("badPasskey", "Credential can not be added: it was made too late, for another address, or without checking that it is you. Begin again."))
	ErrPasswordNeeded     = broken("currentPassword", "passwordNeeded", say("passwordNeeded", "Current Password is needed: you signed in more than {minutes} minutes ago.", int(RecentSignIn/time.Minute)))
	ErrWrongPassword      = broken("currentPassword", "wrongPassword", say("wrongPassword", "Current Password is wrong."))
	ErrDisableReason      = broken("reason", ruleOneOf, NotAnOption.With(Label("reason")))
	ErrStartBeforeEnd     = broken("startAt", ruleOrder, say("startBeforeEnd", "Start At can not be before the end of the period that is there."))
	ErrEndTooLate         = broken("endAt", ruleRange, notInRange.With(Label("endAt")))
	ErrPlanWhat           = required("price")
	ErrGroupRight         = broken("role", ruleOneOf, NotAnOption.With(Label("role")))
	ErrGroupAdministrator = broken("companyId", "groupAdministrator", say("groupAdministrator", "An administrator is one of all companies. Leave the company out."))
	ErrGroupTwice         = broken("group", "groupTwice", say("groupTwice", "A group gives one right on a company. Remove one of the two."))
	ErrGroupCompany       = broken("companyId", "unknownCompany", say("groupCompany", "There is no such company."))
	ErrPlannedFrom        = broken("from", rulePast, NotInFuture.With(Label("from")))
	ErrTooManyChanges     = broken("changes", ruleRange, say("tooManyChanges", "A plan has {max} changes at most.", MaxPlanChanges))
	ErrTooManyPlanned     = broken("changes", ruleRange, say("tooManyPlanned", "The changes of a plan are about {max} subscriptions at most.", MaxPlanned))
	ErrRepriceFrom        = broken("from", "repriceFrom", say("repriceFrom", "From must be now, renewal, or an instant in the future such as 2006-01-02T15:04:05Z."))
	ErrRenewMonths        = broken("months", ruleRange, say("renewMonths", "Months must be a whole number from 1 to {max}.", MaxRenewMonths))
	ErrEndBeforeStart     = broken("endAt", ruleOrder, say("endBeforeStart", "End At can not be before Start At."))
	ErrSnoozeUntil        = broken("until", rulePast, NotInFuture.With(Label("until")))
	ErrRemindDays         = broken("remindDays", "remindDays", say("remindDays", "Remind Days must be at most {count} different whole numbers from 0 to {max}.", MaxRemindDays, MaxRemindDay))
	ErrTimeZone           = broken("timeZone", ruleTimeZone, NotATimeZone.With(Label("timeZone")))
	ErrChannelEvents      = broken("events", "channelEvents", say("channelEvents", "Events must be one or more of endsSoon, ended, renewed, canceled and mention, each once."))
	ErrRenewsTooSoon      = broken("endAt", "renewal", say("renewsTooSoon", "End At must be at least a day after Start At when it renews."))
)

// UnknownItem refuses a link to an item that is not in the catalogue.
func UnknownItem(field string) *Error {
	return broken(field, "unknownItem", unknownItem.With(Label(field)))
}

// NoSuchField refuses an edit of a field that the record does not have, or that no edit sets.
func NoSuchField(field string) *Error {
	return broken(field, "noSuchField", noSuchField.With(Label(field)))
}

// Fixed refuses to change a field that can not be changed.
func Fixed(field string) *Error {
	return broken(field, "fixed", fixed.With(Label(field)))
}

func taken(field string, message Text) *Error { return broken(field, "taken", message) }

func malformed(field string, message Text) *Error { return broken(field, "malformed", message) }

func required(field string) *Error { return broken(field, ruleRequired, NotSent.With(Label(field))) }

func broken(field, rule string, message Text) *Error {
	return invalid([]FieldError{{Field: field, Code: rule, Message: message}})
}

func invalid(fields []FieldError) *Error {
	e := *errInvalid
	e.Fields = fields
	return &e
}

var errInvalid = newError(KindInvalid, "invalid", "Validation failed", Text{})

// Requests that do not have the form of the API.
var (
	ErrNotJSON         = newError(KindUnsupported, "notJson", "Not JSON", say("notJson", "The request body must be application/json."))
	ErrBodyTooSlow     = newError(KindTooSlow, "bodyTooSlow", "Request Timeout", say("bodyTooSlow", "The request body came too slowly."))
	ErrMethod          = newError(KindMethod, "method", "Method not allowed", say("method", "This address does not take that method."))
	ErrNoSuchOperation = newError(KindNotFound, "noSuchOperation", "Not found", say("noSuchOperation", "There is no such operation."))
	ErrBodyUnreadable  = malformed("body", say("bodyUnreadable", "The request body could not be read."))
	ErrBodyEmpty       = malformed("body", say("bodyEmpty", "The request body is empty; it must be a JSON object."))
	ErrFileEmpty       = malformed("body", say("fileEmpty", "The file is empty."))
	ErrBodyTooDeep     = malformed("body", say("bodyTooDeep", "The request body is nested too deeply."))
	ErrBodyNotObject   = malformed("body", say("bodyNotObject", "The request body is not valid JSON: it must be one object, each name once, in UTF-8."))
	ErrMalformedQuery  = malformed("query", say("malformedQuery", "The query string is malformed."))
	ErrIdempotencyKey  = broken("idempotencyKey", "idempotencyKey", say("idempotencyKey", "Idempotency Key must be 1 to {max} printable ASCII characters.", MaxIdempotencyKey))
)

// TooLarge refuses a body of more than limit bytes.
func TooLarge(limit int64) *Error {
	return errTooLarge.with(tooLarge.With(ByteSize(limit)), nil)
}

var (
	errTooLarge = newError(KindTooLarge, "tooLarge", "Too large", Text{})
	tooLarge    = NewSentence("tooLarge", "The request body may have {size} at most.")
)

// UnreadableFile refuses a file that is to be imported.
func UnreadableFile(why Text) *Error { return broken("file", "fileUnreadable", why) }

// FileEmpty refuses a file without a row.
var FileEmpty = UnreadableFile(say("file.empty", "File is empty."))

// ByteSize is a size in words.
func ByteSize(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d KiB", bytes>>10)
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}

// WrongType refuses a member whose JSON type is wrong.
func WrongType(field string) *Error {
	return broken(field, "type", wrongType.With(Label(field)))
}

// Messages about a field or parameter, which begin with its name.
var (
	NotAnOption    = NewSentence("field.oneOf", "{label} must be one of provided options.")
	TooManySorts   = NewSentence("field.tooManySorts", "{label} must name at most three.")
	SortedTwice    = NewSentence("field.sortedTwice", "{label} must not name the same twice.")
	NotEachSort    = NewSentence("field.notEachSort", "{label} must have one value, or one for each of Sort By.")
	NotPlain       = NewSentence("field.control", "{label} must not contain control characters.")
	NotUTF8        = NewSentence("field.utf8", "{label} must be text in UTF-8.")
	NotAFlag       = NewSentence("field.trueOrFalse", "{label} must be true or false.")
	NotPositive    = NewSentence("field.positive", "{label} must be a whole number from 1.")
	NeedsCost      = NewSentence("field.needsCost", "{label} needs the right to see cost.")
	NotAnAmount    = NewSentence("field.amount", "{label} must be an amount such as 1250.50, of at most twelve digits before the point.")
	forecastDay    = NewSentence("field.forecast", "{label} must not be over, nor more than {months} months ahead.")
	NotAMonth      = NewSentence("field.month", "{label} must be a month such as 2006-01.")
	NotARange      = NewSentence("field.months", "{label} must not be after To, nor too long before it.")
	NotADay        = NewSentence("field.day", "{label} must be a day such as 2006-01-02.")
	NotAnInstant   = NewSentence("field.instant", "{label} must be an instant such as 2006-01-02T15:04:05Z.")
	NotAWebhookURL = NewSentence("field.url", "{label} must be an http or https address without a user name, password or fragment.")
	NotATimeZone   = NewSentence("field.timeZone", "{label} is not the name of a time zone, such as Europe/Lisbon.")
	OutOfRange     = NewSentence("field.tooLarge", "{label} is too large.")
	NotSent        = NewSentence("field.required", "{label} field is required.")
	NotBoth        = NewSentence("field.notBoth", "{label} can not be sent with Entity.")
	lengthAtMost   = NewSentence("field.lengthAtMost", "{label} length must be at most {max}.")
	NotInFuture    = NewSentence("field.inFuture", "{label} must be in the future.")
	unknownItem    = NewSentence("field.unknownItem", "{label} is not in the catalogue.")
	fixed          = NewSentence("field.fixed", "{label} can not be changed.")
	noSuchField    = NewSentence("field.noSuchField", "{label} is not a field that can be edited here.")
	wrongType      = NewSentence("field.type", "{label} has the wrong type.")
	sortedAt       = NewSentence("field.sortedAt", "{label} sorts at most {thousands},000 rows by money at an instant: narrow the list.")
	unknownColumn  = NewSentence("field.unknownColumn", "{label} has no column {name}.")
	repeatedColumn = NewSentence("field.repeatedColumn", "{label} names {name} twice.")
)

// SearchTooLong refuses a search of too many characters.
var SearchTooLong = badQuery("Search", lengthAtMost.With(Label("Search"), MaxSearch))

// TooManyAt refuses to sort a list by money at an instant.
var TooManyAt = badQuery("SortBy", sortedAt.With(Label("SortBy"), MaxSortedAt/1000))

// BadQuery refuses the value of a query parameter.
func BadQuery(name string, message Sentence) *Error { return badQuery(name, message.With(Label(name))) }

func badQuery(name string, message Text) *Error { return broken(name, "query", message) }

// UnknownColumn refuses an export with a column that its list does not have.
func UnknownColumn(name string) *Error {
	return badQuery("Columns", unknownColumn.With(Label("Columns"), fmt.Sprintf("%.50q", name)))
}

// RepeatedColumn refuses an export with a column more than once.
func RepeatedColumn(name string) *Error {
	return badQuery("Columns", repeatedColumn.With(Label("Columns"), fmt.Sprintf("%q", name)))
}

// Defect answers a mistake of the program, which is logged under the id.
func Defect(traceID string) *Error {
	return errDefect.with(Text{}, map[string]any{"traceId": traceID})
}

var errDefect = newError(KindDefect, "defect", "An error occurred in the server.", Text{})

// Failures of the server.
var (
	ErrBusy       = unavailable("busy", "Database busy", "The database is busy. Nothing was changed; please try again.", time.Second)
	ErrAway       = unavailable("away", "Database away", "The database can not be reached. Nothing was changed; please try again.", 2*time.Second)
	ErrSignOnAway = unavailable("signOnAway", "Sign-in service away",
		"The sign-in service can not be reached. Please try again in a moment, or sign in with your password.", 5*time.Second)
	ErrUnknownOutcome = unavailable("unknownOutcome", "Database away",
		"The database went away while saving, so the change may or may not be there. Reload before you try again.", 2*time.Second)
	ErrDatabaseTimeout = timeout("databaseTimeout", "The database did not answer in time. Nothing was changed; please try again.", 2*time.Second)
	ErrTimeout         = timeout("timeout", "The server did not answer in time. Please try again.", time.Second)
	ErrDocumentsFull   = newError(KindDiskFull, "documentsFull", "No room for documents", say("documentsFull", "There is no room for more documents. Remove some, or ask your administrator."))
	ErrDiskFull        = newError(KindDiskFull, "diskFull", "Disk full", say("diskFull", "The disk of the server is full. Nothing was changed; please tell your administrator."))
)

func unavailable(code, title, reason string, wait time.Duration) *Error {
	e := newError(KindUnavailable, code, title, say(code, reason))
	e.RetryAfter = wait
	return e
}

func timeout(key, reason string, wait time.Duration) *Error {
	e := newError(KindTimeout, "timeout", "Server Timeout", say(key, reason))
	e.RetryAfter = wait
	return e
}
