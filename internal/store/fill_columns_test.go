package store

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

// notLoaded are the columns that the Load functions leave to the database, and why.
var notLoaded = map[string]string{
	"company.live_price":                   "Recount sums it",
	"company.live_cost":                    "Recount sums it",
	"*.running":                            "Recount sums it",
	"company.monthly_price":                "Recount sums it",
	"company.monthly_cost":                 "Recount sums it",
	"project.monthly_price":                "Recount sums it",
	"project.monthly_cost":                 "Recount sums it",
	"*.next_end":                           "Recount finds it",
	"project.has_responsible":              "triggers keep it",
	"project.company_rowno":                "a trigger sets it",
	"project_subscription.soon_raised":     "is not used any more",
	"notification.snoozed_until":           "nothing that is loaded is snoozed",
	"notification.mail_id":                 "what is loaded is not mailed",
	"notification.change_seq":              "what is loaded has no row in the change log",
	"users.disabled_at":                    "a loaded user is enabled",
	"users.erased_at":                      "a loaded user is a person",
	"users.disable_reason":                 "a loaded user is enabled",
	"users.has_second_factor":              "a loaded user has set up none",
	"users.language":                       "a loaded user has chosen none",
	"users.admin_group":                    "groups give rights at single sign-on",
	"users.is_waiting":                     "a loaded user has no password yet",
	"company_moderator.group_name":         "likewise",
	"company_moderator.hand_role":          "likewise",
	"project_subscription.planned_at":      "the one of the test is canceled: nothing comes of what is planned",
	"project_subscription.planned_monthly": "likewise",
	"*.rowno":                              "the database numbers it",
	"*.version":                            "begins at 1",
	"*.deleted_at":                         "nothing that is gone is loaded",
}

// Every field of what is loaded is in the row afterwards, and every column of the row was loaded. A field or column that
// the Load functions do not know would be lost without a word.
func TestLoadFillsEveryColumn(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		ctx := t.Context()
		photo := Photo{Hash: "PhotoHash", ContentType: "image/png", Bytes: []byte("x")}
		category := tracker.Category{ID: newID(), Kind: tracker.Subscriptions, Name: "CategoryName"}
		user, company, project, item := filled[tracker.User](f), filled[tracker.Company](f), filled[LoadedProject](f), filled[tracker.CatalogueItem](f)
		product, subscription, notification := filled[LoadedProduct](f), filled[LoadedSubscription](f), filled[NewNotification](f)
		link := filled[Link](f)
		user.Status, user.DisableReason, user.HasPassword, user.HasSecondFactor, user.HasSignOn, user.IsErased, user.Language, user.LastSeenAt = 0, 0, false, false, false, false, "", nil // see notLoaded
		project.Live, subscription.Listed = false, false                                                                                                                                   // true is the default of the columns
		item.Kind, item.CategoryID = category.Kind, category.ID
		project.CompanyID, product.ProjectID, subscription.ProjectID = company.ID, project.ID, project.ID
		product.ProductID, subscription.SubscriptionID = item.ID, item.ID
		link.UserID, notification.RecipientID, notification.ItemID, notification.ItemParentID = user.ID, user.ID, &subscription.ID, &project.ID
		notification.WebhookID, notification.ChannelID = nil, nil // none is loaded
		notification.TitleText = tracker.Text{}                   // it is found by the title
		companyLink, projectLink := link, link
		companyLink.ParentID, projectLink.ParentID = company.ID, project.ID
		f.write(func(tx *Tx) error {
			f.ok(tx.InsertPhoto(ctx, photo, f.now))
			f.ok(tx.InsertCategory(ctx, category, "by", f.now))
			f.ok(tx.LoadUsers(ctx, []tracker.User{user}, &user.ID))
			f.ok(tx.LoadCompanies(ctx, []tracker.Company{company}, "by"))
			f.ok(tx.LoadProjects(ctx, []LoadedProject{project}, "by"))
			f.ok(tx.LoadItems(ctx, []tracker.CatalogueItem{item}, "by"))
			f.ok(tx.LoadProjectProducts(ctx, []LoadedProduct{product}, "by"))
			f.ok(tx.LoadProjectSubscriptions(ctx, []LoadedSubscription{subscription}, "by"))
			f.ok(tx.LoadNotifications(ctx, []NewNotification{notification}))
			f.ok(tx.InsertLinks(ctx, CompanyModeration, "by", companyLink))
			f.ok(tx.InsertLinks(ctx, ProjectModeration, "by", projectLink))
			return nil
		})
		for _, table := range loadedTables {
			for column, byDefault := range f.columnsOf(table) {
				_, isLeft := notLoaded[table+"."+column]
				_, isLeftEverywhere := notLoaded["*."+column]
				if value := f.cell(table, column); (value == nil || *value == byDefault) && !isLeft && !isLeftEverywhere {
					t.Errorf("%s.%s is not loaded: its Load function does not write it", table, column)
				}
			}
		}

		// The app and other rows tell these; a version begins at 1.
		elsewhere := map[string]bool{"PhotoURL": true, "CompanyName": true, "Product": true, "Subscription": true, "User": true, "CostCurrencyName": true,
			"PriceCurrencyName": true, "Version": true, "Figures": true, "Note": true}
		same := func(name string, loaded, read any) {
			t.Helper()
			ignored := cmp.FilterPath(func(p cmp.Path) bool {
				field, ok := p.Last().(cmp.StructField)
				return ok && elsewhere[field.Name()]
			}, cmp.Ignore())
			if d := cmp.Diff(loaded, read, ignored); d != "" {
				t.Errorf("%s is not read as it was loaded (-loaded +read):\n%s", name, d)
			}
		}
		gotUser, err := f.User(ctx, user.ID)
		f.ok(err)
		same("the user", user, gotUser)
		gotCompany, err := f.Company(ctx, company.ID)
		f.ok(err)
		same("the company", company, gotCompany)
		gotProject, err := f.ProjectForUser(ctx, project.ID, user.ID)
		f.ok(err)
		same("the project", project, LoadedProject{gotProject.Project, gotProject.Live})
		gotItem, err := f.Item(ctx, item.Kind, item.ID)
		f.ok(err)
		same("the item", item, gotItem)
		gotProduct, err := f.ProjectProduct(ctx, product.ID)
		f.ok(err)
		same("the project's product", product.ProjectProduct, gotProduct)
		gotSubscription, err := f.ProjectSubscription(ctx, subscription.ID)
		f.ok(err)
		same("the project's subscription", subscription.ProjectSubscription, gotSubscription)
		gotNotification, err := f.Notification(ctx, Visible{All: true, UserID: user.ID}, notification.ID)
		f.ok(err)
		same("the notification", notification.Notification, gotNotification)
		for of, sent := range map[*Moderation]Link{&CompanyModeration: companyLink, &ProjectModeration: projectLink} {
			got, err := f.Link(ctx, *of, sent.ID, user.ID)
			f.ok(err)
			same("the link", sent, got.Link)
		}
	})
}

