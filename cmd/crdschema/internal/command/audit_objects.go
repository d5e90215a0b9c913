package command

import (
	"context"
	"fmt"
	"iter"
	"os"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/compat"
)

// objects are stored objects with their places.
type objects = iter.Seq2[compat.Source, map[string]any]

// open returns the stored objects of a name, and a function that closes it.
func (a *auditing) open(ctx context.Context, reader *input.Reader, name string, crd map[string]any) (objects, func() error, error) {
	switch {
	case a.snapshot:
		return a.openSnapshot(ctx, name, crd)
	case name == input.Stdin:
		return compat.Stream(ctx, name, a.streams.In), func() error { return nil }, nil
	default:
		return objectsOf(ctx, reader, name), func() error { return nil }, nil
	}
}

// openSnapshot returns the objects of a CRD in a snapshot of etcd. Closing it tells on standard error
// how many keys are left out.
func (a *auditing) openSnapshot(ctx context.Context, name string, crd map[string]any) (objects, func() error, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%s: a snapshot of etcd is a file", name)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	var counts compat.SnapshotCounts
	snapshot := compat.Snapshot{Name: name, Reader: file, Size: info.Size(), Prefix: a.prefix}
	end := func() error {
		_ = file.Close() // it was only read
		_, err := fmt.Fprintf(a.streams.Err, "left out: %d objects of built-in kinds, %d deleted objects, %d other keys\n", counts.Protobuf, counts.Deleted, counts.Others)
		return err
	}
	group, resource := resourceOf(crd)
	return snapshot.Objects(ctx, group, resource, &counts), end, nil
}

// resourceOf returns the group and the plural name of a CRD.
func resourceOf(crd map[string]any) (group, resource string) {
	spec, _ := crd["spec"].(map[string]any)
	names, _ := spec["names"].(map[string]any)
	group, _ = spec["group"].(string)
	resource, _ = names["plural"].(string)
	return group, resource
}

// objectsOf returns the objects of a file or folder.
func objectsOf(ctx context.Context, reader *input.Reader, name string) objects {
	return func(yield func(compat.Source, map[string]any) bool) {
		for s := range reader.Sources(ctx, name) {
			for t := range s.Texts() {
				for _, o := range t.Objects(ctx) {
					if !yield(compat.Source{Name: o.String(), Err: o.Err}, o.Value) {
						return
					}
				}
			}
		}
	}
}

// shard returns the objects of shard index, counted from 1, of count.
func shard(all objects, index, count int) objects {
	return func(yield func(compat.Source, map[string]any) bool) {
		i := 0
		for source, object := range all {
			if i%count == index-1 && !yield(source, object) {
				return
			}
			i++
		}
	}
}
