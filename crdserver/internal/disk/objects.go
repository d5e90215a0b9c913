package disk

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"strings"

	"go.etcd.io/bbolt"

	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/document"
)

// Load reads the objects.
func (f *File) Load(begin func(store.State), add func(table string, obj *store.Object)) error {
	return f.guarded(func() error {
		return f.db.View(func(tx *bbolt.Tx) error {
			revision, count := decodeState(tx.Bucket(headBucket).Get(stateKey))
			begin(store.State{Revision: revision})
			f.count = 0
			err := tx.Bucket(objectsBucket).ForEach(func(key, value []byte) error {
				obj, err := decode(key, value)
				if err != nil {
					return err
				}
				table, _ := cut(string(key))
				add(table, obj)
				f.count++
				return nil
			})
			if err == nil && f.count != count {
				err = errDamaged
			}
			return err
		})
	})
}

// Write keeps changes in one transaction.
func (f *File) Write(changes []store.Change) error {
	count := f.count
	write := func(tx *bbolt.Tx) error {
		objects := tx.Bucket(objectsBucket)
		for _, c := range changes {
			change, err := apply(objects, c)
			if err != nil {
				return err
			}
			count += change
		}
		return tx.Bucket(headBucket).Put(stateKey, encodeState(changes[len(changes)-1].Revision, count))
	}
	err := f.guarded(func() error { return f.db.Update(write) })
	if err == nil {
		f.count = count
	}
	return err
}

// apply makes a change. It returns what the change adds to the number of objects, modulo 1<<64.
func apply(objects *bbolt.Bucket, c store.Change) (uint64, error) {
	key := join(c.Table, c.Key)
	switch {
	case c.Key == "":
		return drop(objects, key)
	case c.Object == nil && objects.Get(key) == nil:
		return 0, nil
	case c.Object == nil:
		return ^uint64(0), objects.Delete(key)
	}
	value, err := encode(key, c.Object)
	if err != nil {
		return 0, err
	}
	var added uint64
	if objects.Get(key) == nil {
		added = 1
	}
	return added, objects.Put(key, value)
}

// drop removes the objects of a table.
func drop(objects *bbolt.Bucket, prefix []byte) (uint64, error) {
	var keys [][]byte
	cursor := objects.Cursor()
	for key, _ := cursor.Seek(prefix); bytes.HasPrefix(key, prefix); key, _ = cursor.Next() {
		keys = append(keys, bytes.Clone(key))
	}
	for _, key := range keys {
		if err := objects.Delete(key); err != nil {
			return 0, err
		}
	}
	return -uint64(len(keys)), nil
}

// join returns the key of an object in the file.
func join(table, key string) []byte { return []byte(table + "\x00" + key) }

func cut(key string) (table, rest string) {
	table, rest, _ = strings.Cut(key, "\x00")
	return table, rest
}

var checksums = crc32.MakeTable(crc32.Castagnoli)

// encode returns a checksum of all else, the revision and the object.
func encode(key []byte, obj *store.Object) ([]byte, error) {
	text, err := json.Marshal(obj.Value)
	if err != nil {
		return nil, err
	}
	value := binary.BigEndian.AppendUint64(make([]byte, 4, 12+len(text)), obj.Revision)
	value = append(value, text...)
	binary.BigEndian.PutUint32(value, checksum(key, value[4:]))
	return value, nil
}

func checksum(key, rest []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, checksums), checksums, rest)
}

func decode(key, value []byte) (*store.Object, error) {
	if len(value) < 12 || binary.BigEndian.Uint32(value) != checksum(key, value[4:]) {
		return nil, errDamaged
	}
	doc, err := document.DecodeJSON(context.Background(), value[12:])
	if err != nil {
		return nil, errDamaged
	}
	_, name := cut(string(key))
	return &store.Object{Key: name, Value: doc.Object, Revision: binary.BigEndian.Uint64(value[4:])}, nil
}
