package tracker

// Removable is what the removal rule needs to know about an item: a company, a project, a
// catalogue item or a category.
type Removable struct {
	Found         bool
	Marked        bool // isRemoved: waits until nothing depends on it
	Gone          bool // is a tombstone: invisible, but can be restored
	InUse         bool // something depends on it
	ParentRemoved bool
	NameTaken     bool // another category has its name now
}

// Marks is the state of an item after a removal or a restore.
type Marks struct {
	Marked bool `json:"isRemoved"`
	Gone   bool `json:"isGone"`
}

// Remove decides a removal. An item in use is only marked; an item that is not in use is
// gone. So the removal of a marked item finalizes it once nothing depends on it.
func (r Removable) Remove() (RemovalResult, Marks) {
	switch {
	case !r.Found || r.Gone:
		return RemovalNotFound, Marks{Gone: r.Gone, Marked: r.Marked}
	case r.InUse:
		return RemovalRequiresFinalization, Marks{Marked: true}
	}
	return RemovalRemoved, Marks{Marked: r.Marked, Gone: true}
}

// Restore decides a restore. It clears the mark and the tombstone, unless the parent is
// removed or another category has taken the name.
func (r Removable) Restore() (RestoreResult, Marks) {
	switch {
	case !r.Found:
		return RestoreNotFound, Marks{}
	case r.ParentRemoved, r.NameTaken:
		return RestoreNotRestored, Marks{Marked: r.Marked, Gone: r.Gone}
	}
	return RestoreRestored, Marks{}
}

// Is reports whether the item already has these marks.
func (r Removable) Is(m Marks) bool { return r.Marked == m.Marked && r.Gone == m.Gone }
