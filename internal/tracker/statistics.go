package tracker

// Currency is the only one there is.
const Currency = "USD"

// Statistics of the dashboard, within what the caller may see.
type Statistics struct {
	Companies    int    `json:"companies"`
	Projects     int    `json:"projects"`
	AdminUsers   *int   `json:"adminUsers" doc:"Null for moderators."`
	AllUsers     *int   `json:"allUsers" doc:"Null for moderators."`
	CurrencyName string `json:"currencyName"`
}
