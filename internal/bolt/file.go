package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
)

const (
	magic   = 0xED0CDAED
	version = 2

	headerSize  = 16 // of a page
	elementSize = 16 // of branches and leaves
	bucketSize  = 16 // root page and sequence

	leastPageSize = 512
	mostPageSize  = 64 << 10

	// mostRun bounds the bytes of one page and its overflow. etcd stores values of at most a few
	// MiB, and at least two of them in a page.
	mostRun = 64 << 20
)

// File is an open file. It is immutable and safe for concurrent use if its reader is.
type File struct {
	reader   io.ReaderAt
	size     int64
	pageSize int64
	root     uint64
}

// Open reads the meta pages of a file of the given size. The error says that both are missing or
// malformed.
func Open(r io.ReaderAt, size int64) (*File, error) {
	if r == nil {
		return nil, errors.New("there is no file")
	}
	f := &File{reader: r, size: size}
	// The second meta page is at the page size, which only the first one is sure to tell.
	first, err := f.meta(0)
	found := first
	for at := int64(leastPageSize); at <= mostPageSize; at *= 2 {
		if first != nil && first.pageSize != at {
			continue
		}
		if second, e := f.meta(at); e == nil && (found == nil || second.transaction > found.transaction) {
			found = second
		}
	}
	if found == nil {
		return nil, fmt.Errorf("it is not a file of bbolt: the page at byte 0: %w", err)
	}
	f.pageSize, f.root = found.pageSize, found.root
	return f, nil
}

type meta struct {
	pageSize          int64
	root, transaction uint64
}

func (f *File) meta(at int64) (*meta, error) {
	b, err := f.read(at, headerSize+64)
	if err != nil {
		return nil, err
	}
	b = b[headerSize:]
	m := &meta{
		pageSize:    int64(binary.LittleEndian.Uint32(b[8:])),
		root:        binary.LittleEndian.Uint64(b[16:]),
		transaction: binary.LittleEndian.Uint64(b[48:]),
	}
	sum := fnv.New64a()
	_, _ = sum.Write(b[:56]) // a hash returns no errors
	switch {
	case binary.LittleEndian.Uint32(b) != magic:
		return nil, errors.New("it lacks the mark of bbolt")
	case binary.LittleEndian.Uint32(b[4:]) != version:
		return nil, fmt.Errorf("version %d is unknown", binary.LittleEndian.Uint32(b[4:]))
	case binary.LittleEndian.Uint64(b[56:]) != sum.Sum64():
		return nil, errors.New("its checksum differs")
	case m.pageSize < leastPageSize || m.pageSize > mostPageSize || m.pageSize&(m.pageSize-1) != 0:
		return nil, fmt.Errorf("pages of %d bytes", m.pageSize)
	}
	return m, nil
}

// read returns n bytes of the file.
func (f *File) read(at, n int64) ([]byte, error) {
	if at < 0 || n < 0 || at > f.size || n > f.size-at {
		return nil, fmt.Errorf("the file ends at byte %d", f.size)
	}
	b := make([]byte, n)
	got, err := f.reader.ReadAt(b, at)
	if int64(got) == n {
		err = nil
	}
	return b, err
}
