package main

import (
	"embed"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
)

const stdinName = "-"

// builtIn holds the objects of the demonstration and their definition.
//
//go:embed testdata/crd.yaml testdata/objects
var builtIn embed.FS

type source struct {
	name string
	read func() ([]byte, error)
}

// sources returns the texts that names refer to, with errors to be returned when they are
// read.
func sources(stdin io.Reader, names ...string) iter.Seq[source] {
	return func(yield func(source) bool) {
		for _, name := range names {
			for s := range sourcesOf(stdin, name) {
				if !yield(s) {
					return
				}
			}
		}
	}
}

func sourcesOf(stdin io.Reader, name string) iter.Seq[source] {
	if name == stdinName {
		return one(source{name, func() ([]byte, error) { return io.ReadAll(stdin) }})
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return tree(os.DirFS(name), ".", func(file string) string { return filepath.Join(name, filepath.FromSlash(file)) })
	}
	return one(source{name, func() ([]byte, error) { return os.ReadFile(name) }})
}

func builtInSources(root string) iter.Seq[source] {
	return tree(builtIn, root, func(file string) string { return file })
}

func one(s source) iter.Seq[source] { return slices.Values([]source{s}) }

// tree returns the YAML and JSON files at and below root, in order. It follows symbolic links
// to files only.
func tree(files fs.FS, root string, nameOf func(file string) string) iter.Seq[source] {
	return func(yield func(source) bool) {
		_ = fs.WalkDir(files, root, func(file string, entry fs.DirEntry, err error) error {
			if err == nil && !hasObjects(files, file, entry) {
				return nil
			}
			read := func() ([]byte, error) {
				if err != nil {
					return nil, err
				}
				return fs.ReadFile(files, file)
			}
			if !yield(source{nameOf(file), read}) {
				return fs.SkipAll
			}
			return nil
		})
	}
}

func hasObjects(files fs.FS, file string, entry fs.DirEntry) bool {
	switch path.Ext(file) {
	case ".yaml", ".yml", ".json":
	default:
		return false
	}
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type().IsRegular()
	}
	info, err := fs.Stat(files, file)
	return err != nil || info.Mode().IsRegular()
}
