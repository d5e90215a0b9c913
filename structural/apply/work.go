package apply

import "math"

// The merge library takes quadratic time for some things: it inserts the fields of a map, in
// any order, and the elements of a list into sorted sets, looks up fields from the root, and
// copies the paths of conflicts. Its steps with an object are counted before it is called, in
// proportion to its time: 10 to 100 ns for each.

const (
	// fewFields is the number of fields from which insertions count.
	fewFields = 1024
	// fewLevels is the depth from which paths count.
	fewLevels = 64
)

// insertions returns the steps of inserting n fields in any order into sorted sets.
func insertions(n int) int {
	if n <= fewFields {
		return n
	}
	return int(min(int64(n)*int64(n)/8, math.MaxInt32))
}

// level counts the steps of a path to a value, and reports whether to go on.
func (c *checker) level() bool { return c.depth <= fewLevels || c.work.Step(c.depth) }

// fewManagers is the number of managers from which comparing their fields counts.
const fewManagers = 16

// compareManagers counts the steps of comparing changes of some objects with the fields of
// all managers. The error is the tracker's.
func (op *operation) compareManagers(m managed, objs ...map[string]any) error {
	if len(m.sets) <= fewManagers {
		return op.work.Err()
	}
	values := 0
	for _, obj := range objs {
		values += valuesIn(obj)
	}
	op.work.Step(int(min(int64(len(m.sets))*int64(values)/4, math.MaxInt32)))
	return op.work.Err()
}

func valuesIn(v any) int {
	n := 1
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			n += valuesIn(e)
		}
	case []any:
		for _, e := range v {
			n += valuesIn(e)
		}
	}
	return n
}
