package httpapi_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// The contract has the codes of the catalogue of errors and no others, and it has every
// code that an operation can answer.
func TestCodesAreThoseOfTheCatalogue(t *testing.T) {
	codes, rules := codesOfErrors(), rulesOfFields(t)
	if len(codes) < 25 || len(rules) < 20 {
		t.Fatalf("the catalogue has %d codes and %d rules: looked in the wrong place", len(codes), len(rules))
	}
	unpublished := []string{
		"method", "noSuchOperation", // no operation answers them
		"changedMeanwhile", "previewEnded", // answers of assistants' tools
		"notRestored", "inLaterTerm", "plannedAlready", // reasons of refused records
		"unknownOutcome", // told apart from its neighbours by its reason
	}
	var found []string
	apitest.EachObject(apitest.Published().Document, func(o object) {
		code, ok := o["code"].(string)
		switch _, isProblem := o["status"]; {
		case ok && isProblem:
			found = append(found, code)
			if !slices.Contains(codes, code) {
				t.Errorf("the code %s of the contract is not in the catalogue", code)
			}
		case ok && o["message"] != nil && !slices.Contains(rules, code):
			t.Errorf("the rule %s of the contract is not in the catalogue", code)
		}
		broken, _ := o["codes"].(object)
		for field, of := range broken {
			for _, rule := range apitest.List(of) {
				if !slices.Contains(rules, rule.(string)) {
					t.Errorf("the rule %s of %s is not in the catalogue", rule, field)
				}
			}
		}
	})
	for _, code := range codes {
		if slices.Contains(found, code) == slices.Contains(unpublished, code) {
			t.Errorf("%s is in the contract: %v", code, slices.Contains(found, code))
		}
	}
}

// codesOfErrors lists the codes of errors. Each has a title.
func codesOfErrors() (codes []string) {
	for key := range tracker.Sentences() {
		if code, isTitle := strings.CutPrefix(string(key), "title."); isTitle {
			codes = append(codes, code)
		}
	}
	return codes
}

// rulesOfFields reads the codes of broken rules from the source of tracker.
func rulesOfFields(t *testing.T) (rules []string) {
	t.Helper()
	add := func(value ast.Expr) {
		text, ok := value.(*ast.BasicLit)
		if !ok {
			return // an argument of the function that makes such errors
		}
		code, err := strconv.Unquote(text.Value)
		if err != nil || slices.Contains(rules, code) {
			t.Errorf("%s: stands there twice, or %v", text.Value, err)
		}
		rules = append(rules, code)
	}
	for _, name := range []string{"refusals.go", "rules.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), "../tracker/"+name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if identifier(n.Fun) == "broken" {
					add(n.Args[1])
				}
			case *ast.ValueSpec:
				if strings.HasPrefix(n.Names[0].Name, "rule") {
					add(n.Values[0])
				}
			}
			return true
		})
	}
	return rules
}

func identifier(e ast.Expr) string {
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}
