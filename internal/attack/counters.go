package attack

import (
	"bytes"
	"encoding/binary"
	"runtime/coverage"
)

// counterSpace is where counters are written, again and again.
var counterSpace bytes.Buffer

// clearCounters sets the counters of executed basic blocks to zero. Only a binary built with
// -cover -covermode=atomic has such counters.
func clearCounters() { _ = coverage.ClearCounters() }

// readCounters returns the sum of all counters, or 0 if there are none.
func readCounters() uint64 {
	counterSpace.Reset()
	if err := coverage.WriteCounters(&counterSpace); err != nil {
		return 0
	}
	return sumCounters(counterSpace.Bytes())
}

// The layout of counters, see internal/coverage of Go: a header, the header of the only
// segment, its strings and arguments, its functions with their counters, and a footer.
const (
	headerSize  = 32
	flavorAt    = 24
	segmentSize = 16
	ulebFlavor  = 2
)

func sumCounters(file []byte) (sum uint64) {
	segment := file[headerSize:]
	functions := binary.LittleEndian.Uint64(segment)
	skip := segmentSize + int(binary.LittleEndian.Uint32(segment[8:])) + int(binary.LittleEndian.Uint32(segment[12:]))
	rest := segment[(skip+3)/4*4:]
	next := func() (n uint64) {
		if file[flavorAt] == ulebFlavor {
			n, used := binary.Uvarint(rest)
			rest = rest[used:]
			return n
		}
		n, rest = uint64(binary.LittleEndian.Uint32(rest)), rest[4:]
		return n
	}
	for range functions {
		counters := next()
		next() // the package
		next() // the function
		for range counters {
			sum += next()
		}
	}
	return sum
}
