package notify_test

import (
	"reflect"
	"strings"
	"testing"

	"btracker/internal/apitest"
)

func TestNotificationSettings(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser("user@example.com", "User", false)
		api.AddUser("other@example.com", "Other", false)
		user, other := api.SignIn("user@example.com"), api.SignIn("other@example.com")
		const path = "/account/notificationSettings"
		kinds := func(soon, ended, renewed, canceled bool) object {
			return object{"endsSoon": soon, "ended": ended, "renewed": renewed, "canceled": canceled, "mention": true}
		}
		want := object{"remindDays": []any{14.}, "email": "off", "hour": 8., "timeZone": "UTC", "kinds": kinds(true, true, true, true), "onlyResponsible": false}
		check := func(a *apitest.Answer) {
			t.Helper()
			got := object{}
			a.Status(200).Into(&got)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("settings %v\nwant     %v", got, want)
			}
		}
		check(user.Get(path))
		set := func(body, changed object) {
			t.Helper()
			for name, value := range changed {
				want[name] = value
			}
			check(user.Put(path, body))
			check(user.Get(path))
		}
		set(object{}, nil)
		zone := func() any {
			account := object{}
			user.Get("/account").Status(200).Into(&account)
			return account["timeZone"]
		}
		if got := zone(); got != nil {
			t.Errorf("a zone that nobody chose: %v", got)
		}
		set(object{"remindDays": []int{30, 0, 90}, "email": "weekly", "hour": 23, "timeZone": "Pacific/Apia"},
			object{"remindDays": []any{30., 0., 90.}, "email": "weekly", "hour": 23., "timeZone": "Pacific/Apia"})
		if got := zone(); got != "Pacific/Apia" {
			t.Errorf("the account has the zone %v", got)
		}
		set(object{"kinds": object{"ended": false}, "onlyResponsible": true}, object{"kinds": kinds(true, false, true, true), "onlyResponsible": true})
		set(object{"kinds": object{"ended": nil, "canceled": false}}, object{"kinds": kinds(true, true, true, false)})
		set(object{"remindDays": []int{}, "hour": 0}, object{"remindDays": []any{}, "hour": 0.})
		if got := user.Put(path, object{"hour": 0}).Status(200).Header().Get("Change-Seq"); got != "" {
			t.Errorf("an edit that changes nothing is change %s", got)
		}
		for _, c := range []struct {
			body           object
			field, message string
		}{
			{object{"remindDays": []int{1, 2, 3, 4, 5, 6, 7}}, "RemindDays", "Remind Days must be at most 6 different whole numbers from 0 to 90."},
			{object{"remindDays": []int{7, 7}}, "RemindDays", "Remind Days must be at most 6 different whole numbers from 0 to 90."},
			{object{"remindDays": []int{-1}}, "RemindDays", "Remind Days must be at most 6 different whole numbers from 0 to 90."},
			{object{"remindDays": []int{91}}, "RemindDays", "Remind Days must be at most 6 different whole numbers from 0 to 90."},
			{object{"remindDays": "14"}, "RemindDays", "Remind Days has the wrong type."},
			{object{"remindDays": []any{1.5}}, "RemindDays", "Remind Days has the wrong type."},
			{object{"remindDays": []any{14, nil}}, "RemindDays", "Remind Days has the wrong type."},
			{object{"email": "hourly"}, "Email", "Email must be one of provided options."},
			{object{"email": "Daily"}, "Email", "Email must be one of provided options."},
			{object{"hour": 24}, "Hour", "Hour must be a whole number from 0 to 23."},
			{object{"hour": -1}, "Hour", "Hour must be a whole number from 0 to 23."},
			{object{"hour": 8.5}, "Hour", "Hour has the wrong type."},
			{object{"timeZone": "Mars/Olympus"}, "TimeZone", "Time Zone is not the name of a time zone, such as Europe/Lisbon."},
			{object{"timeZone": "Local"}, "TimeZone", "Time Zone is not the name of a time zone, such as Europe/Lisbon."},
			{object{"timeZone": "../../etc/passwd"}, "TimeZone", "Time Zone is not the name of a time zone, such as Europe/Lisbon."},
			{object{"timeZone": "right/UTC"}, "TimeZone", "Time Zone is not the name of a time zone, such as Europe/Lisbon."},
			{object{"timeZone": strings.Repeat("A", 65)}, "TimeZone", "Time Zone is not the name of a time zone, such as Europe/Lisbon."},
			{object{"kinds": object{"ended": "no"}}, "Ended", "Ended has the wrong type."},
		} {
			user.Put(path, c.body).FieldError(c.field, c.message)
		}
		for _, body := range []any{object{"remindDays": []any{1.5}}, object{"remindDays": []any{nil}}, []int{14}} {
			user.Put(path, body).Status(400)
		}
		check(user.Get(path))

		// Each person has their own.
		mine := want
		want = object{"remindDays": []any{14.}, "email": "off", "hour": 8., "timeZone": "UTC", "kinds": kinds(true, true, true, true), "onlyResponsible": false}
		check(other.Get(path))
		want = mine
		set(object{"remindDays": nil, "email": nil, "hour": nil, "timeZone": nil, "kinds": nil, "onlyResponsible": nil},
			object{"remindDays": []any{14.}, "email": "off", "hour": 8., "timeZone": "UTC", "kinds": kinds(true, true, true, true), "onlyResponsible": false})
		// The history has no settings.
		if got := api.Admin().Get("/change").Status(200).Body.String(); strings.Contains(got, "otificationSettings") {
			t.Error(got)
		}
	})
}
