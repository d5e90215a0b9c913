package jsonpatch

import (
	"iter"
	"slices"
)

const maxChunk = 2048

// elements holds a list in chunks that are not empty, so that an insertion moves few
// elements.
type elements struct {
	chunks [][]*node
	length int
}

// locate returns the position of the i-th element, or for the length the end of the last
// chunk.
func (e *elements) locate(i int) (chunk, offset int) {
	for chunk < len(e.chunks)-1 && i >= len(e.chunks[chunk]) {
		i -= len(e.chunks[chunk])
		chunk++
	}
	return chunk, i
}

func (e *elements) at(i int) *node {
	chunk, offset := e.locate(i)
	return e.chunks[chunk][offset]
}

func (e *elements) set(i int, v *node) {
	chunk, offset := e.locate(i)
	e.chunks[chunk][offset] = v
}

func (e *elements) add(v *node) {
	last := len(e.chunks) - 1
	if last < 0 || len(e.chunks[last]) == maxChunk {
		e.chunks = append(e.chunks, nil)
		last++
	}
	e.chunks[last] = append(e.chunks[last], v)
	e.length++
}

func (e *elements) insert(i int, v *node) {
	if i == e.length {
		e.add(v)
		return
	}
	chunk, offset := e.locate(i)
	if len(e.chunks[chunk]) == maxChunk {
		half := e.chunks[chunk][maxChunk/2:]
		e.chunks = slices.Insert(e.chunks, chunk+1, slices.Clone(half))
		clear(half)
		e.chunks[chunk] = e.chunks[chunk][:maxChunk/2]
		chunk, offset = e.locate(i)
	}
	e.chunks[chunk] = slices.Insert(e.chunks[chunk], offset, v)
	e.length++
}

func (e *elements) remove(i int) {
	chunk, offset := e.locate(i)
	e.chunks[chunk] = slices.Delete(e.chunks[chunk], offset, offset+1)
	if len(e.chunks[chunk]) == 0 {
		e.chunks = slices.Delete(e.chunks, chunk, chunk+1)
	}
	e.length--
}

func (e *elements) all() iter.Seq2[int, *node] {
	return func(yield func(int, *node) bool) {
		i := 0
		for _, chunk := range e.chunks {
			for _, v := range chunk {
				if !yield(i, v) {
					return
				}
				i++
			}
		}
	}
}
