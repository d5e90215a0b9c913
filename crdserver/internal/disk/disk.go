package disk

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"github.com/seed95800270/crdschema/crdserver/internal/store"
)

// The names of the buckets and keys. The format changes if another program could misread the file.
var (
	headBucket    = []byte("crdserver")
	objectsBucket = []byte("objects")
	formatKey     = []byte("format")
	stateKey      = []byte("state")
	format        = []byte("1")
)

// lockTime is how long Open waits for another server to end.
const lockTime = 2 * time.Second

// File is the file of a store.
type File struct {
	name  string
	db    *bbolt.DB
	count uint64 // of the objects
}

var _ store.Disk = &File{}

// Open opens or creates a file. The error names the file. It says that another server uses the file, or that the
// file is damaged or not a server's.
func Open(name string) (*File, error) {
	f := &File{name: name}
	_, missing := os.Stat(name)
	err := f.guarded(func() error {
		db, err := bbolt.Open(name, 0o600, &bbolt.Options{Timeout: lockTime})
		if err != nil {
			return err
		}
		f.db = db
		if err := f.checkSize(); err != nil {
			return err
		}
		if err := db.Update(prepare); err != nil || missing == nil {
			return err
		}
		return syncFolder(filepath.Dir(name))
	})
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// syncFolder waits until the entry of a new file is on the device. Windows does it with the file.
func syncFolder(name string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// prepare creates the buckets of a new file, and checks an old one.
func prepare(tx *bbolt.Tx) error {
	head := tx.Bucket(headBucket)
	if head != nil {
		return check(tx, head)
	}
	if name, _ := tx.Cursor().First(); name != nil {
		return errForeign
	}
	head, err := tx.CreateBucket(headBucket)
	if err == nil {
		_, err = tx.CreateBucket(objectsBucket)
	}
	if err == nil {
		err = head.Put(formatKey, format)
	}
	if err == nil {
		err = head.Put(stateKey, encodeState(1, 0))
	}
	return err
}

func check(tx *bbolt.Tx, head *bbolt.Bucket) error {
	switch found := head.Get(formatKey); {
	case string(found) != string(format):
		return fmt.Errorf("its format is %q, and this program reads %q", found, format)
	case len(head.Get(stateKey)) != 16 || tx.Bucket(objectsBucket) == nil:
		return errDamaged
	}
	return nil
}

var (
	errForeign = errors.New("it is not a file of crdserver")
	errDamaged = errors.New("it is damaged")
)

// checkSize finds out that the end of the file is missing: reading it would be a fault of memory.
func (f *File) checkSize() error {
	info, err := os.Stat(f.name)
	if err != nil {
		return err
	}
	return f.db.View(func(tx *bbolt.Tx) error {
		if tx.Size() > info.Size() {
			return errDamaged
		}
		return nil
	})
}

// guarded calls a function that reads the file. A damaged file may lead the database to a panic or to memory
// that does not exist.
func (f *File) guarded(read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%w: %v", errDamaged, cause)
		}
		switch {
		case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrVersionMismatch), errors.Is(err, bolterrors.ErrChecksum):
			err = errForeign
		case errors.Is(err, bolterrors.ErrTimeout):
			err = errors.New("another server uses it")
		}
		if err != nil {
			err = fmt.Errorf("the data file %s: %w", f.name, err)
		}
	}()
	return read()
}

// Close closes the file.
func (f *File) Close() error {
	if f.db == nil {
		return nil
	}
	return f.db.Close()
}

func encodeState(revision, count uint64) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, revision), count)
}

func decodeState(b []byte) (revision, count uint64) {
	return binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:])
}
