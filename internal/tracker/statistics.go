package tracker

// Currency of all money.
const Currency = "USD"

// Statistics of the dashboard, within what the caller may see.
type Statistics struct {
	Companies                     int    `json:"companies"`
	Projects                      int    `json:"projects"`
	SubscriptionsEndingInTwoWeeks int    `json:"subscriptionsEndingInTwoWeeks"`
	ProjectsSubscriptionsCost     *Money `json:"projectsSubscriptionsCost" doc:"Null where cost is hidden."`
	ProjectsSubscriptionsPrice    Money  `json:"projectsSubscriptionsPrice"`
	ProjectsProductsCost          *Money `json:"projectsProductsCost" doc:"Null where cost is hidden."`
	ProjectsProductsPrice         Money  `json:"projectsProductsPrice"`
	ProductCategories             int    `json:"productCategories"`
	Products                      int    `json:"products"`
	SubscriptionCategories        int    `json:"subscriptionCategories"`
	Subscriptions                 int    `json:"subscriptions"`
	AdminUsers                    *int   `json:"adminUsers" doc:"Null for moderators."`
	AllUsers                      *int   `json:"allUsers" doc:"Null for moderators."`
	CurrencyName                  string `json:"currencyName"`
}

// Charts of the dashboard.
type Charts struct {
	EndingByWeek     []WeekCount     `json:"endingByWeek" doc:"Subscriptions that do not renew, by the week they end in; this week first."`
	TopCompanies     []CompanyTotals `json:"topCompanies" doc:"Those with the largest price of all their projects' items."`
	ProductsByStatus []StatusCount   `json:"productsByStatus"`
}

// WeekCount counts subscriptions in a week that begins on a Monday.
type WeekCount struct {
	WeekStart string `json:"weekStart" doc:"A Monday, as 2006-01-02."`
	Count     int    `json:"count"`
}

// CompanyTotals has the sums of the items of a company's projects.
type CompanyTotals struct {
	CompanyID string `json:"companyId"`
	Name      string `json:"name"`
	Price     Money  `json:"price"`
	Cost      *Money `json:"cost" doc:"Null where cost is hidden."`
}

// StatusCount counts projects' products of one status.
type StatusCount struct {
	Status ProductStatus `json:"status"`
	Count  int           `json:"count"`
}

// SearchHit is a record that the search over everything found.
type SearchHit struct {
	Kind        string     `json:"kind" doc:"company, project, projectSubscription, product, subscription, user or note."`
	ID          string     `json:"id" doc:"Of a user: the e-mail address." format:"-"`
	Name        string     `json:"name"`
	ParentID    *string    `json:"parentId" doc:"Of a project subscription: its project."`
	ParentName  *string    `json:"parentName" doc:"Of a project: its company. Of a project subscription: its project. Of an item of a catalogue: its category."`
	CompanyName *string    `json:"companyName" doc:"Of a project and a project subscription: the company that it belongs to."`
	IsDisabled  bool       `json:"isDisabled" doc:"Of a user: they can not sign in."`
	Note        *NotePlace `json:"note,omitzero" doc:"Of a note: where it is. Its name is the beginning of its text, its parent the record."`
}

// SearchCount says how many records of a kind the search over everything found.
type SearchCount struct {
	Kind  string `json:"kind" doc:"As of a hit."`
	Count int    `json:"count"`
}

// SearchHits has a few records of each kind.
type SearchHits struct {
	Data   []SearchHit   `json:"data"`
	Counts []SearchCount `json:"counts" doc:"How many there are of each kind in all: as many as its list finds. Project subscriptions are counted up to 1000."`
}

// MaxCountedHits bounds the number of project subscriptions that a search over everything counts.
const MaxCountedHits = 1000
