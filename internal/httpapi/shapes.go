package httpapi

import (
	"reflect"

	"btracker/internal/tracker"
)

// shape is what the contract says of a type and the type itself can not.
type shape struct {
	doc     string
	example any
}

// shapes lists every type of the contract. What is sent has its example as a
// client writes it, what is answered as a value of its type.
var shapes = func() map[reflect.Type]shape {
	all := map[reflect.Type]shape{}
	add := func(t reflect.Type, s shape) { all[t] = s }

	add(answered("The signed-in user.", anAccount))
	add(answered("An account call is done.", success))
	add(sent[tracker.LoginInput]("Who signs in.", object{"email": "ada@example.com", "password": "Lovelace-1815"}))
	add(sent[tracker.ChangePasswordInput]("The old password and the new one.",
		object{"currentPassword": "Lovelace-1815", "newPassword": "Analytical-1843", "confirmNewPassword": "Analytical-1843"}))
	add(sent[tracker.ResetRequestInput]("Who forgot a password.", object{"email": "ada@example.com"}))
	add(sent[tracker.ResetPasswordInput]("A new password, by the token of a mailed link.",
		object{"email": "ada@example.com", "token": "q7Xc0vE2mR9tK4yLw8bNfZ1sHdJ6uPaG3iVoT5xCeMk", "newPassword": "Analytical-1843", "confirmNewPassword": "Analytical-1843"}))
	add(sent[tracker.ProfileInput]("Your own profile.", object{"version": 4, "displayName": "Ada Lovelace", "firstName": "Ada", "lastName": "Lovelace", "phoneNumber": "+351 21 555 0134", "gender": 2}))
	add(sent[ownAddress]("Your own address; none removes it.", object{"version": 4, "address": addressSent}))

	add(answered("An address of a user or a company's head office.", anAddress))
	add(sent[tracker.AddressInput]("An address, which is replaced whole.", addressSent))

	add(answered("A company.", aCompany))
	add(answered("A company with what belongs to it, and what the caller may do with it.", tracker.CompanyDetails{Company: aCompany,
		Access:     tracker.CompanyAccess{Edit: true, ManageModerators: true, AssignableRoles: allRoles, Remove: true},
		Moderators: []tracker.CompanyModerator{aCompanyModerator}, Projects: []tracker.ProjectRef{aProjectRef}}))
	add(answered("What the caller may do with a company.", tracker.CompanyAccess{Edit: true, ManageModerators: true, AssignableRoles: allRoles, Remove: true}))
	add(sent[tracker.CompanyInput]("A company to add.", companySent))
	add(sent[companyEdit]("The new state of a company.", with(companySent, object{"id": companyID, "version": 3})))
	add(sent[companyAddress]("A company's address; none removes it.", object{"id": companyID, "version": 3, "address": addressSent}))
	add(answered("A user who moderates a company.", aCompanyModerator))
	add(answered("What a moderator link shows of its user.", aModeratorUser))
	add(sent[tracker.CompanyModeratorInput]("Somebody to moderate a company or project, whose id it is.", object{"id": companyID, "userEmail": "grace@example.com", "role": 2, "details": "First contact for the web shop."}))
	add(sent[tracker.CompanyModeratorEdit]("The new state of a moderator link.", object{"id": linkID, "version": 1, "role": 3, "details": nil}))

	add(answered("A project.", aProject))
	add(answered("What a company shows of a project.", aProjectRef))
	add(answered("A project with what belongs to it, and what the caller may do with it.", tracker.ProjectDetails{Project: aProject, IsLive: true, Access: everyAccess(),
		Moderators: []tracker.ProjectModerator{aProjectModerator}, InheritedModerators: []tracker.InheritedModerator{anInheritedModerator}, Products: []tracker.ProjectProduct{aProjectProduct}, Subscriptions: []tracker.ProjectSubscription{aProjectSubscription}}))
	add(answered("What the caller may do with a project.", everyAccess()))
	add(answered("A user who moderates a project.", aProjectModerator))
	add(answered("A moderator of a project's company, whose role holds in the project too.", anInheritedModerator))
	add(answered("A product that is attached to a project.", aProjectProduct))
	add(answered("A subscription that is attached to a project, in its current period.", aProjectSubscription))
	add(answered("What an attachment shows of its catalogue item.", aProjectProduct.Product))
	add(sent[tracker.ProjectInput]("A project to add.", object{"companyId": companyID, "name": "Web shop"}))
	add(sent[tracker.ProjectEdit]("The new state of a project.", object{"id": projectID, "version": 1, "name": "Web shop and returns"}))
	add(sent[tracker.ProjectProductInput]("A product to attach.", with(printerSent, object{"projectId": projectID, "productId": productID})))
	add(sent[tracker.ProjectProductEdit]("The new state of an attached product.", with(printerSent, object{"id": attachedID, "version": 1, "status": 2})))
	add(sent[tracker.ProjectSubscriptionInput]("A subscription to attach.", with(serverSent, object{"projectId": projectID, "subscriptionId": subscriptionID})))
	add(sent[tracker.ProjectSubscriptionEdit]("The new state of an attached subscription.", with(serverSent, object{"id": attachedID, "version": 1, "price": 32})))
	add(sent[tracker.ProjectModeratorEdit]("The new state of a moderator link of a project.", object{"id": linkID, "projectId": projectID, "version": 1, "role": 3}))
	add(sent[projectItem]("What to take off a project.", object{"id": attachedID, "projectId": projectID}))
	add(sent[tracker.CancelInput]("A subscription to cancel, and why.", object{"id": attachedID, "cancelationReason": "The shop moved to another host."}))

	add(answered("A product of the catalogue.", aProduct))
	add(answered("A subscription of the catalogue.", aSubscription))
	add(answered("A category of one catalogue.", tracker.Category{Name: "Printers", ItemCount: 4}))
	add(sent[tracker.CategoryInput]("A category to add.", object{"name": "Printers"}))
	add(sent[nameInput]("A category, by its name.", object{"name": "Printers"}))
	add(sent[tracker.ProductInput]("A product to add.", productSent))
	add(sent[tracker.SubscriptionInput]("A subscription to add.", hostingSent))
	add(sent[productEdit]("The new state of a product.", with(productSent, object{"id": productID, "version": 1})))
	add(sent[subscriptionEdit]("The new state of a subscription.", with(hostingSent, object{"id": subscriptionID, "version": 2})))

	add(answered("A user.", aUser))
	add(answered("What a picker shows of a user.", tracker.UserRef{DisplayName: aUser.DisplayName, Email: aUser.Email}))
	add(sent[tracker.UserInput]("A user to add.", with(userSent, object{"address": addressSent})))
	add(sent[tracker.AdminInput]("An administrator to add.", with(userSent, object{"address": addressSent, "password": "Compiler-1952"})))
	add(sent[userEdit]("The new state of a user, who is found by their e-mail address.", with(userSent, object{"version": 2})))
	add(sent[userAddress]("A user's address; none removes it.", object{"email": "grace@example.com", "version": 4, "address": addressSent}))
	add(sent[administratorInput]("Whether a user shall be an administrator.", object{"email": "grace@example.com", "isAdmin": true}))
	add(sent[tracker.DisableInput]("A user who shall not sign in any more, and why; the reason None is refused.", object{"email": "grace@example.com", "reason": 1}))
	add(sent[emailInput]("A user, by their e-mail address.", object{"email": "grace@example.com"}))

	add(answered("Tells one recipient about one project subscription.", aNotification))
	add(answered("A page of notifications.", tracker.Page[tracker.Notification]{Data: []tracker.Notification{aNotification}, Pagination: aPagination}))
	add(sent[notificationInput]("A notification that was viewed.", object{"notificationId": notificationID}))
	add(sent[idInput]("An item, by its id.", object{"id": companyID}))

	add(answered("Where a page stands among all.", aPagination))
	add(answered("One thing that keeps an item from being removed.", aDependant))
	add(answered("A page of what keeps an item from being removed, and how much of it there is in all.", tracker.Dependants{Total: 1, Data: []tracker.Dependant{aDependant}}))
	two := 2
	hundred := 120
	add(answered("The figures of the dashboard, within what the caller may see.", tracker.Statistics{Companies: 40, Projects: 120, SubscriptionsEndingInTwoWeeks: 7,
		ProjectsSubscriptionsCost: cents(412050), ProjectsSubscriptionsPrice: 598000, ProjectsProductsCost: cents(1804999), ProjectsProductsPrice: 2450075,
		ProductCategories: 6, Products: 24, SubscriptionCategories: 5, Subscriptions: 18, AdminUsers: &two, AllUsers: &hundred, CurrencyName: tracker.Currency}))
	week := tracker.WeekCount{WeekStart: "2026-11-16", Count: 3}
	totals := tracker.CompanyTotals{CompanyID: companyID, Name: aCompany.Name, Price: 27949, Cost: cents(19950)}
	counted := tracker.StatusCount{Status: tracker.InProgress, Count: 14}
	add(answered("Subscriptions that end in a week.", week))
	add(answered("What a company's project items come to.", totals))
	add(answered("How many projects' products have a status.", counted))
	add(answered("What the dashboard draws.", tracker.Charts{EndingByWeek: []tracker.WeekCount{week}, TopCompanies: []tracker.CompanyTotals{totals}, ProductsByStatus: []tracker.StatusCount{counted}}))
	add(answered("Something that was found.", aHit))
	add(answered("A few things of each kind that were found.", tracker.SearchHits{Data: []tracker.SearchHit{aHit}}))

	all[reflect.TypeFor[tracker.RemovalResult]()] = shape{"How a removal ended. Error is never sent: a failure is a status.", tracker.RemovalRemoved}
	all[reflect.TypeFor[tracker.RestoreResult]()] = shape{"How a restore ended.", tracker.RestoreRestored}
	all[reflect.TypeFor[userRow]()] = shape{"A whole user for administrators, else what a picker shows.", aUser}
	return all
}()

