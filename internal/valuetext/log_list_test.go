package valuetext_test

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/valuetext"
)

func TestLogList(t *testing.T) {
	t.Parallel()
	var long []int
	for i := range 20 {
		long = append(long, i)
	}
	for _, tt := range []struct {
		list       slog.Value
		text, json string
	}{
		{valuetext.LogList([]string(nil)), `list=""`, `"list":[]`},
		{valuetext.LogList([]string{"a b", "c"}), `list="a b; c"`, `"list":["a b","c"]`},
		{valuetext.LogList(long[:16]), `list="0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 13; 14; 15"`, `"list":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]`},
		{valuetext.LogList(long), `list="0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 13; 14; 15; 4 more"`,
			`"list":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,"4 more"]`},
	} {
		var text, json bytes.Buffer
		slog.New(slog.NewTextHandler(&text, nil)).Info("m", slog.Any("list", tt.list))
		slog.New(slog.NewJSONHandler(&json, nil)).Info("m", slog.Any("list", tt.list))
		assert.Contains(t, text.String(), tt.text)
		assert.Contains(t, json.String(), tt.json)
	}
}
