package table

import (
	"math"
	"time"

	"github.com/seed95800270/crdschema/internal/jsonpath"
)

// cell returns the cell of obj, nil if there is no value of the column's type.
func (c *column) cell(obj map[string]any, now time.Time) any {
	v, found := c.path.First(obj)
	if !found {
		return nil
	}
	switch c.columnType {
	case "string":
		return textCell(v)
	case "integer":
		return integerCell(v)
	case "number":
		return numberCell(v)
	case "boolean":
		if _, ok := v.(bool); ok {
			return v
		}
	case "date":
		if s, ok := v.(string); ok {
			return HumanAge(s, now)
		}
	}
	return nil
}

func textCell(v any) any {
	if _, ok := v.(string); ok {
		return v
	}
	text, err := jsonpath.Text(v)
	if err != nil {
		return nil
	}
	return text
}

func integerCell(v any) any {
	switch n := v.(type) {
	case int64:
		return v
	case float64:
		if -0x1p63 <= n && n < 0x1p63 {
			return int64(n)
		}
		return int64(math.MinInt64) // as on amd64; in Go it depends on the platform
	}
	return nil
}

func numberCell(v any) any {
	switch n := v.(type) {
	case int64:
		return float64(n)
	case float64:
		return v
	}
	return nil
}
