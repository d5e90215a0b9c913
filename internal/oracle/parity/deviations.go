package parity

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
)

// deviations are the rows of DEVIATIONS.md, and those that comparisons name but
// the file does not have.
type deviations struct {
	rows    map[string]bool
	mu      sync.Mutex
	missing map[string]bool
}

// rowID matches the id at the beginning of a table row: `| D12 | …`.
var rowID = regexp.MustCompile(`(?m)^\|\s*(D\d+)\s*\|`)

func parseDeviations(text string) *deviations {
	d := &deviations{rows: map[string]bool{}, missing: map[string]bool{}}
	for _, m := range rowID.FindAllStringSubmatch(text, -1) {
		d.rows[m[1]] = true
	}
	return d
}

// readDeviations reads the file from the working directory or one above it. If
// there is no such file there are no rows.
func readDeviations() (*deviations, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for ; ; dir = filepath.Dir(dir) {
		text, err := os.ReadFile(filepath.Join(dir, "DEVIATIONS.md"))
		if err == nil {
			return parseDeviations(string(text)), nil
		}
		if !os.IsNotExist(err) {
			return nil, err
		}
		if dir == filepath.Dir(dir) {
			return parseDeviations(""), nil
		}
	}
}

// need records that a comparison depends on a row.
func (d *deviations) need(id string) {
	if d.rows[id] {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.missing[id] = true
}

func (d *deviations) err() error {
	if len(d.missing) == 0 {
		return nil
	}
	return fmt.Errorf("DEVIATIONS.md has no row %v", slices.Sorted(maps.Keys(d.missing)))
}
