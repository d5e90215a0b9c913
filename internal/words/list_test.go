package words_test

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/words"
)

func TestList(t *testing.T) {
	t.Parallel()
	var long []int
	for i := range 20 {
		long = append(long, i)
	}
	for _, tt := range []struct {
		list       slog.Value
		text, json string
	}{
		{words.List([]string(nil)), `list=""`, `"list":[]`},
		{words.List([]string{"a b", "c"}), `list="a b; c"`, `"list":["a b","c"]`},
		{words.List(long[:16]), `list="0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 13; 14; 15"`, `"list":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]`},
		{words.List(long), `list="0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 13; 14; 15; 4 more"`,
			`"list":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,"4 more"]`},
	} {
		var text, json bytes.Buffer
		slog.New(slog.NewTextHandler(&text, nil)).Info("m", slog.Any("list", tt.list))
		slog.New(slog.NewJSONHandler(&json, nil)).Info("m", slog.Any("list", tt.list))
		assert.Contains(t, text.String(), tt.text)
		assert.Contains(t, json.String(), tt.json)
	}
}
