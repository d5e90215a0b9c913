package input

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// file is an entry of an archive.
type file struct {
	name, text string
	mode       fs.FileMode
	flags      uint16
}

func tarOf(t *testing.T, files ...file) []byte {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, f := range files {
		header := &tar.Header{Name: f.name, Size: int64(len(f.text)), Mode: 0o600, Typeflag: tar.TypeReg}
		switch {
		case f.mode.IsDir():
			header.Typeflag = tar.TypeDir
		case f.mode&fs.ModeSymlink != 0:
			header.Typeflag, header.Linkname, header.Size = tar.TypeSymlink, f.text, 0
		}
		require.NoError(t, w.WriteHeader(header))
		if header.Size > 0 {
			_, err := io.WriteString(w, f.text)
			require.NoError(t, err)
		}
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}

func zipOf(t *testing.T, files ...file) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Flags: f.flags}
		header.SetMode(f.mode | 0o600)
		if f.mode.IsDir() {
			header.Name += "/"
		}
		to, err := w.CreateHeader(header)
		require.NoError(t, err)
		_, err = io.WriteString(to, f.text)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}

func gzipOf(t *testing.T, text []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write(text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.Bytes()
}

// said returns what is read of a name, a line for each object: its file and line, and its kind or the
// error.
func said(t *testing.T, r *Reader, name string) (out []string) {
	for s := range r.Sources(t.Context(), name) {
		for text := range s.Texts() {
			for _, o := range text.Objects(t.Context()) {
				line := fmt.Sprintf("%s:%d %s", o.File, o.At.Line, o.Text("kind"))
				if o.Err != nil {
					line = fmt.Sprintf("%s:%d error: %v", o.File, o.At.Line, o.Err)
				}
				out = append(out, line)
			}
		}
	}
	return out
}

func write(t *testing.T, name string, text []byte) {
	require.NoError(t, os.WriteFile(name, text, 0o600))
}

// TestArchives checks that the files of an archive are read as those of a folder are.
func TestArchives(t *testing.T) {
	t.Chdir(t.TempDir())
	files := []file{
		{name: "crds", mode: fs.ModeDir},
		{name: "./crds/a.yaml", text: "kind: A\n---\nkind: B\n"}, {name: "crds/skip/b.yml", text: "kind: C"}, {name: "c.json", text: `{"kind": "D"}`},
		{name: "README.md", text: "# no object"}, {name: "inner.zip", text: "PK no archive"}, {name: "folder.yaml", mode: fs.ModeDir},
		{name: "../../up.yaml", text: "kind: E"}, {name: "/etc/root.yaml", text: "kind: F"}, {name: "bad.yaml", text: "a: [\n"},
		{name: "link.yaml", text: "/etc/hosts", mode: fs.ModeSymlink},
	}
	write(t, "a.tar", tarOf(t, files...))
	write(t, "a.tgz", gzipOf(t, tarOf(t, files...)))
	write(t, "a.tar.gz", gzipOf(t, tarOf(t, files...)))
	write(t, "a.zip", zipOf(t, files...))
	for _, name := range []string{"a.tar", "a.tgz", "a.tar.gz", "a.zip"} {
		assert.Equal(t, []string{
			name + ":crds/a.yaml:1 A", name + ":crds/a.yaml:3 B", name + ":c.json:1 D", name + ":../../up.yaml:1 E", name + ":/etc/root.yaml:1 F",
			name + ":bad.yaml:1 error: yaml: line 1: did not find expected node content", name + ":link.yaml:0 error: links in archives are not followed",
		}, said(t, &Reader{Exclude: []string{"skip"}}, name))
	}
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	assert.Len(t, entries, 4, "nothing is unpacked")
	assert.Empty(t, said(t, &Reader{}, "."), "archives in folders are left out")
}

// TestHostileArchives checks that what is wrong with an archive is said, and that what comes before it is
// read.
func TestHostileArchives(t *testing.T) {
	t.Chdir(t.TempDir())
	good, long := file{name: "a.yaml", text: "kind: A"}, file{name: "long.yaml", text: "kind: B\n" + strings.Repeat("#\n", 1<<20)}
	last := file{name: "z.yaml", text: "kind: Z"}
	whole := gzipOf(t, tarOf(t, good, file{name: "b.yaml", text: "kind: B"}))
	wrongSum := bytes.Clone(whole)
	wrongSum[len(wrongSum)-8]++
	for _, c := range []struct {
		name string
		text []byte
		want []string
	}{
		{"empty.tgz", nil, []string{"empty.tgz:0 error: EOF"}},
		{"text.zip", []byte("kind: A"), []string{"text.zip:0 error: zip: not a valid zip file"}},
		{"text.tar", []byte("kind: A"), []string{"text.tar:0 error: unexpected EOF"}},
		{"cut.tgz", whole[:len(whole)-20], []string{"cut.tgz:a.yaml:1 A", "cut.tgz:b.yaml:1 B", "cut.tgz:0 error: unexpected EOF"}},
		{"cut.tar", tarOf(t, good, long)[:4000], []string{"cut.tar:a.yaml:1 A", "cut.tar:long.yaml:0 error: unexpected EOF", "cut.tar:0 error: unexpected EOF"}},
		{"sum.tgz", wrongSum, []string{"sum.tgz:a.yaml:1 A", "sum.tgz:b.yaml:1 B", "sum.tgz:0 error: gzip: invalid checksum"}},
		{"bomb.tgz", gzipOf(t, tarOf(t, good, long, last)), []string{"bomb.tgz:a.yaml:1 A", "bomb.tgz:long.yaml:0 error: the archive holds more than 1 MiB", "bomb.tgz:0 error: the archive holds more than 1 MiB"}},
		{"skipped.tgz", gzipOf(t, tarOf(t, good, file{name: "long.bin", text: long.text}, last)), []string{"skipped.tgz:a.yaml:1 A", "skipped.tgz:0 error: the archive holds more than 1 MiB"}},
		{"bomb.zip", zipOf(t, good, long, last), []string{"bomb.zip:a.yaml:1 A", "bomb.zip:long.yaml:0 error: the archive holds more than 1 MiB", "bomb.zip:z.yaml:0 error: the archive holds more than 1 MiB"}},
		{"secret.zip", zipOf(t, good, file{name: "s.yaml", text: "kind: S", flags: 1}), []string{"secret.zip:a.yaml:1 A", "secret.zip:s.yaml:0 error: it is encrypted"}},
	} {
		write(t, c.name, c.text)
		assert.Equal(t, c.want, said(t, &Reader{unpacks: 1 << 20}, c.name), c.name)
	}
}

// TestSparse checks that a file that is longer than its text in the archive is limited, too.
func TestSparse(t *testing.T) {
	t.Chdir(t.TempDir())
	if exec.Command("tar", "--version").Run() != nil {
		t.Skip("there is no tar")
	}
	write(t, "a.yaml", []byte("kind: A\n"))
	require.NoError(t, os.Truncate("a.yaml", 64<<20))
	if out, err := exec.Command("tar", "--sparse", "-cf", "a.tar", "a.yaml").CombinedOutput(); err != nil {
		t.Skipf("tar has no --sparse: %s", out)
	}
	assert.Equal(t, []string{"a.tar:a.yaml:0 error: the archive holds more than 1 MiB"}, said(t, &Reader{unpacks: 1 << 20}, "a.tar"))
}

// TestArchiveOfCommit checks an archive of a commit, and that sources cannot be read too late.
func TestArchiveOfCommit(t *testing.T) {
	commit(t, map[string]string{"a.tgz": string(gzipOf(t, tarOf(t, file{name: "a.yaml", text: "kind: A"}, file{name: "b.yaml", text: "kind: B"}))), "b.tgz": "kind: A, and no archive"}, nil)
	assert.Equal(t, []string{"git:main:a.tgz:a.yaml:1 A", "git:main:a.tgz:b.yaml:1 B"}, said(t, &Reader{}, "git:main:a.tgz"))
	assert.Equal(t, []string{"git:main:b.tgz:0 error: gzip: invalid header"}, said(t, &Reader{}, "git:main:b.tgz"))
	var all []Source
	for s := range (&Reader{}).Sources(t.Context(), "a.tgz") {
		all = append(all, s)
	}
	_, err := all[0].Open()
	assert.Equal(t, errPassed, err)
}