// filled is a value with something in every field: texts are the field's name, numbers 2, flags true, instants now.
func filled[T any](f *fixture) (value T) {
	f.fill(reflect.ValueOf(&value).Elem(), "")
	return value
}

func (f *fixture) fill(v reflect.Value, name string) {
	switch v.Type() {
	case reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(f.now))
		return
	case reflect.TypeFor[tracker.Text]():
		v.Set(reflect.ValueOf(tracker.Text{Key: name, Params: map[string]string{name: name}}))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem(), name)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		f.fill(v.Index(0), name)
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i), v.Type().Field(i).Name)
		}
	case reflect.String:
		v.SetString(name)
	case reflect.Map: // own fields are rows of another table
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(2)
	default:
		f.Fatalf("%s is a %s: say here what to fill it with", name, v.Kind())
	}
}

// columnsOf lists the columns of a table with their defaults, as texts.
func (f *fixture) columnsOf(table string) map[string]string {
	f.Helper()
	sql := `SELECT name, COALESCE(dflt_value, '') FROM pragma_table_info($1)`
	if _, ok := f.dialect.(*postgresDialect); ok {
		sql = `SELECT column_name, COALESCE(column_default, '') FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1`
	}
	columns := map[string]string{}
	f.ok(each(f.Context(), f.Queries, func(r rows) error {
		var name, byDefault string
		err := r.Scan(&name, &byDefault)
		byDefault, _, _ = strings.Cut(byDefault, "::")
		columns[name] = strings.Trim(byDefault, "'")
		return err
	}, sql, table))
	return columns
}

// cell reads a column of a table's one row, as a text.
func (f *fixture) cell(table, column string) *string {
	f.Helper()
	value, err := one(f.Context(), f.Queries, scanOne[*string], fmt.Sprintf("SELECT CAST(%s AS TEXT) FROM %s", column, table))
	f.ok(err)
	return value
}
