package hints

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/codes"
)

// No code is in two tables: only the first would count.
func TestTables(t *testing.T) {
	seen := map[codes.Code]bool{}
	for _, table := range tables {
		for code := range table {
			assert.False(t, seen[code], code)
			seen[code] = true
		}
	}
}
