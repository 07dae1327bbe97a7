package httpapi_test

import (
	"strings"
	"testing"
	"time"
)

// What a bar of the dashboard counts is found in the list behind it.
func TestProjectsBehindTheCharts(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		s.made("/project", object{"companyId": s.company, "name": "Empty"})
		product := s.attachProduct(100, 60)
		s.attachSubscription(10, false)
		ending := api.clock.Now().AddDate(0, 0, 10).UTC()
		monday := ending.AddDate(0, 0, -int(ending.Weekday()+6)%7)

		expect := func(query, want string) {
			t.Helper()
			answer := s.get("/project?" + query).status(200)
			if got := answer.Header().Get("Pagination"); !strings.HasPrefix(got, `{"totalItems":`+want+`,`) {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
			rows := strings.Count(s.get("/project/export?"+query).status(200).Body.String(), "Shop")
			if want != "0" && rows == 0 {
				t.Errorf("%s: the export is empty", query)
			}
		}
		expect("", "2")
		expect("ProductStatus=InProgress", "1")
		expect("ProductStatus=2", "0")
		expect("EndingSoon=true", "1")
		expect("EndingWeek="+monday.Format(time.DateOnly), "1")
		expect("EndingWeek="+monday.AddDate(0, 0, 7).Format(time.DateOnly), "0")
		expect("EndingWeek="+monday.AddDate(0, 0, -7).Format(time.DateOnly), "0")
		expect("EndingSoon=true&ProductStatus=1&CompanyId="+s.company, "1")

		s.get("/project?ProductStatus=Lost").fieldError("ProductStatus", "Product Status must be one of provided options.")
		s.get("/project?EndingWeek=soon").fieldError("EndingWeek", "Ending Week must be a day such as 2006-01-02.")
		s.get("/project/export?EndingWeek=soon").status(400)

		s.delete("/project/product", object{"id": product}).status(204)
		expect("ProductStatus=InProgress", "0")
		s.delete("/project", object{"id": s.project}).status(200) // marked: nothing under it counts
		expect("EndingSoon=true", "0")
	})
}
