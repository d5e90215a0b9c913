package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os/exec"
	"path"
	"strings"
)

// gitSources returns the files of REV:PATH, a file or a folder at a commit, a branch or a tag. A
// path is relative to the current folder.
func (r *Reader) gitSources(ctx context.Context, name, rest string) iter.Seq[Source] {
	rev, file, ok := strings.Cut(rest, ":")
	if !ok || rev == "" || strings.HasPrefix(rev, "-") {
		return one(failed(name, errors.New("it is not git:REV:PATH")))
	}
	if file == "" {
		file = "."
	}
	file = path.Clean(file)
	list, err := git(ctx, "", "ls-tree", "-r", "-z", rev, "--", file)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s has no %s", rev, file)
	}
	if err != nil {
		return one(failed(name, err))
	}
	return func(yield func(Source) bool) {
		for entry := range strings.SplitSeq(strings.TrimRight(string(list), "\x00"), "\x00") {
			about, found, _ := strings.Cut(entry, "\t")
			below := strings.TrimPrefix(found, file+"/")
			if found != file && (!hasObjects(found) || r.excludedWithin(below)) {
				continue
			}
			s := Source{Name: "git:" + rev + ":" + found, open: func() (io.ReadCloser, error) {
				text, err := git(ctx, "", "cat-file", "blob", about[strings.LastIndex(about, " ")+1:]) // its hash: also without a work tree
				return io.NopCloser(bytes.NewReader(text)), err
			}}
			isLink := strings.HasPrefix(about, linkMode)
			if isLink {
				var isFile bool
				if s.open, isFile = followLink(ctx, rev+":./"+found); !isFile {
					continue
				}
			}
			if !isLink && !strings.HasPrefix(about, fileMode) { // a submodule
				continue
			}
			if IsArchive(found) { // the argument itself: others have no objects
				r.archiveOf(s)(yield)
				return
			}
			if !yield(s) {
				return
			}
		}
	}
}

// archiveOf returns the files of an archive that a source is.
func (r *Reader) archiveOf(s Source) iter.Seq[Source] {
	text, err := readAll(s)
	if err != nil {
		return one(failed(s.Name, err))
	}
	return r.archive(s.Name, bytes.NewReader(text), int64(len(text)))
}

func readAll(s Source) ([]byte, error) {
	file, err := s.Open()
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(file)
	return text, errors.Join(err, file.Close())
}

// The modes of git for files and symbolic links.
const (
	fileMode = "100"
	linkMode = "120000"
)

// followLink returns the text of the file to which a symbolic link leads, or false for a folder: links to
// folders are not followed, as in other folders.
func followLink(ctx context.Context, object string) (func() (io.ReadCloser, error), bool) {
	answer, err := git(ctx, object+"\n", "cat-file", "--batch", "--follow-symlinks")
	line, text, _ := bytes.Cut(answer, []byte("\n"))
	words := bytes.Fields(line)
	switch {
	case err != nil:
	case len(words) == 3 && string(words[1]) == "tree":
		return nil, false
	case len(words) == 3 && string(words[1]) == "blob":
		return func() (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(bytes.TrimSuffix(text, []byte("\n")))), nil
		}, true
	default:
		err = errors.New("the link leads to no file of the commit")
	}
	return func() (io.ReadCloser, error) { return nil, err }, true
}

func git(ctx context.Context, stdin string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		return nil, fmt.Errorf("git %s: %s", args[0], bytes.TrimSpace(failed.Stderr))
	}
	return out, err
}
