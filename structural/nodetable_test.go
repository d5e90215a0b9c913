package structural

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// textNode is a node that differs from others by its format.
func textNode(i int) *Schema {
	return &Schema{typ: String, value: &valueValidation{format: fmt.Sprint(i)}}
}

// Nodes stay where they are found while the table grows.
func TestNodeTableGrows(t *testing.T) {
	table := newNodeTable(firstBits)
	var nodes []*Schema
	for i := range 1000 {
		s := textNode(i)
		assert.Nil(t, table.find(new(sharing).hash(s), s))
		table.add(new(sharing).hash(s), s)
		nodes = append(nodes, s)
	}
	for i, s := range nodes {
		assert.Same(t, s, table.find(new(sharing).hash(s), textNode(i)))
	}
	assert.Greater(t, len(table.slots), 1000)
}

// Of nodes with one hash, only so many are found, and the table does not grow on
// and on for the others. The slots behind the end serve the last hashes.
func TestNodeTableOfAlikeNodes(t *testing.T) {
	for _, hash := range []uint64{0, 1, ^uint64(0), 0x0e217c1e66c88cc3} {
		table := newNodeTable(firstBits)
		for i := range 1000 {
			table.add(hash, textNode(i))
		}
		for i := range 1000 {
			assert.Equal(t, i < maxAlike, table.find(hash, textNode(i)) != nil, i)
		}
		assert.Less(t, len(table.slots), 2000)
	}
}

// Lists of nodes that turn out to be there already are used again: neither for
// two nodes at once, nor with what was in them.
func TestListsAreSupplied(t *testing.T) {
	var p supply
	kept := p.list(2)
	copy(kept, []string{"a", "b"})
	last := p.list(3)
	copy(last, []string{"c", "d", "e"})
	p.discardList(kept) // is not the last one: it stays
	assert.Equal(t, []string{"a", "b"}, kept)
	p.discardList(last)
	assert.Equal(t, []string{"", ""}, p.list(2))
	assert.Equal(t, []string{"a", "b"}, kept)
	_ = append(kept, "f")
	p.discardList(nil)
	assert.Equal(t, []string{""}, p.list(1))
	assert.NotNil(t, p.list(0))
}
