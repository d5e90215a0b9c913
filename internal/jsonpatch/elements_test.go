package jsonpatch

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Chunks hold the same elements as a plain list after the same changes.
func TestElements(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var got elements
	var want []*node
	for range 5 * maxChunk {
		v := &node{from: len(want)}
		got.add(v)
		want = append(want, v)
	}
	for i := range 40_000 {
		switch at := r.IntN(len(want) + 1); {
		case i%3 > 0 && at < len(want) && (i > 15_000 || i%2 == 0):
			got.remove(at)
			want = slices.Delete(want, at, at+1)
		case i%7 == 0 && at < len(want):
			want[at] = &node{from: i}
			got.set(at, want[at])
		default:
			if i%5 == 0 {
				at = len(want) // the end
			} else if i%5 == 1 {
				at = 0
			}
			v := &node{from: i}
			got.insert(at, v)
			want = slices.Insert(want, at, v)
		}
		require.Equal(t, len(want), got.length)
		if len(want) > 0 {
			at := r.IntN(len(want))
			require.Same(t, want[at], got.at(at))
		}
	}
	i := 0
	for at, v := range got.all() {
		require.Equal(t, i, at)
		require.Same(t, want[i], v)
		i++
	}
	assert.Equal(t, len(want), i)
	for got.length > 0 {
		got.remove(got.length - 1)
	}
	assert.Empty(t, got.chunks)
	got.insert(0, nil)
	assert.Nil(t, got.at(0))
}

// No change moves more than a chunk.
func TestElementsAreFew(t *testing.T) {
	var e elements
	for range 1 << 20 {
		e.add(nil)
	}
	for range 10_000 {
		e.insert(0, nil)
	}
	for _, chunk := range e.chunks {
		assert.LessOrEqual(t, len(chunk), maxChunk)
	}
	assert.LessOrEqual(t, len(e.chunks), 2*e.length/maxChunk+1)
}
