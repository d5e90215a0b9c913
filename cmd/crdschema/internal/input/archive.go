package input

import (
	"archive/tar"
	"archive/zip"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"strings"
)

// maxArchive is the number of bytes that are unpacked of one archive, because a small archive may hold
// an endless text.
const maxArchive = 1 << 30

var (
	errLink      = errors.New("links in archives are not followed")
	errEncrypted = errors.New("it is encrypted")
	errPassed    = errors.New("the archive was read past this file")
	errStopped   = errors.New("nobody reads on")
)

// IsArchive reports whether a file is read as an archive, by its name.
func IsArchive(file string) bool {
	for _, ext := range []string{".tar", ".tar.gz", ".tgz", ".zip"} {
		if strings.HasSuffix(file, ext) {
			return true
		}
	}
	return false
}

// archive reads the files of an archive. It writes nothing: the names of files are only names.
type archive struct {
	reader *Reader
	name   string
	text   *io.SectionReader
	limit  int64
	// left is what may still be read of files, in addition to the limit of what they are unpacked
	// from: a sparse file of a tar is longer than its text.
	left  int64
	yield func(Source) bool
}

// archiveFile returns the files of an archive on disk.
func (r *Reader) archiveFile(name string) iter.Seq[Source] {
	return func(yield func(Source) bool) {
		file, err := os.Open(name)
		if err != nil {
			yield(failed(name, err))
			return
		}
		defer func() { _ = file.Close() }() // it was only read
		info, err := file.Stat()
		if err != nil {
			yield(failed(name, err))
			return
		}
		r.archive(name, file, info.Size())(yield)
	}
}

// archive returns the files of an archive in the order of the archive, until the first mistake in it. A
// source can be read until the next one.
func (r *Reader) archive(name string, text io.ReaderAt, size int64) iter.Seq[Source] {
	return func(yield func(Source) bool) {
		a := archive{reader: r, name: name, text: io.NewSectionReader(text, 0, size), limit: cmp.Or(r.unpacks, maxArchive), yield: yield}
		a.left = a.limit
		if err := a.read(); err != nil && !errors.Is(err, errStopped) {
			yield(failed(name, err))
		}
	}
}

func (a *archive) read() error {
	switch {
	case strings.HasSuffix(a.name, ".zip"):
		return a.readZip()
	case strings.HasSuffix(a.name, ".tar"):
		return a.readTar(a.text)
	}
	unpacked, err := gzip.NewReader(a.text)
	if err != nil {
		return err
	}
	return a.readTar(unpacked)
}

func (a *archive) readTar(from io.Reader) error {
	left := a.limit
	from = &limited{from: from, left: &left, limit: a.limit}
	files := tar.NewReader(from)
	for {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			_, err = io.Copy(io.Discard, from) // the checksum comes last
			return err
		}
		if err == nil {
			isLink := header.Typeflag == tar.TypeSymlink || header.Typeflag == tar.TypeLink
			err = a.file(header.Name, header.FileInfo().Mode(), isLink, func() (io.ReadCloser, error) { return io.NopCloser(files), nil })
		}
		if err != nil {
			return err
		}
	}
}

func (a *archive) readZip() error {
	files, err := zip.NewReader(a.text, a.text.Size())
	if err != nil {
		return err
	}
	for _, file := range files.File {
		open := file.Open
		if isEncrypted := file.Flags&1 != 0; isEncrypted {
			open = func() (io.ReadCloser, error) { return nil, errEncrypted }
		}
		if err := a.file(file.Name, file.Mode(), file.Mode()&fs.ModeSymlink != 0, open); err != nil {
			return err
		}
	}
	return nil
}

// file yields a file of the archive if a folder with it would be read in this way, too.
func (a *archive) file(name string, mode fs.FileMode, isLink bool, open func() (io.ReadCloser, error)) error {
	name = path.Clean(name)
	if !hasObjects(name) || !isLink && !mode.IsRegular() || a.reader.excludedWithin(name) {
		return nil
	}
	passed := false
	s := Source{Name: a.name + ":" + name, open: func() (io.ReadCloser, error) {
		switch {
		case passed:
			return nil, errPassed
		case isLink:
			return nil, errLink
		}
		file, err := open()
		if err != nil {
			return nil, err
		}
		return struct {
			io.Reader
			io.Closer
		}{&limited{from: file, left: &a.left, limit: a.limit}, file}, nil
	}}
	if !a.yield(s) {
		return errStopped
	}
	passed = true
	return nil
}

// limited reads until a limit that several readers share.
type limited struct {
	from  io.Reader
	left  *int64
	limit int64
}

func (l *limited) Read(p []byte) (int, error) {
	if *l.left <= 0 {
		return 0, fmt.Errorf("the archive holds more than %d MiB", l.limit>>20)
	}
	n, err := l.from.Read(p[:min(int64(len(p)), *l.left)])
	*l.left -= int64(n)
	return n, err
}
