package corpus

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// note is the entry of an index about one object.
type note struct {
	File          string
	Pair          int
	Role          string
	ExpectedError string
}

// readIndex returns the notes of index.json by file. There are none if there is
// no such file.
func readIndex(dir string) (map[string]note, error) {
	text, err := os.ReadFile(filepath.Join(dir, "index.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var index struct {
		Repos []struct {
			Dir  string
			CRDs []struct{ Objects []note }
		}
	}
	if err := json.Unmarshal(text, &index); err != nil {
		return nil, fmt.Errorf("%s/index.json: %w", dir, err)
	}
	notes := map[string]note{}
	for _, repo := range index.Repos {
		for _, crd := range repo.CRDs {
			for _, n := range crd.Objects {
				notes[path.Join(repo.Dir, n.File)] = n
			}
		}
	}
	return notes, nil
}
