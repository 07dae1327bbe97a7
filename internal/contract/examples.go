package contract

import (
	"encoding/json"
	"time"

	"btracker/internal/tracker"
)

// The examples are one small story: Ada looks after Northwind Traders, whose web shop Grace moderates. A test of httpapi
// checks each example against its schema and rules.
const (
	CompanyID      = "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
	ProjectID      = "019a8406-1f40-7d52-8b07-5a1c3e9f7021"
	ProductID      = "019a8406-b3a0-7a11-a6d4-0c84f2e95b32"
	SubscriptionID = "019a8407-42b8-7f60-9e3c-71d80a6b4c43"
	linkID         = "019a8407-d1d0-7b29-8d55-e2935f017a54"
	AttachedID     = "019a8408-6530-7c88-b1fa-49a6d0c83e65"
	NotificationID = "019a8408-f890-7e07-a2cb-86f51b9d2f76"
	EventID        = "019a8409-8bf0-7a66-9c12-3d7e5f081b87"
	keyID          = "019a840a-1f50-7b13-8e4a-90c2d6f7a3c1"
	sessionID      = "019a840a-1f50-7b13-8e4a-90c2d6f7a398"
	totpSecret     = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" // #nosec G101 -- the key of the examples in RFC 6238
	photoHash      = "9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03"
)

func cents(n tracker.Money) *tracker.Money { return &n }

func day(month time.Month, d int) time.Time { return time.Date(2026, month, d, 9, 30, 0, 0, time.UTC) }

