package bolt

import (
	"encoding/binary"
	"fmt"
)

const (
	branchPage = 1
	leafPage   = 2

	// isBucket marks elements of leaves whose value is a bucket.
	isBucket = 1
)

// page is the bytes of a page with its overflow, or of a bucket that is inside a value.
type page struct {
	bytes  []byte
	branch bool
	count  int
}

// page reads a page and checks its header.
func (f *File) page(id uint64) (*page, error) {
	if id >= uint64(f.size/f.pageSize)+1 {
		return nil, fmt.Errorf("the file ends at byte %d", f.size)
	}
	at := int64(id) * f.pageSize
	header, err := f.read(at, headerSize)
	if err != nil {
		return nil, err
	}
	if got := binary.LittleEndian.Uint64(header); got != id {
		return nil, fmt.Errorf("it says that it is page %d", got)
	}
	run := (int64(binary.LittleEndian.Uint32(header[12:])) + 1) * f.pageSize
	if run > mostRun {
		return nil, fmt.Errorf("it has %d bytes, more than %d", run, int64(mostRun))
	}
	b, err := f.read(at, run)
	if err != nil {
		return nil, err
	}
	return parse(b)
}

func parse(b []byte) (*page, error) {
	if len(b) < headerSize {
		return nil, fmt.Errorf("it has only %d bytes", len(b))
	}
	p := &page{bytes: b, count: int(binary.LittleEndian.Uint16(b[10:]))}
	switch flags := binary.LittleEndian.Uint16(b[8:]); flags {
	case branchPage:
		p.branch = true
	case leafPage:
	default:
		return nil, fmt.Errorf("it is neither a branch nor a leaf: flags %d", flags)
	}
	if headerSize+p.count*elementSize > len(b) {
		return nil, fmt.Errorf("it has no room for %d elements", p.count)
	}
	return p, nil
}

// child returns the page of an element of a branch.
func (p *page) child(i int) uint64 {
	return binary.LittleEndian.Uint64(p.bytes[headerSize+i*elementSize+8:])
}

// entry returns an element of a leaf.
func (p *page) entry(i int) (key, value []byte, flags uint32, err error) {
	at := headerSize + i*elementSize
	e := p.bytes[at:]
	word := func(i int) int64 { return int64(binary.LittleEndian.Uint32(e[4*i:])) }
	pos, keySize, valueSize := word(1), word(2), word(3)
	if pos+keySize+valueSize > int64(len(e)) {
		return nil, nil, 0, fmt.Errorf("element %d does not fit into it", i)
	}
	return e[pos : pos+keySize : pos+keySize], e[pos+keySize : pos+keySize+valueSize], uint32(word(0)), nil
}
