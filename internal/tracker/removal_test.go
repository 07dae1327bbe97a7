package tracker

import "testing"

// everyState lists all states that the removal rule can meet.
func everyState() []Removable {
	var states []Removable
	for bits := range 64 {
		on := func(bit int) bool { return bits>>bit&1 == 1 }
		states = append(states, Removable{Found: on(0), Marked: on(1), Gone: on(2), InUse: on(3), ParentRemoved: on(4), NameTaken: on(5)})
	}
	return states
}

func TestRemove(t *testing.T) {
	for _, s := range everyState() {
		result, marks := s.Remove()
		switch {
		case !s.Found:
			if result != RemovalNotFound {
				t.Errorf("%+v: %d", s, result)
			}
		case s.Gone: // invisible: not found, and nothing changes
			if result != RemovalNotFound || !s.Is(marks) {
				t.Errorf("%+v: %d, %+v", s, result, marks)
			}
		case s.InUse: // marked, again and again
			if result != RemovalRequiresFinalization || marks != (Marks{Marked: true}) {
				t.Errorf("%+v: %d, %+v", s, result, marks)
			}
		default: // gone
			if result != RemovalRemoved || !marks.Gone {
				t.Errorf("%+v: %d, %+v", s, result, marks)
			}
		}
	}
}

func TestRestore(t *testing.T) {
	for _, s := range everyState() {
		result, marks := s.Restore()
		switch {
		case !s.Found:
			if result != RestoreNotFound {
				t.Errorf("%+v: %d", s, result)
			}
		case s.ParentRemoved, s.NameTaken:
			if result != RestoreNotRestored || !s.Is(marks) {
				t.Errorf("%+v: %d, %+v", s, result, marks)
			}
		default:
			if result != RestoreRestored || marks != (Marks{}) {
				t.Errorf("%+v: %d, %+v", s, result, marks)
			}
		}
	}
}

// A restore undoes a removal, and a second removal changes nothing.
func TestRemovalRoundTrip(t *testing.T) {
	apply := func(s Removable, m Marks) Removable { s.Marked, s.Gone = m.Marked, m.Gone; return s }
	for _, s := range everyState() {
		if !s.Found {
			continue
		}
		_, marks := s.Remove()
		removed := apply(s, marks)
		if _, again := removed.Remove(); !removed.Is(again) {
			t.Errorf("%+v: removed twice is %+v", s, again)
		}
		if result, marks := removed.Restore(); !s.ParentRemoved && !s.NameTaken && (result != RestoreRestored || marks != (Marks{})) {
			t.Errorf("%+v: restored to %+v, result %d", s, marks, result)
		}
	}
}

func TestResultNumbers(t *testing.T) {
	if RemovalNotFound != 0 || RemovalRequiresFinalization != 1 || RemovalRemoved != 2 || RestoreNotFound != 0 || RestoreRestored != 1 || RestoreNotRestored != 2 {
		t.Error("the numbers are part of the contract")
	}
}
