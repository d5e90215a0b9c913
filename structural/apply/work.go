package apply

import (
	"math"

	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v4/value"

	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/internal/work"
)

// The merge library takes quadratic time for some things: it inserts the fields of a map, in
// any order, and the elements of a list into sorted sets, looks up fields from the root, and
// copies the paths of conflicts. Its steps are counted before it is called, in proportion to
// its time: 10 to 100 ns for each.

const (
	// fewFields is the number of fields from which insertions count.
	fewFields = 1024
	// fewKeys is the number of keys of a list beyond which the keys of its elements count as
	// made values: the library makes all of them several times.
	fewKeys = 8
	// fewLevels is the depth from which paths count.
	fewLevels = 64
)

func insertions(n int) int {
	if n <= fewFields {
		return n
	}
	return int(min(int64(n)*int64(n)/8, math.MaxInt32))
}

func (c *checker) level() bool { return c.depth <= fewLevels || c.work.Step(c.depth) }

const fewManagers = 16

// compareManagers counts the steps of comparing changes of some objects with the fields of all
// managers. The error is the tracker's.
func (op *operation) compareManagers(m managed, objs ...map[string]any) error {
	if len(m.sets) <= fewManagers {
		return op.work.Err()
	}
	values := 0
	for _, obj := range objs {
		values += work.Values(obj)
	}
	op.work.Step(int(min(int64(len(m.sets))*int64(values)/4, math.MaxInt32)))
	return op.work.Err()
}

// bytesPerStep is the number of bytes of an element that are read in a step.
const bytesPerStep = 16

// printedPerStep is the number of bytes of an element that are printed in a step.
const printedPerStep = 4

// lengthOf returns the bytes of the strings of an element: elements may share a long one, from a
// default.
func lengthOf(pe fieldpath.PathElement) (n int) {
	var values []value.Value
	switch {
	case pe.Value != nil:
		values = append(values, *pe.Value)
	case pe.Key != nil:
		for _, f := range *pe.Key {
			values = append(values, f.Value)
		}
	}
	for _, v := range values {
		text, _ := v.Unstructured().(string)
		n += len(text)
	}
	return n
}

// comparing returns the steps of comparing a part of an element with others again and again, 0
// for a scalar.
func comparing(v any) int {
	const comparisons = 256
	if !valuetext.IsNested(v) {
		return 0
	}
	return comparisons * work.Values(v)
}
