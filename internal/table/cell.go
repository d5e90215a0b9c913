package table

import (
	"math"

	"github.com/seed95800270/crdschema/internal/jsonpath"
)

// cell returns the cell of obj, nil if there is no value of the column's type.
func (p *Printer) cell(c *column, obj map[string]any) any {
	v, found := p.evaluator.First(c.path, obj)
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
			return p.ageCell(s)
		}
	}
	return nil
}

// ageCell returns an age. Objects of a list often have that of the one before, which is then
// not allocated again.
func (p *Printer) ageCell(timestamp string) any {
	var buffer [16]byte
	if age := appendAge(buffer[:0], timestamp, p.now); string(age) != p.age.(string) {
		p.age = string(age)
	}
	return p.age
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
