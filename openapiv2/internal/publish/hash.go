package publish

import (
	"bufio"
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"github.com/seed95800270/crdschema/internal/work"
)

type hasher struct {
	work *work.Tracker
	out  *bufio.Writer // Flush returns its errors
}

func (h *hasher) value(v any) {
	if !h.work.Step(1) {
		return
	}
	switch v := v.(type) {
	case bool:
		h.bool(v)
	case string:
		h.text(v)
	case int64:
		h.number('i', uint64(v))
	case float64:
		h.number('f', math.Float64bits(v))
	case []any:
		h.number('l', uint64(len(v)))
		for _, e := range v {
			h.value(e)
		}
	case map[string]any:
		h.object(v)
	default:
		h.number('n', 0)
	}
}

func (h *hasher) object(m map[string]any) {
	if m == nil {
		h.number('n', 0)
		return
	}
	h.number('m', uint64(len(m)))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		h.text(name)
		h.value(m[name])
	}
}

func (h *hasher) bool(v bool) {
	if v {
		h.number('b', 1)
	} else {
		h.number('b', 0)
	}
}

func (h *hasher) text(s string) {
	if h.work.Step(len(s) / 16) {
		h.number('s', uint64(len(s)))
		_, _ = h.out.WriteString(s)
	}
}

func (h *hasher) number(kind byte, n uint64) {
	_ = h.out.WriteByte(kind)
	_, _ = h.out.Write(binary.AppendUvarint(h.out.AvailableBuffer(), n))
}