func answered[T any](doc string, example T) (reflect.Type, shape) {
	return reflect.TypeFor[T](), shape{doc, example}
}

func sent[T any](doc string, example object) (reflect.Type, shape) {
	return reflect.TypeFor[T](), shape{doc, example}
}

func everyAccess() tracker.ProjectAccess {
	return tracker.ProjectAccess{Edit: true, ManageModerators: true, AssignableRoles: allRoles, Remove: true, Attach: true, EditSubscriptions: true,
		SetProductStatus: true, SeeCost: true, SeeCompany: true}
}

// exampleOf is an example of a request or an answer: that of its type, alone, in
// a list, or inside data.
func exampleOf(t reflect.Type) any {
	if s, ok := shapes[t]; ok {
		return s.example
	}
	switch {
	case t.Kind() == reflect.Slice:
		return []any{exampleOf(t.Elem())}
	case isWrapped(t):
		return object{"data": exampleOf(t.Field(0).Type)}
	}
	return nil
}

func isWrapped(t reflect.Type) bool {
	_, ok := reflect.Zero(t).Interface().(interface{ isWrapped() })
	return ok
}

// exports are the beginnings of the files, which have no type.
var exports = map[string]string{
	"exportCompanies":              "Id,Name,Details,Support Email,Support Phone,Created At,Removed At\n" + companyID + ",Northwind Traders,Imports and sells speciality foods.,help@northwind.example,'+351 21 555 0100,2026-01-12T09:30:00Z,\n",
	"exportProjects":               "Id,Name,Company Id,Company,Created At,Removed At\n" + projectID + ",Web shop," + companyID + ",Northwind Traders,2026-02-03T09:30:00Z,\n",
	"exportProducts":               "Id,Category,Name,Details,Status,Created At,Removed At\n" + productID + ",Printers,Label printer,\"Thermal, 4 inch.\",available,2026-01-20T09:30:00Z,\n",
	"exportSubscriptions":          "Id,Category,Name,Details,Status,Created At,Removed At,Cost,Currency\n" + subscriptionID + ",Hosting,Managed server,\"Two cores, nightly backups.\",available,2026-01-21T09:30:00Z,,19.00,USD\n",
	"exportProductCategories":      "Name,Removed At\nPrinters,\n",
	"exportSubscriptionCategories": "Name,Removed At\nHosting,\n",
	"exportUsers":                  "Email,Display Name,First Name,Last Name,Phone Number,Administrator,Enabled,Created At\ngrace@example.com,Grace Hopper,Grace,Hopper,'+1 555 010 7788,false,true,2026-03-02T09:30:00Z\n",
	"exportNotifications":          "Id,Title,Details,Created At,Viewed At,Project Id,Project Subscription Id\n" + notificationID + ",Subscription ends soon,Managed server of Web shop (Northwind Traders) ends on 30 Nov 2026.,2026-11-16T09:30:00Z,," + projectID + "," + attachedID + "\n",
}