var (
	anAddress = tracker.Address{Country: "Portugal", ProvinceState: "Lisboa", City: new("Lisbon"), Street: new("Rua Augusta"), Building: new("24"), PostalZipCode: new("1100-053")}

	anAccount = tracker.Account{Email: "ada@example.com", DisplayName: "Ada Lovelace", FirstName: new("Ada"), LastName: new("Lovelace"),
		PhoneNumber: new("+351 21 555 0134"), Gender: tracker.GenderFemale, Address: &anAddress, IsAdmin: true, Language: new(tracker.English), Version: 4}

	// AccountWithToken is what signing in answers.
	AccountWithToken = func() tracker.Account {
		a := anAccount
		a.Token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJleHAiOjE3OTQ3NzY0MDB9.c2lnbmF0dXJl"
		return a
	}()

	aUser = tracker.User{Email: "grace@example.com", DisplayName: "Grace Hopper", Gender: tracker.GenderFemale, FirstName: new("Grace"), LastName: new("Hopper"),
		PhoneNumber: new("+1 555 010 7788"), Address: &anAddress, HasPassword: true, CreatedAt: day(time.March, 2), Version: 2}

	aModeratorUser = tracker.ModeratorUser{DisplayName: aUser.DisplayName, Email: aUser.Email, PhoneNumber: aUser.PhoneNumber}

	aCompany = tracker.Company{ID: CompanyID, Own: anOwn, Name: "Northwind Traders", Details: new("Imports and sells speciality foods."), SupportEmail: new("help@northwind.example"),
		SupportPhone: new("+351 21 555 0100"), PhotoURL: new("/photo/" + photoHash), CreatedAt: day(time.January, 12), Version: 3, HeadAddress: &anAddress}

	aCompanyModerator = tracker.CompanyModerator{ID: linkID, CompanyID: CompanyID, UserEmail: aUser.Email, Role: tracker.RoleManager,
		Details: new("First contact for the web shop."), CreatedAt: day(time.March, 2), Version: 1, Moderator: aModeratorUser}

	aProjectRef = tracker.ProjectRef{ID: ProjectID, Name: "Web shop", CreatedAt: day(time.February, 3)}

	aProject = tracker.Project{ID: ProjectID, CompanyID: CompanyID, CompanyName: aCompany.Name, Name: aProjectRef.Name, CreatedAt: aProjectRef.CreatedAt, Version: 1}

	aProjectModerator = tracker.ProjectModerator{ID: linkID, ProjectID: ProjectID, UserEmail: aUser.Email, Role: tracker.RoleDeveloper,
		Details: new("First contact for the web shop."), CreatedAt: day(time.March, 2), Version: 1, Moderator: aModeratorUser}

	anAccessEntry = tracker.AccessEntry{Email: aUser.Email, DisplayName: aUser.DisplayName, Role: new(tracker.RoleDeveloper), From: tracker.FromProject,
		Permissions: tracker.Access{Roles: []tracker.Role{tracker.RoleDeveloper}}.Names(),
		Entity:      new("project"), ID: new(ProjectID), Name: new(aProjectRef.Name), CompanyID: new(CompanyID), CompanyName: new(aCompany.Name)}

	aGroupRole   = tracker.GroupRole{Group: "shop-managers", CompanyID: new(CompanyID), Role: tracker.GroupRight{Role: new(tracker.RoleManager)}}
	aGroupEffect = tracker.GroupEffect{GroupRole: aGroupRole, CompanyName: new(aCompany.Name), Change: tracker.GroupGiven}
	aGroupPerson = tracker.GroupPerson{Email: aUser.Email, DisplayName: aUser.DisplayName, Rights: []tracker.GroupEffect{aGroupEffect}}

	anInheritedModerator = tracker.InheritedModerator{UserEmail: aUser.Email, Role: tracker.RoleManager, Moderator: aModeratorUser}

	aProduct = tracker.Product{ID: ProductID, CategoryName: "Printers", Name: "Label printer", Details: new("Thermal, 4 inch."), Status: tracker.Available,
		PhotoURL: new("/photo/" + photoHash), CreatedAt: day(time.January, 20), Version: 1}

	aSubscription = tracker.Subscription{ID: SubscriptionID, CategoryName: "Hosting", Name: "Managed server", Details: new("Two cores, nightly backups."), Status: tracker.Available,
		Cost: cents(1900), CostCurrencyName: tracker.Currency, NoticeDays: new(30), CreatedAt: day(time.January, 21), Version: 2}

	aProjectProduct = tracker.ProjectProduct{ID: AttachedID, ProjectID: ProjectID, ProductID: ProductID, Details: new("For the packing table."), Cost: cents(18050),
		CostCurrencyName: tracker.Currency, Price: 24999, PriceCurrencyName: tracker.Currency, Status: tracker.InProgress, CreatedAt: day(time.February, 10), Version: 1,
		Product: tracker.AttachedItem{Name: aProduct.Name, CategoryName: aProduct.CategoryName, PhotoURL: aProduct.PhotoURL}}

	aProjectSubscription = tracker.ProjectSubscription{ID: AttachedID, ProjectID: ProjectID, SubscriptionID: SubscriptionID, Details: new("Runs the shop."),
		StartAt: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC),
		EndAt:   time.Date(2026, 11, 30, 23, 59, 59, 0, time.UTC), AutoRenew: true, Price: 2950, PriceCurrencyName: tracker.Currency, Cost: cents(1900),
		CostCurrencyName: tracker.Currency, NoticeDays: new(14), CreatedAt: day(time.October, 28), Version: 1,
		Planned:      &tracker.PlannedPrice{Price: 3100, From: new(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC))},
		Subscription: tracker.AttachedItem{Name: aSubscription.Name, CategoryName: aSubscription.CategoryName}}

	aListedSubscription = tracker.ListedSubscription{ProjectSubscription: aProjectSubscription, ProjectItemPlace: aPlace,
		State: tracker.StateRenews, MonthlyPrice: 2950, MonthlyCost: cents(1900), Margin: cents(1050), CancelBy: new(time.Date(2026, 11, 16, 23, 59, 59, 0, time.UTC))}

	aPlace = tracker.ProjectItemPlace{CompanyID: CompanyID, CompanyName: aCompany.Name, ProjectName: aProject.Name, Responsible: []tracker.Responsible{aResponsible}}

	aListedProduct = tracker.ListedProduct{ProjectProduct: aProjectProduct, ProjectItemPlace: aPlace}

	// ProductTotals is an example of the header Totals.
	ProductTotals = tracker.ProductTotals{Count: 1, Price: 24999, Cost: cents(18050)}

	// FigureTotals is an example of the header Totals.
	FigureTotals = tracker.FigureTotals{Count: 1, MonthlyPrice: 2950, MonthlyCost: cents(1900)}

	// SubscriptionTotals is an example of the header Totals.
	SubscriptionTotals = tracker.SubscriptionTotals{Count: 1, Price: 2950, Cost: cents(1900), MonthlyPrice: 2950, MonthlyCost: cents(1900)}

	// ForecastTotals is an example of the header Totals.
	ForecastTotals = tracker.ForecastTotals{Count: 1, MonthlyPrice: 150}

	aForecastEvent = tracker.ForecastEvent{On: "2026-11-30", Kind: tracker.ForeseenRenews, SubscriptionID: AttachedID, Name: aSubscription.Name,
		ProjectID: ProjectID, ProjectName: aProject.Name,
		CompanyID: CompanyID, CompanyName: aCompany.Name, Price: 3100, MonthlyPrice: tracker.MoneyChange{Before: 2950, After: 3100},
		Responsible: []tracker.UserRef{{Email: aUser.Email, DisplayName: aUser.DisplayName}}}

	aForecastMonth = tracker.ForecastMonth{Month: "2027-01", Price: 2950, Cost: cents(1900), PlannedPrice: 3100, PlannedCost: cents(1900)}

	planChangeSent = object{"list": "projectSubscription", "ids": []string{AttachedID}, "action": "reprice", "params": object{"percent": 5}, "on": "2027-01-01"}

	aPlan = tracker.Plan{ID: linkID, Name: "Prices of 2027", Until: "2027-11", IsOwn: true, KeptAt: day(time.November, 12), Version: 1,
		Changes: []tracker.PlanChange{{List: "projectSubscription", IDs: []string{AttachedID},
			Action: "reprice", Params: map[string]json.RawMessage{"percent": json.RawMessage("5")}, On: "2027-01-01"}}}

	someFigures = tracker.Figures{Projects: 1, Running: 1, MonthlyPrice: 2950, MonthlyCost: cents(1900), Margin: cents(1050), NextEndAt: new(day(time.November, 30)),
		Owners: []tracker.UserRef{{Email: anAccount.Email, DisplayName: anAccount.DisplayName}}}

	aRecurringMonth = tracker.RecurringMonth{Month: "2026-11", Price: 2950, Cost: cents(1900), Count: 1, Started: 2950}

	aSummary = tracker.Summary{From: "2026-07", To: "2026-09", Compared: tracker.ComparedPeriod{From: "2026-04", To: "2026-06"},
		Figures: []tracker.SummaryFigure{{Name: "monthlyPrice", Value: cents(487500), Before: cents(435000)}},
		Movers:  []tracker.Mover{{CompanyID: aCompany.ID, CompanyName: aCompany.Name, Value: 62950, Before: 10450}}}

	aRecurringGroup = tracker.RecurringGroup{ID: new(aCompany.ID), Name: aCompany.Name, Months: []tracker.RecurringMonth{aRecurringMonth}}

	aResponsible = tracker.Responsible{Email: aUser.Email, DisplayName: aUser.DisplayName, Role: tracker.RoleManager}

	aPeriod = tracker.SubscriptionPeriod{StartAt: aProjectSubscription.StartAt, EndAt: aProjectSubscription.EndAt, Price: 2950, Cost: cents(1900)}

	aTitle, aText = tracker.NotifiedSoon.Words(aProjectSubscription, aProject)

	aNotification = tracker.Notification{ID: NotificationID, Title: aTitle.String(), TitleText: aTitle,
		Details: aText.String(), DetailsText: aText, CreatedAt: day(time.November, 16), ItemID: new(AttachedID), ItemParentID: new(ProjectID)}

	aChange = tracker.Change{Seq: 812, At: day(time.November, 14), Actor: &tracker.UserRef{Email: anAccount.Email, DisplayName: anAccount.DisplayName}, Action: "edit",
		Entity: "projectSubscription", EntityID: AttachedID, EntityName: aSubscription.Name, CompanyID: new(CompanyID), ProjectID: new(ProjectID),
		Fields: []tracker.FieldChange{{Name: "price", Label: "Price", Before: json.RawMessage("27"), After: json.RawMessage("29.5")}}, Undo: tracker.UndoState{Allowed: true}}

	aConflict = tracker.UndoConflict{Entity: aChange.Entity, ID: AttachedID, Name: aChange.EntityName, Field: "price", Label: "Price", Current: json.RawMessage("31"),
		Wanted: json.RawMessage("27")}

	aPasskey       = tracker.Passkey{ID: linkID, Name: "Laptop", CreatedAt: aUser.CreatedAt, LastUsedAt: nil}
	credentialSent = object{"id": "dGhlIGlkIG9mIGEgcGFzc2tleQ", "rawId": "dGhlIGlkIG9mIGEgcGFzc2tleQ", "type": "public-key", "response": object{}, "clientExtensionResults": object{}}

	aTicket = tracker.SignInTicket{Ticket: "q7Xc0vE2mR9tK4yLw8bNfZ1sHdJ6uPaG3iVoT5xCeMk", Methods: []string{tracker.FactorTotp, tracker.FactorRecovery}}

	aSession = tracker.Session{ID: sessionID, CreatedAt: day(time.November, 14), LastUsedAt: day(time.November, 16), Address: "192.0.2.7",
		Agent: "Mozilla/5.0 (X11; Linux x86_64)", Current: true}

	aNewKey = tracker.Key{ID: keyID, Name: "Nightly report", Scope: tracker.KeyReads, CompanyID: new(CompanyID), CompanyName: &aCompany.Name,
		CreatedAt: day(time.November, 14), ExpiresAt: new(day(time.December, 31))}
	aKey = func(k tracker.Key) tracker.Key { k.LastUsedAt = new(day(time.November, 16)); return k }(aNewKey)

	aSecurityEvent = tracker.SecurityEvent{ID: EventID, At: day(time.November, 14), Kind: tracker.EventSignIn, Email: anAccount.Email, Address: "192.0.2.7", Agent: aSession.Agent}

	aWebhook = tracker.Webhook{ID: linkID, URL: "https://hooks.example.com/tracker", Events: []string{"company.*", "projectSubscription.cancel"}, IsEnabled: true,
		Owner: tracker.UserRef{Email: "ada@example.com", DisplayName: "Ada Lovelace"}, CreatedAt: time.Date(2026, 11, 14, 9, 30, 0, 0, time.UTC), Version: 1}

	aChannel = tracker.Channel{ID: linkID, Name: "#renewals", Kind: tracker.ChannelSlack, CompanyID: new(CompanyID), Host: "hooks.slack.com",
		Events: []string{tracker.ChannelEndsSoon, tracker.ChannelCanceled}, When: tracker.ChannelDaily,
		IsEnabled: true, Owner: aWebhook.Owner, CreatedAt: aWebhook.CreatedAt, Version: 1}

	aNote = tracker.Note{ID: linkID, Entity: tracker.EntityCompany, EntityID: CompanyID, EntityName: aCompany.Name, CompanyID: new(CompanyID),
		Text: "Called them, they will renew. @grace@example.com sends the offer.", Mentions: []tracker.UserRef{{Email: aUser.Email, DisplayName: aUser.DisplayName}},
		Author: &tracker.UserRef{Email: anAccount.Email, DisplayName: anAccount.DisplayName}, CreatedAt: day(time.November, 16), Version: 1}
	aDocument = tracker.Document{ID: linkID, Entity: tracker.EntityCompany, EntityID: CompanyID, EntityName: aCompany.Name, CompanyID: new(CompanyID), Name: "contract.pdf",
		Details: new("Signed by both."), Type: "application/pdf", Size: 81920, SHA256: photoHash, IsConfidential: true,
		By: &tracker.UserRef{Email: anAccount.Email, DisplayName: anAccount.DisplayName}, CreatedAt: day(time.November, 16), Version: 1}
	aNotePlace = tracker.NotePlace{ID: aNote.ID, Entity: aNote.Entity, EntityID: aNote.EntityID}

	aField = tracker.OwnField{ID: linkID, List: "company", Key: "vatId", Label: "VAT ID", LabelDe: new("USt-IdNr."), Kind: tracker.OwnText, Options: []string{}, Version: 1}
	anOwn  = tracker.Own{"vatId": tracker.TextValue("PT501442600")}
	aView  = tracker.SavedView{ID: linkID, List: "company", Name: "Customers in Lisbon", Query: "Search=lisbon&SortBy=name", IsShared: true, IsOwn: true, Version: 1}

	anImport = tracker.Import{ID: NotificationID, List: "company", Name: "companies.csv", Rows: 120, Creates: 20, Updates: 6, Unchanged: 92, Refused: 2, Version: 1,
		Columns: []tracker.ImportColumn{{Header: "Id", Field: new("id")}, {Header: "Name", Field: new("name")}, {Header: "Notes", Field: new("details")}, {Header: "Region"}}}

	aRefusal = tracker.BulkRefusal{ID: AttachedID, Name: aSubscription.Name, Reason: tracker.ErrRole.Reason.String(), ReasonText: tracker.ErrRole.Reason}

	aBulkRow = tracker.BulkRow{ID: AttachedID, Name: aSubscription.Name, CompanyName: aCompany.Name, ProjectName: aProject.Name,
		Fields: []tracker.FieldChange{{Name: "price", Label: "Price", Before: json.RawMessage("29.5"), After: json.RawMessage("30.98")}}, Price: cents(2950)}
	anEffect = tracker.BulkEffect{MonthlyPrice: tracker.MoneyChange{Before: 5900, After: 6196}, MonthlyCost: &tracker.MoneyChange{Before: 3800, After: 3800}}

	someContents = tracker.BulkContents{Projects: 1, Products: 1, Subscriptions: 1, MonthlyPrice: 2950, MonthlyCost: cents(1900)}

	aPagination = tracker.Pagination{TotalItems: 1, TotalPages: 1, CurrentPage: 1, ItemsPerPage: 25}

	// NotificationPage is a page of notifications.
	NotificationPage = tracker.Page[tracker.Notification]{Data: []tracker.Notification{aNotification}, Pagination: aPagination}

	aDependant = tracker.Dependant{Kind: "project", ID: ProjectID, Name: aProject.Name, ParentID: new(CompanyID), ParentName: &aCompany.Name}

	anAuditHead = tracker.AuditHead{Seq: 812, At: new(day(time.November, 16)), Hash: new("9f64a747e1b97f131fabb6b447296c9b6f0201e79fb3c5356e6c77e89b6a806a")}

	aCount = tracker.SearchCount{Kind: "project", Count: 12}

	aHit = tracker.SearchHit{Kind: "project", ID: ProjectID, Name: aProject.Name, ParentName: &aCompany.Name, CompanyName: &aCompany.Name}

	aWeek = tracker.WeekCount{WeekStart: "2026-11-16", Count: 3}

	someTotals = tracker.CompanyTotals{CompanyID: CompanyID, Name: aCompany.Name, Price: 27949, Cost: cents(19950)}

	aStatusCount = tracker.StatusCount{Status: tracker.InProgress, Count: 14}

	companyAccess = tracker.CompanyAccess{Edit: true, ManageModerators: true, AssignableRoles: allRoles, Remove: true}

	projectAccess = tracker.ProjectAccess{Edit: true, ManageModerators: true, AssignableRoles: allRoles, Remove: true, Attach: true, EditSubscriptions: true,
		SetProductStatus: true, SeeCost: true, SeeCompany: true}

	allRoles = tracker.Access{Admin: true}.AssignableRoles()
)

