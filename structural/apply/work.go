package apply

import "math"

// The merge library does some things in quadratic time: it keeps sets of fields sorted and
// inserts the fields of a map, in any order, and the elements of a list one by one. It looks
// up a field from the root, and copies the path of a conflict. So the steps of what it will do
// with an object are counted before it is called, in proportion to its time: 10 to 100 ns for
// each.

const (
	// fewFields are so few that the time of their insertions does not count.
	fewFields = 1024
	// fewLevels are so few that the time of paths does not count.
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

// leaf counts the steps of a path to a value that has none below it, and reports whether to go
// on.
func (c *checker) leaf() bool { return c.depth <= fewLevels || c.work.Step(c.depth) }

// fewManagers are so few that comparing their fields with what changes does not count.
const fewManagers = 16

// compareManagers counts the steps of comparing what may change in some objects with the fields
// of all managers, and returns an error if that is too much.
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

// valuesIn returns the number of values in v.
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
