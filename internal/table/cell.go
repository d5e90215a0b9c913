package table

import (
	"math"

	"github.com/seed95800270/crdschema/internal/jsonpath"
)

// cellOf returns the function for a column type. Cells are nil for values of other types
// and for [jsonpath.None].
func cellOf(columnType string) func(*Printer, any) any {
	switch columnType {
	case "string":
		return textCell
	case "integer":
		return integerCell
	case "number":
		return numberCell
	case "boolean":
		return boolCell
	case "date":
		return (*Printer).dateCell
	}
	return func(*Printer, any) any { return nil }
}

func nameCell(_ *Printer, v any) any {
	if _, ok := v.(string); !ok {
		return ""
	}
	return v
}

func boolCell(_ *Printer, v any) any {
	if _, ok := v.(bool); !ok {
		return nil
	}
	return v
}

// dateCell keeps the previous text: ages repeat in a list.
func (p *Printer) dateCell(v any) any {
	timestamp, ok := v.(string)
	if !ok {
		return nil
	}
	var buffer [16]byte
	if age := appendAge(buffer[:0], timestamp, p.now); string(age) != p.age.(string) {
		p.age = string(age)
	}
	return p.age
}

// textCell returns the text of a value. The bytes of a text that has to be built count as
// steps.
func textCell(p *Printer, v any) any {
	switch v.(type) {
	case string:
		return v
	case jsonpath.None:
		return nil
	}
	w := p.evaluator.Work
	if w.Failed() {
		return nil
	}
	text, err := jsonpath.Text(w, v)
	if !w.Step(len(text)) || err != nil {
		return nil
	}
	return text
}

func integerCell(_ *Printer, v any) any {
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

func numberCell(_ *Printer, v any) any {
	switch n := v.(type) {
	case int64:
		return float64(n)
	case float64:
		return v
	}
	return nil
}
