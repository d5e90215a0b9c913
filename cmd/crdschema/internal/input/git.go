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
				text, err := git(ctx, "", "show", rev+":./"+found)
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
			if !yield(s) {
				return
			}
		}
	}
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
