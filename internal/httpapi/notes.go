package httpapi

import (
	"maps"
	"strings"

	"btracker/internal/tracker"
)

// note is what the contract says of an operation and its types can not: who may
// call it, and which errors it answers beyond those that every call of its form
// can. A test fails for an operation without one.
type note struct {
	who        who
	more       string // what the summary leaves out
	missing    bool   // answers 404 although no id is in its path
	throttled  bool
	idempotent bool     // takes an Idempotency-Key
	refusals   []string // codes of its 422s
	answer     any      // an example other than that of its type
}

// who may call an operation.
type who struct {
	line    string
	forbids bool // others who are signed in get a 403
}

var (
	anyone         = who{line: "anyone, without a token."}
	signedIn       = who{line: "everyone who is signed in."}
	administrators = who{line: "administrators.", forbids: true}
	readers        = who{line: "administrators and clients. Everyone else finds nothing here."}
)

// moderators names those whose role on something covers a permission, by the
// same table that decides it.
func moderators(of string, p tracker.Permission) who {
	if p == tracker.See {
		return who{line: "administrators, and every moderator of " + of + ". For everyone else it does not exist."}
	}
	var roles []string
	for _, role := range tracker.RolesThatMay(p) {
		roles = append(roles, role.String())
	}
	return who{line: "administrators, and moderators of " + of + " with the role " + inWords(roles) + ".", forbids: true}
}

