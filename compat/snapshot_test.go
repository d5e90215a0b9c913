package compat_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/compat"
)

// snapshotText returns a snapshot in pages of 512 bytes that go.etcd.io/bbolt wrote. TestSnapshotFile
// of internal/oracle makes it.
func snapshotText(t testing.TB) []byte {
	f, err := os.Open("testdata/snapshot.db.gz")
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	r, err := gzip.NewReader(f)
	require.NoError(t, err)
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	return text
}

func snapshotOf(text []byte) compat.Snapshot {
	return compat.Snapshot{Name: "db", Reader: bytes.NewReader(text), Size: int64(len(text))}
}

// read returns the objects of a snapshot and its errors.
func read(ctx context.Context, s compat.Snapshot, counts *compat.SnapshotCounts) (objects map[string]string, errors []string) {
	objects = map[string]string{}
	for source, object := range s.Objects(ctx, "example.com", "things", counts) {
		if source.Err != nil {
			errors = append(errors, fmt.Sprint(source.Name, ": ", source.Err))
		} else {
			objects[source.Name] = fmt.Sprint(object["spec"])
		}
	}
	return objects, errors
}

func TestSnapshot(t *testing.T) {
	var counts compat.SnapshotCounts
	objects, errors := read(t.Context(), snapshotOf(snapshotText(t)), &counts)
	want := map[string]string{
		"/registry/example.com/things/a/t00": "map[color:red tags:map[a:]]",
		"/registry/example.com/things/a/t05": "map[size:7]",
	}
	for i := 6; i < 20; i++ {
		want[fmt.Sprintf("/registry/example.com/things/a/t%02d", i)] = fmt.Sprintf("map[size:%d]", i)
	}
	long := objects["/registry/example.com/things/a/t01"]
	assert.Len(t, long, len("map[color:red tags:map[a:]]")+2000)
	delete(objects, "/registry/example.com/things/a/t01")
	assert.Equal(t, want, objects)
	assert.Equal(t, []string{
		`/registry/example.com/things/a/text: line 1: a string where an object is needed`,
		"/registry/example.com/things/a/encrypted: the server encrypted it",
	}, errors)
	assert.Equal(t, compat.SnapshotCounts{Protobuf: 1, Others: 2, Deleted: 3}, counts)
}

// TestSnapshotPrefix checks that slashes of a prefix count as in the flag of the server.
func TestSnapshotPrefix(t *testing.T) {
	want, _ := read(t.Context(), snapshotOf(snapshotText(t)), nil)
	for _, prefix := range []string{"registry", "/registry/", "//registry"} {
		s := snapshotOf(snapshotText(t))
		s.Prefix = prefix
		got, _ := read(t.Context(), s, nil)
		assert.Equal(t, want, got, prefix)
	}
}

// TestSnapshotAudit audits a snapshot with its broken objects, and one that lacks a page.
func TestSnapshotAudit(t *testing.T) {
	a, text := newAudit(t), snapshotText(t)
	whole, err := a.Run(t.Context(), snapshotOf(text).Objects(t.Context(), "example.com", "things", nil))
	require.NoError(t, err)
	assert.EqualValues(t, 19, whole.Objects)
	assert.EqualValues(t, 2, whole.Counts[compat.Failed])
	broken, behind := 0, 0
	for at := 1024; at < len(text); at += 512 {
		holed := bytes.Clone(text)
		clear(holed[at : at+512])
		report, err := a.Run(t.Context(), snapshotOf(holed).Objects(t.Context(), "example.com", "things", nil))
		require.NoError(t, err)
		rest := report.Objects - report.Counts[compat.Failed]
		if rest > 0 && report.Counts[compat.Failed] > whole.Counts[compat.Failed] {
			broken++
			page := false
			for source := range snapshotOf(holed).Objects(t.Context(), "example.com", "things", nil) {
				page = page || strings.HasPrefix(source.Name, "db: page")
				if page && source.Name == "/registry/example.com/things/a/t06" {
					behind++
				}
			}
		}
	}
	assert.GreaterOrEqual(t, broken, 5, "pages whose loss is an error beside the other objects")
	assert.GreaterOrEqual(t, behind, 3, "lost pages before the oldest object, which is still read")
}

// TestSnapshotTruncated reads the beginnings of a snapshot: each object that is left is one of some
// revision, and what is missing has errors.
func TestSnapshotTruncated(t *testing.T) {
	text := snapshotText(t)
	whole, _ := read(t.Context(), snapshotOf(text), nil)
	for size := 0; size < len(text); size += 256 {
		objects, errors := read(t.Context(), snapshotOf(text[:size]), nil)
		if len(objects) < len(whole) {
			require.NotEmpty(t, errors, size)
		}
	}
	_, errors := read(t.Context(), snapshotOf(text[:50]), nil)
	assert.Equal(t, []string{"db: it is not a file of bbolt: the page at byte 0: the file ends at byte 50"}, errors)
	_, errors = read(t.Context(), compat.Snapshot{}, nil)
	assert.Equal(t, []string{": there is no file"}, errors)
}

// TestSnapshotHostile reads snapshots with changed bytes. All of them end.
func TestSnapshotHostile(t *testing.T) {
	text := snapshotText(t)
	whole, _ := read(t.Context(), snapshotOf(text), nil)
	for seed := range uint64(2_000) {
		r := rand.New(rand.NewPCG(seed, 35))
		broken := bytes.Clone(text)
		for range 1 + r.IntN(20) {
			at := 1024 + r.IntN(len(broken)-1024) // the meta pages have checksums
			broken[at] = []byte{0, 1, 2, 255, byte(r.IntN(256))}[r.IntN(5)]
		}
		objects, _ := read(t.Context(), snapshotOf(broken), nil)
		require.LessOrEqual(t, len(objects), 2*len(whole))
	}
}

// TestSnapshotEnds checks that the walk ends with its context and with the loop.
func TestSnapshotEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	for range snapshotOf(snapshotText(t)).Objects(ctx, "example.com", "things", nil) {
		n++
		cancel()
	}
	assert.Equal(t, 1, n)
	for range snapshotOf(snapshotText(t)).Objects(t.Context(), "", "", nil) {
		n++
		break
	}
	assert.Equal(t, 2, n)
}
