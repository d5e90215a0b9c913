package bolt

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

const pageBytes = 4096

// counter counts the bytes that are read.
type counter struct {
	io.ReaderAt
	read int
}

func (c *counter) ReadAt(b []byte, at int64) (int, error) {
	c.read += len(b)
	return c.ReaderAt.ReadAt(b, at)
}

// TestPagesAreReadOnce walks a branch whose elements all name one page, which takes several pages.
func TestPagesAreReadOnce(t *testing.T) {
	const elements = 200
	file := make([]byte, 12*pageBytes)
	header := func(id uint64, flags, count uint16, overflow uint32) []byte {
		b := file[id*pageBytes:]
		binary.LittleEndian.PutUint64(b, id)
		binary.LittleEndian.PutUint16(b[8:], flags)
		binary.LittleEndian.PutUint16(b[10:], count)
		binary.LittleEndian.PutUint32(b[12:], overflow)
		return b[headerSize:]
	}
	meta := header(0, 4, 0, 0)
	binary.LittleEndian.PutUint32(meta, magic)
	binary.LittleEndian.PutUint32(meta[4:], version)
	binary.LittleEndian.PutUint32(meta[8:], pageBytes)
	binary.LittleEndian.PutUint64(meta[16:], 2)
	sum := fnv.New64a()
	sum.Write(meta[:56])
	binary.LittleEndian.PutUint64(meta[56:], sum.Sum64())
	leaf := header(2, leafPage, 1, 0)
	binary.LittleEndian.PutUint32(leaf, isBucket)
	binary.LittleEndian.PutUint32(leaf[4:], elementSize)
	binary.LittleEndian.PutUint32(leaf[8:], 3)
	binary.LittleEndian.PutUint32(leaf[12:], bucketSize)
	copy(leaf[elementSize:], "key\x03")
	branch := header(3, branchPage, elements, 0)
	for i := range elements {
		binary.LittleEndian.PutUint64(branch[i*elementSize+8:], 4)
	}
	header(4, leafPage, 0, 7)
	reader := &counter{ReaderAt: bytes.NewReader(file)}
	f, err := Open(reader, int64(len(file)))
	require.NoError(t, err)
	failed := 0
	for _, err := range f.Backward("key") {
		require.ErrorContains(t, err, "more than one parent")
		failed++
	}
	require.Equal(t, elements-1, failed)
	require.Less(t, reader.read, 2*len(file))
}