// Bodies of requests, and parts of them.
var (
	AddressSent = object{"country": "Portugal", "provinceState": "Lisboa", "city": "Lisbon", "street": "Rua Augusta", "building": "24", "postalZipCode": "1100-053"}
	CompanySent = object{"own": ownSent, "name": "Northwind Traders", "details": "Imports and sells speciality foods.", "supportEmail": "help@northwind.example",
		"supportPhone": "+351 21 555 0100"}
	UserSent         = object{"email": "grace@example.com", "displayName": "Grace Hopper", "gender": 2, "firstName": "Grace", "lastName": "Hopper", "phoneNumber": "+1 555 010 7788"}
	ProductSent      = object{"own": ownSent, "categoryName": "Printers", "name": "Label printer", "details": "Thermal, 4 inch.", "status": 0}
	SubscriptionSent = object{"own": ownSent, "categoryName": "Hosting", "name": "Managed server", "details": "Two cores, nightly backups.", "status": 0, "cost": 19,
		"costCurrencyName": "USD", "noticeDays": 30}
	channelSent  = object{"name": aChannel.Name, "kind": aChannel.Kind, "companyId": aChannel.CompanyID, "events": aChannel.Events, "when": aChannel.When, "isEnabled": true}
	webhookSent  = object{"url": aWebhook.URL, "events": aWebhook.Events, "isEnabled": true}
	ownSent      = object{"vatId": "PT501442600"}
	fieldSent    = object{"label": aField.Label, "labelDe": "USt-IdNr.", "kind": aField.Kind, "options": []string{}, "isRequired": false, "isConfidential": false, "position": 0}
	viewSent     = object{"name": aView.Name, "query": aView.Query, "isShared": true}
	renewalsSent = object{"renewed": false}
	printerSent  = object{"own": ownSent, "details": "For the packing table.", "cost": 180.5, "costCurrencyName": "USD", "price": 249.99, "priceCurrencyName": "USD", "status": 1}
	serverSent   = object{"own": ownSent, "details": "Runs the shop.", "startAt": "2026-11-01T00:00:00Z", "endAt": "2026-11-30T23:59:59Z", "autoRenew": true, "price": 29.5,
		"priceCurrencyName": "USD", "noticeDays": 14}
)

// Refusals with a context.
var (
	PendingRemove     = tracker.PendingRemove("company", aCompany.Name)
	TooManyModerators = tracker.TooManyModerators("company")
	OptionInUse       = tracker.OptionInUse("Gold", 12)
	KindFixed         = tracker.KindFixed(12)
	CannotUndo        = tracker.CannotUndo(aProject.Name, tracker.TakenBack)
	UndoConflicted    = tracker.UndoConflicted([]tracker.UndoConflict{aConflict})
)