func inWords(list []string) string {
	last := len(list) - 1
	if last == 0 {
		return list[0]
	}
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

const (
	theCompany = "the company"
	theProject = "the project or its company"

	removalRule  = "What is in use is only marked (RequireFinalization) and stays in its list; once nothing depends on it, removing it again finalizes it (Removed). An unknown one is NotFound, not a 404."
	restoreRule  = "Clears the mark, or brings back what was removed within the last 30 days. NotRestored when its parent is removed itself, or the name of a category was taken meanwhile; an unknown one is NotFound, not a 404."
	goneRule     = "an unknown one is gone already, one of another project than is sent along is a 404."
	detachRule   = "It can be restored for 30 days; " + goneRule
	reattachRule = "Undoes a detachment of the last 30 days: it is as it was. NotRestored when its project or its item of the catalogue is removed; an unknown one is NotFound, not a 404."
	photoRule    = "The body is the image itself: JPEG, PNG or WebP, at most 5 MiB and 25 megapixels. It is made small and loses its metadata. Photos are read one at a time: when too many wait, the answer is 429."
	exportRule   = "The filters and the order of the list, all of its pages in one file. Cells that a spreadsheet would run as a formula begin with an apostrophe. A file is whole when its transfer ends: the connection is cut when the caller's rights change meanwhile."
	ownerRule    = "A Manager manages everyone but Owners."
)

var notes = func() map[string]note {
	all := map[string]note{}
	for _, part := range []map[string]note{
		accountNotes, companyNotes, projectNotes, itemNotes, userNotes, otherNotes,
		catalogueNotes("Product"), catalogueNotes("Subscription"),
	} {
		maps.Copy(all, part)
	}
	return all
}()

var accountNotes = map[string]note{
	"login": {who: anyone, throttled: true, answer: withToken,
		more: "Answers the account with a token, which goes into the Authorization header of every other call. A wrong password, an unknown address and a disabled user are answered alike. Wrong attempts are slowed down, right ones never count."},
	"refreshToken":     {who: signedIn, more: "The token that is presented stays good until its own end. A session ends after 30 days at the latest.", answer: withToken},
	"getAccount":       {who: signedIn, more: "The account without a token."},
	"logout":           {who: signedIn, more: "Every token of the session ends at once."},
	"changePassword":   {who: signedIn, throttled: true, more: "Ends all other sessions of the user."},
	"requestPassReset": {who: anyone, throttled: true, more: "Answers the same whether anybody has the address or not. The link works for an hour, and until a newer reset link was delivered; an invitation stays valid beside it."},
	"resetPass":        {who: anyone, throttled: true, refusals: []string{"badToken"}, more: "The token is that of a reset or of an invitation, and works once. Ends all sessions of the user."},
	"editProfile":      {who: signedIn, more: "An absent optional field stays as it is, null clears it."},
	"setOwnAddress":    {who: signedIn, more: "An absent address, or none at all in the body, removes it."},
	"setOwnPhoto":      {who: signedIn, more: photoRule},
	"removeOwnPhoto":   {who: signedIn, more: "Nothing happens when there is none."},
}

var companyNotes = map[string]note{
	"listCompanies":         {who: signedIn, more: "Companies the caller moderates; administrators see all."},
	"exportCompanies":       {who: signedIn, more: exportRule},
	"getCompany":            {who: moderators(theCompany, tracker.See), more: "A role on a project alone does not show its company."},
	"listCompanyDependants": {who: moderators(theCompany, tracker.See), more: "Its projects."},
	"addCompany":            {who: administrators, idempotent: true, more: "Names need not be unique."},
	"editCompany":           {who: moderators(theCompany, tracker.EditCompany), missing: true, more: "An absent optional field stays as it is, null clears it."},
	"setCompanyAddress":     {who: moderators(theCompany, tracker.EditCompany), missing: true, more: "An absent address, or null, removes it."},
	"setCompanyPhoto":       {who: moderators(theCompany, tracker.EditCompany), more: photoRule},
	"removeCompanyPhoto":    {who: moderators(theCompany, tracker.EditCompany), more: "Nothing happens when there is none."},
	"removeCompany":         {who: administrators, more: "A company is in use while it has projects. " + removalRule},
	"restoreCompany":        {who: administrators, more: restoreRule},
	"addCompanyModerator": {who: moderators(theCompany, tracker.ManageModerators), missing: true, refusals: []string{"tooManyModerators"},
		more: "The id is the company's. Somebody who moderates it already stays as they are (200). " + ownerRule},
	"editCompanyModerator":   {who: moderators(theCompany, tracker.ManageModerators), missing: true, more: "The id is the link's. " + ownerRule},
	"removeCompanyModerator": {who: moderators(theCompany, tracker.ManageModerators), more: "The id is the link's; an unknown one is gone already. " + ownerRule},
}

var projectNotes = map[string]note{
	"listProjects":          {who: signedIn, more: "Projects the caller moderates, directly or by their company; administrators see all."},
	"exportProjects":        {who: signedIn, more: exportRule},
	"getProject":            {who: moderators(theProject, tracker.See), more: "All of its moderators, products and subscriptions, 500 of each at most. Cost is null for those who may not see it."},
	"listProjectDependants": {who: moderators(theProject, tracker.See), more: "Its products and subscriptions."},
	"addProject":            {who: moderators(theCompany, tracker.EditCompany), missing: true, idempotent: true, refusals: []string{"pendingRemove"}, more: "A project stays with its company for good."},
	"editProject":           {who: moderators(theProject, tracker.EditCompany), missing: true, more: "A companyId that is sent along never moves it."},
	"removeProject":         {who: moderators(theProject, tracker.EditCompany), more: "A project is in use while it has products or subscriptions. " + removalRule},
	"restoreProject":        {who: moderators(theProject, tracker.EditCompany), more: restoreRule},
	"addProjectModerator": {who: moderators(theProject, tracker.ManageModerators), missing: true, refusals: []string{"tooManyModerators"},
		more: "The id is the project's. Somebody who moderates it already stays as they are (200). " + ownerRule},
	"editProjectModerator":   {who: moderators(theProject, tracker.ManageModerators), missing: true, more: "The id is the link's. " + ownerRule},
	"removeProjectModerator": {who: moderators(theProject, tracker.ManageModerators), missing: true, more: "The id is the link's; " + goneRule + " " + ownerRule},
}

var itemNotes = map[string]note{
	"attachProduct": {who: moderators(theProject, tracker.AttachItems), missing: true, idempotent: true, refusals: []string{"pendingRemove", "tooManyItems"},
		more: "A product may be attached more than once."},
	"editProjectProduct": {who: moderators(theProject, tracker.SetProductStatus), missing: true,
		more: "Developer and Designer may change status and details alone: another price or cost is a 403. A cost of null leaves a hidden one as it is. Its product and project stay."},
	"detachProduct":         {who: moderators(theProject, tracker.AttachItems), missing: true, more: detachRule},
	"restoreProjectProduct": {who: moderators(theProject, tracker.AttachItems), refusals: []string{"tooManyItems"}, more: reattachRule},
	"attachSubscription": {who: moderators(theProject, tracker.AttachItems), missing: true, idempotent: true, refusals: []string{"pendingRemove", "tooManyItems"},
		more: "The cost is that of the catalogue at this moment, and again at each renewal. One that is due raises its notification at once."},
	"editProjectSubscription":    {who: moderators(theProject, tracker.EditSubscriptions), missing: true, more: "Its subscription and project stay. One that becomes due raises its notification at once."},
	"cancelProjectSubscription":  {who: moderators(theProject, tracker.EditSubscriptions), missing: true, more: "One that is canceled already stays so, with its first reason."},
	"detachSubscription":         {who: moderators(theProject, tracker.AttachItems), missing: true, more: detachRule},
	"restoreProjectSubscription": {who: moderators(theProject, tracker.AttachItems), refusals: []string{"tooManyItems"}, more: reattachRule + " What became due meanwhile is told within a minute."},
}

// catalogueNotes are the same for both catalogues.
func catalogueNotes(name string) map[string]note {
	cost := ""
	if name == "Subscription" {
		cost = " Cost is null for those who are neither administrator nor Owner or Manager of anything."
	}
	all := map[string]note{
		"list" + name + "s":                  {who: readers, more: "An unknown category lists nothing." + cost},
		"export" + name + "s":                {who: readers, more: exportRule + cost},
		"get" + name:                         {who: readers, missing: true, more: "One that is marked removed is still there." + cost},
		"list" + name + "Dependants":         {who: administrators, more: "The projects that attach it."},
		"add" + name:                         {who: administrators, idempotent: true, refusals: []string{"pendingRemove"}, more: "Its category must exist; a category that is marked removed takes no new items."},
		"edit" + name:                        {who: administrators, missing: true, refusals: []string{"pendingRemove"}, more: "An absent optional field stays as it is, null clears it. What projects have attached keeps its price and cost."},
		"remove" + name:                      {who: administrators, more: "An item is in use while projects attach it. " + removalRule},
		"restore" + name:                     {who: administrators, more: restoreRule},
		"list" + name + "Categories":         {who: readers, more: "Each inside data."},
		"export" + name + "Categories":       {who: readers, more: exportRule},
		"add" + name + "Category":            {who: administrators, idempotent: true, more: "Names are unique within a catalogue, ignoring case."},
		"list" + name + "CategoryDependants": {who: administrators, more: "Its items."},
		"remove" + name + "Category":         {who: administrators, more: "A category is in use while it has items. " + removalRule},
		"restore" + name + "Category":        {who: administrators, more: restoreRule},
	}
	if name == "Product" {
		all["setProductPhoto"] = note{who: administrators, more: photoRule}
		all["removeProductPhoto"] = note{who: administrators, more: "Nothing happens when there is none."}
	}
	return all
}

var userNotes = map[string]note{
	"listUsers": {who: who{"administrators, and those who may add moderators to anything.", true},
		more: "Administrators see whole users. Others send the beginning of an e-mail address as Search, three characters or more, and get display name and e-mail of at most ten."},
	"exportUsers":      {who: administrators, more: exportRule},
	"getUser":          {who: administrators, more: "By e-mail address, in any case."},
	"addUser":          {who: administrators, idempotent: true, more: "The mail has a link to set a password; it works for seven days. An address that is taken is a 400."},
	"registerAdmin":    {who: administrators, idempotent: true, throttled: true, more: "An administrator with a password of their own, so that no mail is needed. An address that is taken is a 400."},
	"editUser":         {who: administrators, missing: true, more: "The user is found by the e-mail address, which stays. Rights have calls of their own: isAdmin and status are ignored here."},
	"setUserAddress":   {who: administrators, missing: true, more: "An absent address, or null, removes it."},
	"disableUser":      {who: administrators, missing: true, refusals: []string{"oneself", "lastAdministrator"}, more: "All of the user's sessions end at once."},
	"enableUser":       {who: administrators, missing: true, more: "The password is the one from before."},
	"setAdministrator": {who: administrators, missing: true, refusals: []string{"oneself", "lastAdministrator"}, more: "Holds from the user's next request on."},
	"inviteUser":       {who: administrators, missing: true, refusals: []string{"disabled", "hasPassword"}, more: "For somebody who has not set a password yet. The link before it stops working."},
	"setUserPhoto":     {who: administrators, more: photoRule},
	"removeUserPhoto":  {who: administrators, more: "Nothing happens when there is none."},
}

var otherNotes = map[string]note{
	"listNotifications":   {who: signedIn, more: "Those about projects the caller may still see. A search looks into title and details, however short it is. The pagination is in the body as well as in the header."},
	"exportNotifications": {who: signedIn, more: exportRule},
	"viewNotification":    {who: signedIn, missing: true, more: "The first time stays. Somebody else's is a 404."},
	"getStatistics":       {who: signedIn, more: "What is marked removed, and all under it, does not count. Sums leave out canceled and ended subscriptions."},
	"getCharts":           {who: signedIn, more: "Within what the caller may see."},
	"search":              {who: signedIn, more: "Five of each kind at most, within what the caller may see; users for administrators alone. Below three characters it is the beginning of the name."},
}
