package httpapi_test

import "btracker/internal/apitest"

// findsIn reports whether a list shows the object to the caller.
func findsIn(c *apitest.Caller, kind string, rel apitest.Relation) bool {
	if kind == "notification" && rel == apitest.Foreign { // of somebody else, administrators included
		return false
	}
	return there(kind, rel) && c.May(apitest.See, kind, rel)
}

// there reports whether the object exists. Users are never removed, and an item of the other
// catalogue does not exist in this one.
func there(kind string, rel apitest.Relation) bool {
	switch {
	case kind == "user":
		return rel != apitest.Missing
	case apitest.IsCatalogue(kind):
		return rel == apitest.Own || rel == apitest.Sibling
	}
	return rel != apitest.Missing && rel != apitest.Removed
}
