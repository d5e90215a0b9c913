package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math"
	"strconv"
)

// Entry is a key of a bucket. Nobody else keeps its bytes: they may be kept.
type Entry struct {
	// Where says where in the file it is, for people.
	Where      string
	Key, Value []byte
}

// mostDepth bounds the depth of trees. A tree of 2 pages in a branch would hold 2^32 pages.
const mostDepth = 32

// Backward returns the entries of a bucket, in descending order of the keys. An error is about the
// page at Where: the walk goes on with the page before it. A bucket that the file lacks is an
// error.
func (f *File) Backward(bucket string) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		w := &walk{file: f, yield: yield}
		root, err := w.bucket(bucket)
		if w.done {
			return
		}
		if err != nil {
			yield(Entry{Where: "the bucket " + strconv.Quote(bucket)}, err)
			return
		}
		w.bucketPages(root)
	}
}

type walk struct {
	file  *File
	yield func(Entry, error) bool
	seen  []uint64 // a bit for each page
	done  bool
}

// bucket returns the value of a bucket. It yields the errors of the pages that it reads.
func (w *walk) bucket(name string) ([]byte, error) {
	var root []byte
	broken := false
	inner := &walk{file: w.file, yield: func(e Entry, err error) bool {
		if err != nil {
			broken = true
			w.done = !w.yield(e, err)
			return !w.done
		}
		if string(e.Key) == name {
			root = e.Value
		}
		return root == nil
	}}
	inner.page(w.file.root, 0, isBucket)
	switch {
	case root != nil:
		return root, nil
	case broken:
		return nil, errors.New("it may be in a page that cannot be read")
	default:
		return nil, errors.New("there is no such bucket")
	}
}

// bucketPages walks a bucket given its value: the root page, or the page itself after a zero.
func (w *walk) bucketPages(value []byte) {
	if len(value) < bucketSize {
		w.fail("a bucket", fmt.Errorf("its value has only %d bytes", len(value)))
		return
	}
	if root := binary.LittleEndian.Uint64(value); root != 0 {
		w.page(root, 0, 0)
		return
	}
	p, err := parse(value[bucketSize:])
	if err == nil && p.branch {
		err = errors.New("it is a branch")
	}
	if err != nil {
		w.fail("a page in a bucket", err)
		return
	}
	w.leaf("a page in a bucket", p, 0)
}

func (w *walk) fail(where string, err error) {
	w.done = w.done || !w.yield(Entry{Where: where}, err)
}

// page walks a page and the pages below it. It yields the elements of leaves with the flags.
func (w *walk) page(id uint64, depth int, flags uint32) {
	where := w.file.describe(id)
	var p *page
	err := w.visit(id, depth)
	if err == nil {
		p, err = w.file.page(id)
	}
	if err == nil {
		err = w.visitRest(id, len(p.bytes))
	}
	if err != nil {
		w.fail(where, err)
		return
	}
	if !p.branch {
		w.leaf(where, p, flags)
		return
	}
	for i := p.count - 1; i >= 0 && !w.done; i-- {
		w.page(p.child(i), depth+1, flags)
	}
}

// describe returns the number of a page and where in the file it begins.
func (f *File) describe(id uint64) string {
	if id > uint64(math.MaxInt64/f.pageSize) {
		return "page " + strconv.FormatUint(id, 10)
	}
	return fmt.Sprintf("page %d at byte %d", id, int64(id)*f.pageSize)
}

// visit returns an error if the page was read before, or is too deep.
func (w *walk) visit(id uint64, depth int) error {
	if depth > mostDepth {
		return fmt.Errorf("it is more than %d pages deep", mostDepth)
	}
	if w.seen == nil {
		w.seen = make([]uint64, w.file.size/w.file.pageSize/64+1)
	}
	if id/64 >= uint64(len(w.seen)) {
		return fmt.Errorf("the file ends at byte %d", w.file.size)
	}
	if w.seen[id/64]>>(id%64)&1 == 1 {
		return errors.New("it has more than one parent")
	}
	w.seen[id/64] |= 1 << (id % 64)
	return nil
}

// visitRest visits the pages after a page that its n bytes take, too. Pages that overlap would be read
// again and again.
func (w *walk) visitRest(id uint64, n int) error {
	for i := 1; i < n/int(w.file.pageSize); i++ {
		if err := w.visit(id+uint64(i), 0); err != nil {
			return fmt.Errorf("page %d after it: %w", i, err)
		}
	}
	return nil
}

func (w *walk) leaf(where string, p *page, flags uint32) {
	for i := p.count - 1; i >= 0 && !w.done; i-- {
		key, value, got, err := p.entry(i)
		switch {
		case err != nil:
			w.fail(where, err)
		case got == flags:
			w.done = !w.yield(Entry{Where: where, Key: key, Value: value}, nil)
		}
	}
}
