package decode

import (
	"encoding/base64"
	"math"
	"time"

	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// scalar decodes a bool, a number or a text.
func (d *decoder) scalar(v any, k *kind) {
	switch v := v.(type) {
	case string:
		d.text(v, k)
	case bool:
		if k.shape != flag {
			d.misfit(v, k)
		}
	default:
		d.number(v, k)
	}
}

func (d *decoder) text(s string, k *kind) {
	switch k.shape {
	case text:
	case base64Text:
		if _, err := base64.StdEncoding.DecodeString(s); err != nil {
			d.note(d.problem(s, err.Error()))
		}
	default:
		d.misfit(s, k)
	}
}

func (d *decoder) number(v any, k *kind) {
	switch {
	case k.shape == integer && !k.holds(v):
		d.note(d.mismatch(v, wire.Number(v), k))
	case k.shape != integer && k.shape != fraction:
		d.misfit(v, k)
	}
}

// holds tells whether v is an integer that fits.
func (k *kind) holds(v any) bool {
	n, ok := v.(int64)
	switch {
	case !ok:
		return false
	case k.bits == 8:
		return 0 <= n && n <= math.MaxUint8
	case k.bits == 32:
		return math.MinInt32 <= n && n <= math.MaxInt32
	default:
		return true
	}
}

// instant reads a time. One that cannot be read ends the decoding.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, Time.UnmarshalJSON.
func (d *decoder) instant(v any) *structural.Error {
	if v == nil {
		return nil
	}
	s, ok := v.(string)
	if !ok {
		return d.mismatch(v, wire.JSONType(v), timeKind)
	}
	if _, err := time.Parse(time.RFC3339, wire.ValidUTF8(s)); err != nil {
		return d.problem(v, err.Error())
	}
	return nil
}
