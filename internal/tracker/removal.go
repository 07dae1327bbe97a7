package tracker

// Removable is all the removal rule needs to know of an item. It is the same
// for companies, projects, catalogue items and categories.
type Removable struct {
	Found         bool
	Marked        bool // isRemoved: waits for its dependants to go
	Gone          bool // tombstone: invisible, can be brought back
	InUse         bool // something depends on it
	ParentRemoved bool
	NameTaken     bool // what is found here took the name of one that is gone
}

// Marks is the state an item shall have after a removal or a restore.
type Marks struct {
	Marked bool `json:"isRemoved"`
	Gone   bool `json:"isGone"`
}

// Remove decides a removal: what is in use is only marked, what is not in use is
// gone. Removing a marked item again finalizes it once nothing depends on it.
func (r Removable) Remove() (RemovalResult, Marks) {
	switch {
	case !r.Found || r.Gone:
		return RemovalNotFound, Marks{Gone: r.Gone, Marked: r.Marked}
	case r.InUse:
		return RemovalRequiresFinalization, Marks{Marked: true}
	}
	return RemovalRemoved, Marks{Marked: r.Marked, Gone: true}
}

// Restore decides a restore: it clears the mark and lifts the tombstone, unless
// the parent is removed itself or the name was given away meanwhile.
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
