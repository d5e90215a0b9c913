package corpus

import (
	"cmp"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"
)

// read loads a whole folder: names first, then the contents on all cores.
func read(dir string) (*Corpus, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*", "crds", "*.yaml"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("corpus: no definitions in %s", dir)
	}
	notes, err := readIndex(dir)
	if err != nil {
		return nil, err
	}
	c := &Corpus{Dir: dir, CRDs: make([]*CRD, len(files))}
	var jobs errgroup.Group
	jobs.SetLimit(runtime.GOMAXPROCS(0))
	for i, file := range files {
		jobs.Go(func() (err error) {
			c.CRDs[i], err = readCRD(dir, file, notes)
			return err
		})
	}
	if err := jobs.Wait(); err != nil {
		return nil, err
	}
	slices.SortFunc(c.CRDs, func(a, b *CRD) int {
		return cmp.Or(strings.Compare(a.Source, b.Source), strings.Compare(a.Name, b.Name))
	})
	return c, nil
}

func readCRD(dir, file string, notes map[string]note) (*CRD, error) {
	source := filepath.Dir(filepath.Dir(file))
	c := &CRD{
		Source: filepath.Base(source),
		Name:   strings.TrimSuffix(filepath.Base(file), ".yaml"),
		File:   relative(dir, file),
	}
	var err error
	if c.Manifest, err = decodeFile(file); err != nil {
		return nil, err
	}
	objects, err := filepath.Glob(filepath.Join(source, "objects", c.Name, "*.yaml"))
	if err != nil {
		return nil, err
	}
	slices.SortFunc(objects, byNumber)
	for _, f := range objects {
		o := &Object{File: relative(dir, f)}
		if o.Value, err = decodeFile(f); err != nil {
			return nil, err
		}
		nameObject(o.Value)
		n := notes[o.File]
		o.Pair, o.Role, o.ExpectedError = n.Pair, n.Role, n.ExpectedError
		c.Objects = append(c.Objects, o)
	}
	return c, nil
}

func relative(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); err == nil {
		return filepath.ToSlash(rel)
	}
	return file
}

// byNumber orders "2.yaml" before "10.yaml".
func byNumber(a, b string) int {
	return cmp.Or(cmp.Compare(number(a), number(b)), strings.Compare(a, b))
}

func number(file string) int {
	n, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(file), ".yaml"))
	if err != nil {
		return -1
	}
	return n
}

// nameObject sets the name of an object that has none.
func nameObject(o map[string]any) {
	meta, ok := o["metadata"].(map[string]any)
	if !ok {
		if o["metadata"] != nil {
			return // an object that tests metadata of another type
		}
		meta = map[string]any{}
		o["metadata"] = meta
	}
	if meta["name"] == nil && meta["generateName"] == nil {
		meta["name"] = "unnamed"
	}
}
