package compat

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"path"
	"strings"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/bolt"
)

// Snapshot is a snapshot of etcd, as `etcdctl snapshot save` writes it, or a database file of a
// member that does not run.
type Snapshot struct {
	// Name is the file, for people.
	Name string
	// Reader and Size are the file. It is read in parts and is never held in memory.
	Reader io.ReaderAt
	Size   int64
	// Prefix begins all keys of the server: its flag --etcd-prefix. The default is "/registry".
	Prefix string
}

// SnapshotCounts counts the keys of a snapshot that a walk leaves out.
type SnapshotCounts struct {
	// Protobuf is the number of objects of built-in kinds, which the server stores as Protobuf.
	Protobuf int64
	// Others is the number of other keys: other kinds, and keys without the prefix.
	Others int64
	// Deleted is the number of keys whose deletion is in the snapshot.
	Deleted int64
}

// Objects returns the stored objects of a resource: the newest revision of each key. With an empty
// group and resource, it returns the objects of all resources that the server stores as JSON. Into
// counts, which may be nil, it counts what it leaves out. The name of a [Source] is the key.
//
// The newest objects come first. Memory grows with the keys that were written since the last
// compaction: the server compacts every five minutes.
//
// A page that is missing or malformed has a Source with an error, and the walk goes on. A file without
// its meta pages has one error and no objects. The hash at the end of a snapshot is not checked.
func (s Snapshot) Objects(ctx context.Context, group, resource string, counts *SnapshotCounts) iter.Seq2[Source, map[string]any] {
	return func(yield func(Source, map[string]any) bool) {
		if counts == nil {
			counts = &SnapshotCounts{}
		}
		w := &snapshotWalk{Snapshot: s, ctx: ctx, counts: counts, seen: map[[16]byte]struct{}{}, yield: yield}
		if w.Prefix == "" {
			w.Prefix = "/registry"
		}
		w.want = strings.TrimSuffix(path.Join("/", w.Prefix), "/") + "/"
		if group != "" || resource != "" {
			w.want += group + "/" + resource + "/"
		}
		w.run()
	}
}

type snapshotWalk struct {
	Snapshot
	ctx       context.Context
	counts    *SnapshotCounts
	want      string // the beginning of the keys
	compacted uint64 // up to this revision, each key has one
	seen      map[[16]byte]struct{}
	yield     func(Source, map[string]any) bool
}

func (w *snapshotWalk) run() {
	file, err := bolt.Open(w.Reader, w.Size)
	if err != nil {
		w.yield(Source{Name: cut(w.Name), Err: err}, nil)
		return
	}
	for entry, err := range file.Backward("meta") {
		if w.ctx != nil && w.ctx.Err() != nil {
			return
		}
		if err == nil && string(entry.Key) == "finishedCompactRev" && len(entry.Value) >= 8 {
			w.compacted = binary.BigEndian.Uint64(entry.Value)
		}
	}
	for entry, err := range file.Backward("key") {
		if w.ctx != nil && w.ctx.Err() != nil || !w.entry(entry, err) {
			return
		}
	}
}

// fail yields an error about a place in the file.
func (w *snapshotWalk) fail(place string, err error) bool {
	return w.yield(Source{Name: cut(w.Name + ": " + place), Err: err}, nil)
}

// entry takes one revision of a key: 8 bytes, "_", 8 bytes, and a mark if the key was deleted.
func (w *snapshotWalk) entry(e bolt.Entry, err error) bool {
	if err != nil {
		return w.fail(e.Where, err)
	}
	key, value, err := keyValue(e.Value)
	if err == nil && (len(e.Key) < 17 || len(e.Key) > 18) {
		err = fmt.Errorf("a revision of %d bytes", len(e.Key))
	}
	if err != nil {
		return w.fail(e.Where, err)
	}
	if !w.newest(key, binary.BigEndian.Uint64(e.Key)) {
		return true
	}
	switch {
	case len(e.Key) == 18:
		w.counts.Deleted++
	case strings.HasPrefix(value, "k8s\x00"):
		w.counts.Protobuf++
	case !strings.HasPrefix(key, w.want):
		w.counts.Others++
	default:
		return w.object(key, value)
	}
	return true
}

// newest reports whether no later revision of a key was seen.
func (w *snapshotWalk) newest(key string, revision uint64) bool {
	sum := sha256.Sum256([]byte(key))
	short := [16]byte(sum[:16])
	if _, seen := w.seen[short]; seen {
		return false
	}
	if revision > w.compacted {
		w.seen[short] = struct{}{}
	}
	return true
}

var errEncrypted = errors.New("the server encrypted it")

func (w *snapshotWalk) object(key, value string) bool {
	source := Source{Name: cut(key)}
	if strings.HasPrefix(value, "k8s:enc:") {
		source.Err = errEncrypted
		return w.yield(source, nil)
	}
	doc, err := document.DecodeJSON(w.ctx, []byte(value))
	source.Err = err
	return w.yield(source, doc.Object)
}

var errKeyValue = errors.New("a value that is not a KeyValue of etcd")

// keyValue returns the key and the value of the Protobuf message KeyValue: fields 1 and 5.
func keyValue(b []byte) (key, value string, err error) {
	for len(b) > 0 {
		tag, n := binary.Uvarint(b)
		if n <= 0 {
			return "", "", errKeyValue
		}
		b = b[n:]
		number, n := binary.Uvarint(b)
		if n <= 0 {
			return "", "", errKeyValue
		}
		b = b[n:]
		switch tag & 7 {
		case 0:
			continue
		case 2:
		default:
			return "", "", errKeyValue
		}
		if number > uint64(len(b)) {
			return "", "", errKeyValue
		}
		switch tag >> 3 {
		case 1:
			key = string(b[:number])
		case 5:
			value = string(b[:number])
		}
		b = b[number:]
	}
	if key == "" {
		return "", "", errKeyValue
	}
	return key, value, nil
}
