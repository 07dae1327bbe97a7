package contract

import (
	"maps"
	"reflect"
	"time"

	"btracker/internal/tracker"
)

// Type describes a type of a body by a sentence and an example.
type Type struct {
	of      reflect.Type
	doc     string
	example any
}

// Answered describes a type of answers.
func Answered[T any](doc string, example T) Type { return Type{reflect.TypeFor[T](), doc, example} }

// Sent describes a type of requests. The example has the members of all parts.
func Sent[T any](doc string, parts ...map[string]any) Type {
	example := object{}
	for _, part := range parts {
		maps.Copy(example, part)
	}
	return Type{reflect.TypeFor[T](), doc, example}
}

// example of a body: the example of its type, or a list of one, or inside data.
func (w *writer) example(t reflect.Type) any {
	if known, ok := w.types[t]; ok {
		return known.example
	}
	if wrapped, ok := as[wrapper](t); ok {
		return object{"data": w.example(wrapped.Wraps())}
	}
	if u, ok := as[union](t); ok {
		return w.example(u.OneOf()[0])
	}
	if t.Kind() == reflect.Slice {
		return []any{w.example(t.Elem())}
	}
	return nil
}

// vocabulary describes the types of tracker. httpapi describes its own types where they are declared.
var vocabulary = []Type{
	Answered("The signed-in user.", anAccount),
	Sent[tracker.LoginInput]("Who signs in.", object{"email": "ada@example.com", "password": "Lovelace-1815"}),
	Sent[tracker.ChangePasswordInput]("The old password and the new one.",
		object{"currentPassword": "Lovelace-1815", "newPassword": "Analytical-1843", "confirmNewPassword": "Analytical-1843"}),
	Sent[tracker.ResetRequestInput]("Who forgot a password.", object{"email": "ada@example.com"}),
	Sent[tracker.ResetPasswordInput]("A new password, by the token of a mailed link.",
		object{"email": "ada@example.com", "token": "q7Xc0vE2mR9tK4yLw8bNfZ1sHdJ6uPaG3iVoT5xCeMk", "newPassword": "Analytical-1843", "confirmNewPassword": "Analytical-1843"}),
	Sent[tracker.ProfileInput]("Your own profile.", object{"version": 4, "displayName": "Ada Lovelace", "firstName": "Ada", "lastName": "Lovelace",
		"phoneNumber": "+351 21 555 0134", "gender": 2}),

	Sent[tracker.LanguageInput]("The language that you choose.", object{"language": tracker.German}),

	Answered("An address of a user or a company's head office.", anAddress),
	Sent[tracker.AddressInput]("An address, which is replaced whole.", AddressSent),

	Answered("A company.", aCompany),
	Answered("A company with what belongs to it, and what the caller may do with it.", tracker.CompanyDetails{Company: aCompany, Access: companyAccess,
		Moderators: []tracker.CompanyModerator{aCompanyModerator}, Projects: []tracker.ProjectRef{aProjectRef}}),
	Answered("What the caller may do with a company.", companyAccess),
	Sent[tracker.CompanyInput]("A company to add.", CompanySent),
	Answered("A user who moderates a company.", aCompanyModerator),
	Answered("What a moderator link shows of its user.", aModeratorUser),
	Sent[tracker.ModeratorInput]("Somebody to moderate a company or project, whose id it is.",
		object{"id": CompanyID, "userEmail": "grace@example.com", "role": 2, "details": "First contact for the web shop."}),
	Sent[tracker.ModeratorEdit]("The new state of a moderator link.", object{"id": linkID, "version": 1, "role": 3, "details": nil}),

	Answered("A project.", aProject),
	Answered("What a company shows of a project.", aProjectRef),
	Answered("A project with what belongs to it, and what the caller may do with it.", tracker.ProjectDetails{Project: aProject, IsLive: true, Access: projectAccess,
		Moderators: []tracker.ProjectModerator{aProjectModerator}, InheritedModerators: []tracker.InheritedModerator{anInheritedModerator},
		Products: []tracker.ProjectProduct{aProjectProduct}, Subscriptions: []tracker.ProjectSubscription{aProjectSubscription}}),
	Answered("What the caller may do with a project.", projectAccess),
	Answered("A user who moderates a project.", aProjectModerator),
	Answered("A moderator of a project's company, whose role holds in the project too.", anInheritedModerator),
	Answered("A product that is attached to a project.", aProjectProduct),
	Answered("A subscription that is attached to a project, in its current period.", aProjectSubscription),
	Answered("A subscription that is attached to a project, with its value and its periods.",
		tracker.SubscriptionDetails{ListedSubscription: aListedSubscription, Periods: []tracker.SubscriptionPeriod{aPeriod}}),
	Answered("A subscription that is attached to a project, as a list across projects shows it.", aListedSubscription),
	Answered("Sums over all pages of a list of companies or projects.", FigureTotals),
	Answered("Sums over all pages of a list of subscriptions.", SubscriptionTotals),
	Answered("A product that is attached to a project, as a list across projects shows it.", aListedProduct),
	Answered("Sums over all pages of a list of products of projects.", ProductTotals),
	Answered("What the running subscriptions of a company or project come to, and who owns it.", someFigures),
	Answered("What the subscriptions that ran at an instant came to.", tracker.FiguresAt{At: day(time.August, 30), MonthlyPrice: 2500, MonthlyCost: cents(1900)}),
	Answered("What subscriptions are worth by the month, and what moved it.",
		tracker.RecurringReport{Months: []tracker.RecurringMonth{aRecurringMonth}, Groups: []tracker.RecurringGroup{aRecurringGroup}}),
	Answered("The figures of a period beside those of another one.", aSummary),
	Answered("The months that a summary is compared with.", aSummary.Compared),
	Answered("A figure in both periods.", aSummary.Figures[0]),
	Answered("A company whose monthly price changed.", aSummary.Movers[0]),
	Answered("What subscriptions are worth in a month.", aRecurringMonth),
	Answered("What the subscriptions of a company or category are worth by the month.", aRecurringGroup),
	Answered("A person who answers for a project.", aResponsible),
	Answered("One period of a subscription.", aPeriod),
	Answered("What an attachment shows of its catalogue item.", aProjectProduct.Product),
	Sent[tracker.ProjectInput]("A project to add.", object{"companyId": CompanyID, "name": "Web shop", "own": ownSent}),
	Sent[tracker.ProjectEdit]("The new state of a project.", object{"id": ProjectID, "version": 1, "name": "Web shop and returns"}),
	Sent[tracker.ProjectProductInput]("A product to attach.", printerSent, object{"projectId": ProjectID, "productId": ProductID}),
	Sent[tracker.ProjectProductEdit]("The new state of an attached product.", printerSent, object{"id": AttachedID, "version": 1, "status": 2}),
	Sent[tracker.ProjectSubscriptionInput]("A subscription to attach.", serverSent, object{"projectId": ProjectID, "subscriptionId": SubscriptionID}),
	Sent[tracker.ProjectSubscriptionEdit]("The new state of an attached subscription.", serverSent, object{"id": AttachedID, "version": 1, "price": 32}),
	Sent[tracker.ProjectModeratorEdit]("The new state of a moderator link of a project.", object{"id": linkID, "projectId": ProjectID, "version": 1, "role": 3}),
	Answered("A price for later.", *aProjectSubscription.Planned),
	Sent[tracker.RenewInput]("A subscription to renew, and what shall be other than by the rule.", object{"id": AttachedID, "price": 31}),
	Sent[tracker.PlanInput]("A price for later.", object{"id": AttachedID, "price": 31, "from": "2027-01-01T00:00:00Z"}),
	Sent[tracker.CancelInput]("A subscription to cancel, and why.", object{"id": AttachedID, "cancelationReason": "The shop moved to another host."}),

	Answered("A product of the catalogue.", aProduct),
	Answered("A subscription of the catalogue.", aSubscription),
	Answered("A category of one catalogue.", tracker.Category{Name: "Printers", ItemCount: 4}),
	Sent[tracker.CategoryInput]("A category to add.", object{"name": "Printers"}),
	Sent[tracker.CategoryRename]("A category, by its name, and its new name.", object{"name": "Printers", "newName": "Printers and scanners"}),
	Sent[tracker.ProductInput]("A product to add.", ProductSent),
	Sent[tracker.SubscriptionInput]("A subscription to add.", SubscriptionSent),

	Answered("A user.", aUser),
	Answered("A user who was invited.", tracker.InvitedUser{User: aUser}),
	Answered("What a right allows somebody on a company or project.", anAccessEntry),
	Answered("A right that the members of a group get at single sign-on.", aGroupRole),
	Sent[tracker.GroupRoleInput]("A right of a group.", object{"group": aGroupRole.Group, "companyId": CompanyID, "role": tracker.RoleManager}),
	Answered("A right that a group gives somebody, or gave.", aGroupEffect),
	Answered("What the next single sign-on of somebody would do.", aGroupPerson),
	Answered("A group that people had when they signed in.", tracker.KnownGroup{Group: aGroupRole.Group, People: 1}),
	Answered("Who would get what by rights of groups.", tracker.GroupPreview{Claim: new("groups"), Groups: []tracker.KnownGroup{{Group: aGroupRole.Group, People: 1}},
		People: []tracker.GroupPerson{aGroupPerson}, Total: 1, CompanyNames: map[string]string{CompanyID: aCompany.Name}}),
	Answered("What a picker shows of a user.", tracker.UserRef{DisplayName: aUser.DisplayName, Email: aUser.Email}),
	Sent[tracker.UserInput]("A user to add.", UserSent, object{"address": AddressSent}),
	Sent[tracker.AdminInput]("An administrator to add.", UserSent, object{"address": AddressSent, "password": "Compiler-1952"}),
	Sent[tracker.DisableInput]("A user who shall not sign in any more, and why; the reason None is refused.", object{"email": "grace@example.com", "reason": 1}),

	Answered("Tells one recipient about one project subscription.", aNotification),
	Answered("Whether a calendar has an address.", tracker.CalendarState{Since: &aUser.CreatedAt}),
	Answered("The private address of a calendar.", tracker.CalendarAddress{URL: "https://tracker.example/calendar/q7Xc0vE2mR9tK4yLw8bNfZ1sHdJ6uPaG3iVoT5xCeMk.ics"}),
	Answered("How many notifications were marked viewed.", tracker.ViewedAll{Viewed: 3}),
	Sent[tracker.SnoozeInput]("A notification to hide for some time.", object{"notificationId": NotificationID, "until": "2026-11-23T09:00:00Z"}),
	Answered("Of what a person is notified, and how.", tracker.DefaultNotificationSettings()),
	Answered("How a person gets reports by mail.", tracker.DefaultReportSettings()),
	Sent[tracker.ReportSettingsInput]("New settings of reports.", object{"email": "monthly"}),
	Answered("Of which events a person is notified.", tracker.DefaultNotificationSettings().Kinds),
	Sent[tracker.NotificationSettingsInput]("New settings.",
		object{"remindDays": []int{30, 7, 0}, "email": tracker.MailDaily, "hour": 7, "timeZone": "Europe/Lisbon", "kinds": renewalsSent, "onlyResponsible": true}),
	Sent[tracker.NotificationKindsInput]("Kinds to turn on or off.", renewalsSent),

	Answered("A change of an entity, as the caller may see it.", aChange),
	Answered("A field that differs. A link is shown by the name of what it points to.", aChange.Fields[0]),
	Answered("Whether the caller may take a change back.", aChange.Undo),
	Sent[tracker.UndoInput]("What to take back: one change by seq, or a batch by batchId.", object{"seq": 812}),
	Answered("The changes that an undo made.", tracker.Undone{BatchID: NotificationID, Seqs: []int64{829}}),
	Answered("How a change came by: by a key, an import, a bulk action, an undo, or a group at single sign-on.", tracker.Via{Kind: "undo", Name: "edit"}),

	Sent[tracker.BulkInput]("An action on many records.", object{"list": "projectSubscription", "ids": []string{AttachedID}, "action": "reprice",
		"params": object{"percent": 5}, "preview": false}),
	Sent[tracker.BulkParams]("The parameters of all bulk actions; each action has its own.", object{"percent": 5}),
	Answered("What a bulk action would do.", tracker.BulkPreview{Total: 3, Changes: 2, Refused: []tracker.BulkRefusal{aRefusal}, RefusedTotal: 1, Contents: &someContents,
		Rows: []tracker.BulkRow{aBulkRow}, Effect: &anEffect}),
	Answered("A record that a bulk action would change.", aBulkRow),
	Answered("What records come to in a month, before a bulk action and after it.", anEffect),
	Answered("An amount of money before and after.", anEffect.MonthlyPrice),
	Answered("A record that a bulk action leaves as it is.", aRefusal),
	Answered("What goes with companies and projects.", someContents),
	Answered("A bulk action that was started.", tracker.BulkStarted{ID: NotificationID}),
	Answered("How far a bulk action is.", tracker.Bulk{ID: NotificationID, State: tracker.BulkRunning, Total: 1200, Done: 800, Refused: 2, BatchID: NotificationID}),

	Answered("A sign-in that waits for a second factor.", tracker.SecondFactorAsked{SecondFactor: aTicket}),
	Answered("What finishes a sign-in, and how.", aTicket),
	Sent[tracker.SecondFactorInput]("The second factor of a sign-in.", object{"ticket": aTicket.Ticket, "method": tracker.FactorTotp, "code": "287082"}),
	Answered("Which second factors the caller has.", tracker.SecondFactorStatus{Totp: true, Passkeys: 1, RecoveryCodes: 9}),
	Answered("How one can sign in here.", tracker.SignInMethods{Passkeys: true}),
	Answered("Options of WebAuthn.", tracker.PasskeyOptions{PublicKey: tracker.JSONObject{RawMessage: []byte(
		`{"challenge":"q7Xc0vE2mR9tK4yLw8bNfZ1sHdJ6uPaG3iVoT5xCeMk","rpId":"tracker.example","timeout":300000,"userVerification":"required"}`)}}),
	Answered("A passkey of the caller.", aPasskey),
	Answered("A passkey that was added.", tracker.PasskeyAdded{Passkey: aPasskey, RecoveryCodes: []string{}}),
	Sent[tracker.RecentPassword]("The caller's password.", object{"currentPassword": "Analytical-1843"}),
	Sent[tracker.PasskeyInput]("A passkey that the browser has made.", object{"name": aPasskey.Name, "credential": credentialSent}),
	Sent[tracker.PasskeyEdit]("A passkey and its new name.", object{"id": linkID, "name": "Phone"}),
	Sent[tracker.PasskeyRemoval]("A passkey to remove.", object{"id": linkID, "currentPassword": "Analytical-1843"}),
	Sent[tracker.PasskeyRequest]("What the options are for.", object{"ticket": aTicket.Ticket}),
	Sent[tracker.PasskeySignIn]("The browser's answer.", object{"credential": credentialSent}),
	Sent[tracker.PasswordConfirmation]("The caller's password.", object{"currentPassword": "Analytical-1843"}),
	Answered("What an authenticator app needs.", tracker.TotpSecret{Secret: totpSecret,
		URI: "otpauth://totp/Business%20Tracker:ada@example.com?issuer=Business+Tracker&secret=" + totpSecret, QR: "M0 0h7v1h-7zM9 0h1v1h-1z"}),
	Sent[tracker.TotpCode]("A code of an authenticator app.", object{"code": "287082"}),
	Answered("Recovery codes, shown once.", tracker.NewRecoveryCodes{RecoveryCodes: []string{"GEZD-GNBV-GY3T-QOJQ", "MFRG-GZDF-MZTW-Q2LK"}}),
	Answered("A sign-in that has not ended.", aSession),
	Sent[tracker.EndSessionInput]("The session to end, or true for all others.", object{"id": sessionID}),
	Answered("A key, by which a program acts for its owner.", aKey),
	Answered("A key that was just made.", tracker.NewKey{Key: aNewKey, Secret: "btk_{26 random characters and 7 of a checksum}"}),
	Sent[tracker.KeyInput]("A key to make.", object{"name": aKey.Name, "scope": aKey.Scope, "companyId": CompanyID, "expiresAt": aKey.ExpiresAt,
		"currentPassword": "Correct-Horse-1"}),
	Answered("A sign-in, a failure, or a change of how somebody signs in or what they may do.", aSecurityEvent),

	Answered("An address that is told of changes.", aWebhook),
	Answered("A webhook that was just made.", tracker.NewWebhook{Webhook: aWebhook, Secret: new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")}),
	Sent[tracker.WebhookInput]("A webhook to make.", webhookSent),
	Sent[tracker.WebhookEdit]("The new state of a webhook.", webhookSent, object{"id": linkID, "version": 1}),
	Answered("A channel of a chat.", aChannel),
	Sent[tracker.ChannelInput]("A channel to make.", channelSent, object{"url": "https://hooks.slack.com/services/T0000/B0000/XXXX"}),
	Sent[tracker.ChannelEdit]("The new state of a channel.", channelSent, object{"id": linkID, "version": 1}),
	Answered("What a chat answered.", tracker.ChannelAnswer{Status: 200, Body: "ok"}),
	Answered("A change on its way to a webhook, or at its end.", tracker.WebhookDelivery{ID: EventID, Event: "company.edit", At: aWebhook.CreatedAt.Add(time.Hour),
		Attempts: 1, Status: new(204)}),

	Answered("A file that was read and compared. Nothing is changed until it is applied.", anImport),
	Answered("A column of a file, and the field that it sets.", anImport.Columns[0]),
	Answered("A row of a file, and what would become of it.", tracker.ImportRow{Row: 2, State: tracker.RowUpdates, ID: new(CompanyID), Name: aCompany.Name,
		Cells:  []string{CompanyID, aCompany.Name, "Imports and sells food."},
		Fields: []tracker.FieldChange{{Name: "details", Label: "Details", Before: []byte("null"), After: []byte(`"Imports and sells food."`)}}, Errors: map[string][]string{}}),
	Sent[tracker.ImportColumnsInput]("Other fields for the columns of a file.", object{"id": NotificationID, "version": 1, "columns": anImport.Columns}),
	Sent[tracker.ImportRef]("A file to apply.", object{"id": NotificationID}),

	Answered("A sentence for people: its key, and the values in it.", aText),
	Answered("A file that belongs to a record.", aDocument),
	Answered("How many documents a record has.", tracker.DocumentCount{EntityID: CompanyID, Count: 2}),
	Answered("How large documents may be.", tracker.DocumentLimits{Each: 25 << 20, All: 5 << 30}),
	Sent[tracker.DocumentEdit]("What is said about a document.", object{"id": linkID, "version": 1, "name": aDocument.Name, "details": "Signed by both.", "isConfidential": true}),
	Answered("What somebody wrote about a record.", aNote),
	Answered("A note that was just written.", tracker.SavedNote{Note: aNote, NotTold: []string{}}),
	Answered("Where a note is.", aNotePlace),
	Sent[tracker.NoteInput]("A note to write.", object{"entity": aNote.Entity, "entityId": CompanyID, "text": aNote.Text, "isPinned": false}),
	Sent[tracker.NoteEdit]("A new text of a note, or its pin.", object{"id": linkID, "version": 1, "text": aNote.Text, "isPinned": true}),

	Answered("Something that will happen to a subscription if nobody does anything.", aForecastEvent),
	Answered("Sums over all pages of a forecast.", ForecastTotals),
	Sent[tracker.ForecastInput]("Changes to try, and how far ahead.", object{"until": "2027-11", "changes": []object{planChangeSent}}),
	Sent[tracker.PlanChangeInput]("A change of subscriptions on a day.", planChangeSent),
	Answered("The value a month as it is and as it would be.", tracker.Forecast{Months: []tracker.ForecastMonth{aForecastMonth},
		Changes: []tracker.ForecastChange{{Total: 1, Changes: 1}}}),
	Answered("A month of a forecast.", aForecastMonth),
	Answered("What a tried change comes to on its day.", tracker.ForecastChange{Total: 1, Changes: 1}),
	Answered("Changes that somebody keeps to try and to apply.", aPlan),
	Answered("A change of a plan.", aPlan.Changes[0]),
	Sent[tracker.KeptPlanInput]("A plan to keep.", object{"name": aPlan.Name, "until": aPlan.Until, "changes": []object{planChangeSent}, "isShared": false}),
	Sent[tracker.KeptPlanEdit]("The new state of a plan.", object{"id": linkID, "version": 1, "name": aPlan.Name, "until": aPlan.Until,
		"changes": []object{planChangeSent}, "isShared": false}),
	Sent[tracker.ApplyPlanInput]("The plan to apply.", object{"id": linkID, "preview": true}),

	Answered("A view that somebody saved of a list.", aView),
	Answered("A field that administrators gave a list.", aField),
	Sent[tracker.OwnFieldInput]("A field to make.", fieldSent, object{"list": aField.List, "key": aField.Key}),
	Sent[tracker.OwnFieldEdit]("The new state of a field.", fieldSent, object{"id": linkID, "version": 1, "list": aField.List, "key": aField.Key}),
	Sent[tracker.SavedViewInput]("A view to save.", viewSent, object{"list": aView.List, "isDefault": false}),
	Sent[tracker.SavedViewEdit]("The new state of a view.", viewSent, object{"id": linkID, "version": 1, "isDefault": true}),

	Answered("Where a page stands among all.", aPagination),
	Answered("One thing that keeps an item from being removed.", aDependant),
	Answered("A page of what keeps an item from being removed, and how much of it there is in all.", tracker.Dependants{Total: 1, Data: []tracker.Dependant{aDependant}}),
	Answered("The figures of the dashboard, within what the caller may see.", tracker.Statistics{Companies: 40, Projects: 120, SubscriptionsEndingInTwoWeeks: 7,
		ProjectsSubscriptionsCost: cents(412050), ProjectsSubscriptionsPrice: 598000, ProjectsProductsCost: cents(1804999), ProjectsProductsPrice: 2450075,
		ProductCategories: 6, Products: 24, SubscriptionCategories: 5, Subscriptions: 18, AdminUsers: new(2), AllUsers: new(120), CurrencyName: tracker.Currency}),
	Answered("Subscriptions that end in a week.", aWeek),
	Answered("What a company's project items come to.", someTotals),
	Answered("How many projects' products have a status.", aStatusCount),
	Answered("What the dashboard draws.", tracker.Charts{EndingByWeek: []tracker.WeekCount{aWeek}, TopCompanies: []tracker.CompanyTotals{someTotals},
		ProductsByStatus: []tracker.StatusCount{aStatusCount}}),
	Answered("The end of the chain of seals that closes the change log.", anAuditHead),
	Answered("Something that was found.", aHit),
	Answered("How many of a kind were found.", aCount),
	Answered("A few things of each kind that were found.", tracker.SearchHits{Data: []tracker.SearchHit{aHit}, Counts: []tracker.SearchCount{aCount}}),

	Answered("How a removal ended. Error is never sent: a failure is a status.", tracker.RemovalRemoved),
	Answered("How a restore ended.", tracker.RestoreRestored),
}
