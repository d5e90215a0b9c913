package input

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Stdin is the name of standard input.
const Stdin = "-"

// rereadable is the number of bytes of standard input that are kept, so that it can be read
// twice like a file.
const rereadable = 32 << 20

// Source is a file or a stream of documents.
type Source struct {
	Name string
	// Once reports whether Open works once only: for a long standard input.
	Once bool
	open func() (io.ReadCloser, error)
}

// Open returns the text. The error says why it cannot be read.
func (s Source) Open() (io.ReadCloser, error) { return s.open() }

// Reader finds sources.
type Reader struct {
	Stdin io.Reader
	// Exclude are patterns of [path.Match]. A file is left out if its name, or its path below the
	// folder of an argument, matches one.
	Exclude []string
	// Written are the files that the program writes. They are left out of folders, and cannot be read.
	Written []string

	streams map[string]Source // what can be read once: standard input, pipes
	unpacks int64             // the limit of an archive, or 0 for maxArchive
}

// Sources returns the sources that names refer to: files; the files .yaml, .yml and .json in and
// below folders; the same in archives .tar, .tar.gz, .tgz and .zip; the same of a commit, as
// git:REV:PATH; and "-", standard input. It finds them while it is read. Read a source before the next
// one: those of an archive cannot be opened later. A name that cannot be read is a source whose Open
// fails.
func (r *Reader) Sources(ctx context.Context, names ...string) iter.Seq[Source] {
	return func(yield func(Source) bool) {
		for _, name := range names {
			for s := range r.sourcesOf(ctx, name) {
				if !yield(s) {
					return
				}
			}
		}
	}
}

func (r *Reader) sourcesOf(ctx context.Context, name string) iter.Seq[Source] {
	if name == Stdin {
		return one(r.stream(name, func() (io.ReadCloser, error) { return io.NopCloser(r.Stdin), nil }))
	}
	if rest, ok := strings.CutPrefix(name, "git:"); ok {
		return r.gitSources(ctx, name, rest)
	}
	open := func() (io.ReadCloser, error) { return os.Open(name) }
	info, err := os.Stat(name)
	switch {
	case err == nil && r.isWritten(info):
		return one(failed(name, errors.New("the program writes this file")))
	case err == nil && info.IsDir():
		return r.folder(os.DirFS(name), func(file string) string { return filepath.Join(name, filepath.FromSlash(file)) })
	case err == nil && !info.Mode().IsRegular(): // a pipe, such as <(helm template .)
		return one(r.stream(name, open))
	case err == nil && IsArchive(name):
		return r.archiveFile(name)
	}
	return one(Source{Name: name, open: open})
}

func one(s Source) iter.Seq[Source] { return func(yield func(Source) bool) { yield(s) } }

func failed(name string, err error) Source {
	return Source{Name: name, open: func() (io.ReadCloser, error) { return nil, err }}
}

// stream reads the beginning of a text that can be read once. If that is all, it can be read again.
func (r *Reader) stream(name string, open func() (io.ReadCloser, error)) Source {
	if s, known := r.streams[name]; known {
		return s
	}
	s := Source{Name: name}
	file, err := open()
	if err != nil {
		return failed(name, err)
	}
	start, err := io.ReadAll(io.LimitReader(file, rereadable))
	s.Once = len(start) == rereadable
	s.open = func() (io.ReadCloser, error) {
		if s.Once {
			first := bytes.NewReader(start)
			start = nil // it is free once it was read
			return struct {
				io.Reader
				io.Closer
			}{io.MultiReader(first, file), file}, err
		}
		return io.NopCloser(bytes.NewReader(start)), err
	}
	if !s.Once {
		err = errors.Join(err, file.Close())
	}
	if r.streams == nil {
		r.streams = map[string]Source{}
	}
	r.streams[name] = s
	return s
}

// folder returns the files in and below a folder, in the order of their names. It follows
// symbolic links to files only.
func (r *Reader) folder(files fs.FS, nameOf func(file string) string) iter.Seq[Source] {
	return func(yield func(Source) bool) {
		_ = fs.WalkDir(files, ".", func(file string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil: // a folder that cannot be read
			case file != "." && r.excluded(file) && entry.IsDir():
				return fs.SkipDir
			case !hasObjects(file) || r.excluded(file) || !isFile(files, file, entry) || r.writes(files, file):
				return nil
			}
			s := Source{Name: nameOf(file), open: func() (io.ReadCloser, error) {
				if err != nil {
					return nil, err
				}
				return files.Open(file)
			}}
			if !yield(s) {
				return fs.SkipAll
			}
			return nil
		})
	}
}

// excludedWithin reports whether a file or a folder around it is left out.
func (r *Reader) excludedWithin(file string) bool {
	for i, c := range file {
		if c == '/' && r.excluded(file[:i]) {
			return true
		}
	}
	return r.excluded(file)
}

func (r *Reader) excluded(file string) bool {
	for _, pattern := range r.Exclude {
		if matches(pattern, file) || matches(pattern, path.Base(file)) {
			return true
		}
	}
	return false
}

func matches(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

func hasObjects(file string) bool {
	switch path.Ext(file) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return false
}

func (r *Reader) writes(files fs.FS, file string) bool {
	if len(r.Written) == 0 {
		return false
	}
	info, err := fs.Stat(files, file)
	return err == nil && r.isWritten(info)
}

func (r *Reader) isWritten(info fs.FileInfo) bool {
	return slices.ContainsFunc(r.Written, func(name string) bool {
		written, err := os.Stat(name)
		return err == nil && written.Mode().IsRegular() && os.SameFile(written, info)
	})
}

func isFile(files fs.FS, file string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type().IsRegular()
	}
	info, err := fs.Stat(files, file)
	return err != nil || info.Mode().IsRegular() // a broken link is an error of Open
}

// withoutPath returns the reason of an error of a file, whose path is printed in front of it.
func withoutPath(err error) error {
	if wrapped := (*fs.PathError)(nil); errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}