// meanings of fields that are the same in every type.
var meanings = map[string]string{
	"version":           "Grows with every change. An edit based on any other version is refused with 409.",
	"createdAt":         "When it was added.",
	"isRemoved":         "Marked removed: it waits until nothing depends on it.",
	"removedAt":         "When it was marked removed.",
	"photoUrl":          "Address of the photo on this server, or null. Set by the photo calls alone.",
	"access":            "What the caller may do, so that a screen can leave out what would be refused.",
	"assignableRoles":   "Roles the caller may give, change or take away.",
	"headAddress":       "Of the head office. Null in lists.",
	"isAdmin":           "May do everything.",
	"autoRenew":         "Gets a next period when it ends.",
	"startAt":           "Beginning of the current period.",
	"endAt":             "End of the current period; not before its beginning, and a day later at least when it renews.",
	"cost":              "What it costs us.",
	"price":             "What the customer pays.",
	"costCurrencyName":  "USD alone.",
	"priceCurrencyName": "USD alone.",
	"currencyName":      "USD alone.",
	"isCanceled":        "Ended before its time, for good.",
	"cancelationReason": "Why it was canceled.",
	"categoryName":      "Name of its category, which must exist.",
	"role":              "Decides what the moderator may do.",
	"disableReason":     "Why the user may not sign in.",
	"viewedAt":          "When the recipient viewed it first.",
	"parentId":          "What the thing belongs to.",
	"parentName":        "Name of what the thing belongs to.",
	"total":             "How many there are in all.",
	"moderator":         "The user behind the link.",
}
