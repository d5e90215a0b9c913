package live_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"
	"go.etcd.io/etcd/api/v3/mvccpb"
	"google.golang.org/protobuf/proto"
)

// snapshotFile is the snapshot that the tests of package compat read.
var snapshotFile = filepath.Join("..", "..", "..", "compat", "testdata", "snapshot.db.gz")

// TestSnapshotFile compares compat/testdata/snapshot.db.gz with what bbolt writes. With
// SNAPSHOT_UPDATE=1 it writes the file.
func TestSnapshotFile(t *testing.T) {
	want := makeSnapshot(t)
	if os.Getenv("SNAPSHOT_UPDATE") == "1" {
		var packed bytes.Buffer
		w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		_, err := w.Write(want)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		require.NoError(t, os.WriteFile(snapshotFile, packed.Bytes(), 0o644))
	}
	f, err := os.Open(snapshotFile)
	require.NoError(t, err)
	defer f.Close()
	r, err := gzip.NewReader(f)
	require.NoError(t, err)
	got, err := io.ReadAll(r)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(want, got))
}

// makeSnapshot returns a snapshot with the layout of etcd, in pages of 512 bytes.
func makeSnapshot(t *testing.T) []byte {
	name := filepath.Join(t.TempDir(), "db")
	db, err := bbolt.Open(name, 0o600, &bbolt.Options{PageSize: 512, NoFreelistSync: true})
	require.NoError(t, err)
	defer db.Close()
	revision := uint64(1)
	put := func(tx *bbolt.Tx, key, value string, deleted bool) {
		revision++
		text, err := proto.Marshal(&mvccpb.KeyValue{Key: []byte(key), Value: []byte(value), CreateRevision: int64(revision), ModRevision: int64(revision), Version: 1})
		require.NoError(t, err)
		at := binary.BigEndian.AppendUint64(nil, revision)
		at = append(append(at, '_'), make([]byte, 8)...)
		if deleted {
			at = append(at, 't')
		}
		require.NoError(t, tx.Bucket([]byte("key")).Put(at, text))
	}
	thing := func(i int, spec string) (key, value string) {
		return fmt.Sprintf("/registry/example.com/things/a/t%02d", i),
			fmt.Sprintf(`{"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "t%02d", "namespace": "a"}, "spec": %s}`+"\n", i, spec)
	}
	require.NoError(t, db.Update(func(tx *bbolt.Tx) error {
		for _, bucket := range []string{"alarm", "auth", "cluster", "key", "lease", "members", "meta"} {
			_, err := tx.CreateBucket([]byte(bucket))
			require.NoError(t, err)
		}
		for i := range 20 { // compacted
			key, value := thing(i, fmt.Sprintf(`{"size": %d}`, i))
			put(tx, key, value, false)
		}
		at := binary.BigEndian.AppendUint64(nil, revision)
		return tx.Bucket([]byte("meta")).Put([]byte("finishedCompactRev"), append(append(at, '_'), make([]byte, 8)...))
	}))
	require.NoError(t, db.Update(func(tx *bbolt.Tx) error {
		for i := range 3 {
			key, value := thing(i, fmt.Sprintf(`{"color": "red", "tags": {"a": %q}}`, strings.Repeat("long", 500*i)))
			put(tx, key, value, false)
		}
		for i := 2; i < 6; i++ {
			key, _ := thing(i, "")
			put(tx, key, "", true)
		}
		key, value := thing(5, `{"size": 7}`)
		put(tx, key, value, false)
		put(tx, "/registry/pods/a/p", "k8s\x00\n\t\n\x02v1\x12\x03Pod", false)
		put(tx, "/registry/example.com/others/a/o", `{"kind": "Other"}`, false)
		put(tx, "/registry/example.com/things/a/encrypted", "k8s:enc:aescbc:v1:key1:text", false)
		put(tx, "/registry/example.com/things/a/text", `"text"`, false)
		put(tx, "compact_rev_key", "20", false)
		return nil
	}))
	require.NoError(t, db.Close())
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return text
}
