package httpapi_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The contract has the codes of the catalogue of errors and no others, and it has every
// code that an operation can answer.
func TestCodesAreThoseOfTheCatalogue(t *testing.T) {
	codes, rules := constants(t, "code", "refusals.go"), constants(t, "rule", "refusals.go", "rules.go")
	if len(codes) < 25 || len(rules) < 20 {
		t.Fatalf("the catalogue has %d codes and %d rules: looked in the wrong place", len(codes), len(rules))
	}
	unpublished := []string{
		"method", "noSuchOperation", // no operation answers them
		"unknownOutcome", // told apart from its neighbours by its reason
	}
	var found []string
	eachObject(published().document, func(o object) {
		code, ok := o["code"].(string)
		switch _, isProblem := o["status"]; {
		case ok && isProblem:
			found = append(found, code)
			if !slices.Contains(codes, code) {
				t.Errorf("the code %s of the contract is not in the catalogue", code)
			}
		case ok && !slices.Contains(rules, code):
			t.Errorf("the rule %s of the contract is not in the catalogue", code)
		}
		broken, _ := o["codes"].(object)
		for field, of := range broken {
			for _, rule := range list(of) {
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

// constants reads the text constants of tracker whose names begin with a prefix. No two
// of them may be the same.
func constants(t *testing.T, prefix string, files ...string) (values []string) {
	t.Helper()
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), "../tracker/"+name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 || !strings.HasPrefix(spec.Names[0].Name, prefix) {
				return true
			}
			text, ok := spec.Values[0].(*ast.BasicLit)
			if !ok {
				return true
			}
			value, err := strconv.Unquote(text.Value)
			if err != nil || slices.Contains(values, value) {
				t.Errorf("%s = %s: there are two of them, or %v", spec.Names[0], text.Value, err)
			}
			values = append(values, value)
			return true
		})
	}
	return values
}

// eachObject visits every object within a value.
func eachObject(value any, visit func(object)) {
	switch v := value.(type) {
	case object:
		visit(v)
		for _, member := range v {
			eachObject(member, visit)
		}
	case []any:
		for _, element := range v {
			eachObject(element, visit)
		}
	}
}

func list(value any) []any {
	l, _ := value.([]any)
	return l
}
