package corpus

import (
	"fmt"
	"os"
	"path/filepath"
)

// find searches for a folder called name in the working directory and then in
// each directory above it.
func find(name string) (string, error) {
	if filepath.IsAbs(name) {
		return name, nil
	}
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return path, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("corpus: no folder %s in or above %s", name, start)
		}
	}
}
