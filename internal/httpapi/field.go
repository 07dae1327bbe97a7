package httpapi

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/tracker"
)

func (s *server) fieldOperations() {
	const tag = "Own fields"
	handle(s, contract.Operation{ID: "listFields", Method: http.MethodGet, Path: "/field", Tag: tag, Summary: "List the fields that administrators gave lists",
		Who: contract.SignedIn, Keys: contract.WideKeys, List: &contract.List{PageSize: tracker.MaxPageSize},
		Params:  []contract.Param{contract.Text("List", "Only fields of this list.")},
		Details: "By list and position. Confidential ones are listed for those who may see cost anywhere."},
		func(ctx context.Context, c call, _ none) (array[tracker.OwnField], error) {
			list, err := parseOption(c.params, "List", tracker.OwnLists, "")
			if err != nil {
				return array[tracker.OwnField]{}, err
			}
			page, err := s.app.Fields(ctx, c.Caller, c.List, list)
			return array[tracker.OwnField](page), err
		})
	handle(s, contract.Operation{ID: "addField", Method: http.MethodPost, Path: "/field", Tag: tag, Summary: "Give a list a field",
		Who: contract.Administrators, Keys: contract.WideKeys, Idempotent: true, Status: http.StatusCreated, Refusals: []*tracker.Error{tracker.ErrTooManyFields},
		Details: "Every record of the list then has it in own, under its key."},
		passBody(s.app.CreateField))
	handle(s, contract.Operation{ID: "editField", Method: http.MethodPut, Path: "/field", Tag: tag, Summary: "Change a field",
		Who: contract.Administrators, Keys: contract.WideKeys, Missing: true, Refusals: []*tracker.Error{contract.OptionInUse, contract.KindFixed},
		Details: "An absent field stays as it is. List and key are fixed, the kind is once a record has a value, and an option that records have can not be taken away."},
		passBody(s.app.EditField))
	handle(s, contract.Operation{ID: "removeField", Method: http.MethodDelete, Path: "/field", Tag: tag, Summary: "Remove a field, with its values",
		Who: contract.Administrators, Keys: contract.WideKeys,
		Details: "Field and values are hidden. Undo brings both back for " + undoTime + ". An unknown one is gone already."},
		func(ctx context.Context, c call, in idInput) (change.Saved[none], error) {
			return gone(s.app.RemoveField(ctx, c.Caller, in.ID))
		})
}

// ownRule is what lists with own fields have in common.
const ownRule = " By an own field of the key vatId: Own.vatId (a text that contains it, else the same value), Own.vatId.From and Own.vatId.To (numbers and dates, both included), " +
	"Own.vatId.Filled (true or false), and SortBy=own.vatId, where those without a value come last."

// parseOwn reads the filters by own fields.
func parseOwn(values query) (params []tracker.OwnParam, err error) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		sent := values[name]
		rest, isOwn := strings.CutPrefix(name, "Own.")
		if !isOwn || len(sent) == 0 || sent[0] == "" {
			continue
		}
		p := tracker.OwnParam{Value: sent[0]}
		p.Key, p.End, _ = strings.Cut(rest, ".")
		switch p.End {
		case "", "From", "To", "Filled":
		default:
			return nil, tracker.UnknownOwn(name, p.Key)
		}
		params = append(params, p)
	}
	return params, nil
}

// ownColumns are the columns of an export for the own fields that the caller may see.
func ownColumns[T any](ctx context.Context, s *server, c change.Caller, of columns[T], names string) (list []column[T], err error) {
	if of.own == nil || !strings.Contains(names, tracker.OwnPrefix) {
		return nil, nil
	}
	fields, access, err := s.app.SeenFields(ctx, c)
	headings := fields.Headings(of.list, c.FileLanguage(), access, of.headings())
	for _, f := range fields.Of(of.list, access) {
		cell := func(row T) string { return of.own(row).Text(f.Key) }
		list = append(list, column[T]{name: tracker.OwnPrefix + f.Key, heading: headings[f.Key], isOwn: true, cell: cell, isNumber: f.Kind == tracker.OwnNumber})
	}
	return list, err
}
