package objectmeta

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/structural"
)

// Unknown fields that are dropped early are those that sorting all of them would drop, too:
// in wide metadata, in wide elements of lists and in many elements, also if texts are repeated.
func TestUnknownFieldsAreTheFirst(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var all []structural.Path
		object := func(at structural.Path) map[string]any {
			m := map[string]any{}
			for range r.IntN(2) * r.IntN(1500) {
				name := fmt.Sprintf("x%d", r.IntN(2000))
				if r.IntN(4) == 0 {
					name = "x" + string([]byte{byte(0x80 + r.IntN(0x40)), byte(0x80 + r.IntN(0x40))}[:1+r.IntN(2)])
				}
				if _, found := m[name]; !found {
					m[name] = nil
					all = append(all, at.Append(structural.Field(name)))
				}
			}
			return m
		}
		m := object(nil)
		for _, name := range []string{"ownerReferences", "managedFields"} {
			list := make([]any, r.IntN(20))
			for i := range list {
				list[i] = object(structural.Path{structural.Field(name), structural.Index(i)})
			}
			m[name] = list
		}
		_, unknown, err := Metadata(bg, m, Reject)
		require.NoError(t, err)
		assert.Equal(t, reportedPaths(all), unknown)
	}
}

// Very many unknown fields take only the memory of names that may be reported.
func TestManyUnknownFieldsTakeNoMemory(t *testing.T) {
	m := map[string]any{}
	for i := range 100_000 {
		m[fmt.Sprintf("x%06d", i)] = nil
	}
	few := testing.AllocsPerRun(1, func() { _, _, _ = Metadata(bg, m, Reject) })
	assert.Less(t, few, 2_000.0)
}
