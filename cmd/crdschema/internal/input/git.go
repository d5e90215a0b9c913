package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os/exec"
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
	list, err := git(ctx, "ls-tree", "-r", "-z", "--name-only", rev, "--", file)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s has no %s", rev, file)
	}
	if err != nil {
		return one(failed(name, err))
	}
	return func(yield func(Source) bool) {
		for found := range strings.SplitSeq(strings.TrimRight(string(list), "\x00"), "\x00") {
			if found != file && (!hasObjects(found) || r.excluded(found)) {
				continue
			}
			s := Source{Name: "git:" + rev + ":" + found, open: func() (io.ReadCloser, error) {
				text, err := git(ctx, "show", rev+":./"+found)
				return io.NopCloser(bytes.NewReader(text)), err
			}}
			if !yield(s) {
				return
			}
		}
	}
}

func git(ctx context.Context, args ...string) ([]byte, error) {
	out, err := exec.CommandContext(ctx, "git", args...).Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		return nil, fmt.Errorf("git %s: %s", args[0], bytes.TrimSpace(failed.Stderr))
	}
	return out, err
}
