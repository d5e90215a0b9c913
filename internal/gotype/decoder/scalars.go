package decoder

import (
	"cmp"
	"encoding/base64"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/structural/field"
)

func (d *decoder) scalar(n *decode.Node, t *gotype.Type, held any) any {
	got := n.Type.String()
	switch {
	case n.Type == decode.String && t.Class == gotype.Text:
		return n.Text
	case n.Type == decode.Bool && t.Class == gotype.Flag:
		return n.Text == "true"
	case n.Type == decode.String && t.Class == gotype.Base64:
		if _, err := base64.StdEncoding.DecodeString(n.Text); err != nil && d.first == nil {
			d.first = d.failure(n, err.Error())
		}
		return n.Text
	case n.Type == decode.Number && (t.Class == gotype.Integer || t.Class == gotype.Number):
		jsontext.CountNumber(d.work, n.Text)
		if v, ok := number(n.Text, t); ok {
			return v
		}
		got += " " + n.Text
	}
	d.mismatched(n, got, t)
	return held
}

// number returns the number that the server reads as a t, and reports whether it fits.
func number(text string, t *gotype.Type) (any, bool) {
	switch {
	case t.Class == gotype.Number:
		f, err := strconv.ParseFloat(text, 64)
		if i, notInt := strconv.ParseInt(text, 10, 64); notInt == nil && !math.Signbit(f) {
			return i, true
		}
		return f, err == nil
	case t.Bits == 8:
		i, err := strconv.ParseUint(text, 10, t.Bits)
		return int64(i), err == nil
	default:
		i, err := strconv.ParseInt(text, 10, t.Bits)
		return i, err == nil
	}
}

// heldList returns a list that the server holds. Bytes may have been text.
func heldList(held any) []any {
	switch held := held.(type) {
	case []any:
		return held
	case string:
		decoded, _ := base64.StdEncoding.DecodeString(held)
		list := make([]any, len(decoded))
		for i, b := range decoded {
			list[i] = int64(b)
		}
		return list
	default:
		return nil
	}
}

// time ends the decoding if n cannot be parsed.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, Time.UnmarshalJSON.
func (d *decoder) time(n *decode.Node, t *gotype.Type) (any, *field.Error) {
	switch n.Type {
	case decode.Null:
		return nil, nil
	case decode.String:
		if _, err := time.Parse(time.RFC3339, n.Text); err != nil {
			return nil, d.failure(n, err.Error())
		}
		return n.Text, nil
	default:
		return nil, d.mismatch(n, n.Type.String(), t)
	}
}

// mismatched keeps the first [decoder.mismatch].
func (d *decoder) mismatched(n *decode.Node, got string, t *gotype.Type) {
	if d.first == nil {
		d.first = d.mismatch(n, got, t)
	}
}

// mismatch returns the error for n, whose JSON type got does not fit t.
func (d *decoder) mismatch(n *decode.Node, got string, t *gotype.Type) *field.Error {
	where := cmp.Or(d.outer, d.within) + "." + strings.Join(d.names, ".")
	e := d.failure(n, gotype.WrongFieldType(got, where, t.Name))
	if t.Class == gotype.Integer {
		e.Remark = jsontext.RemarkOn(e.Value)
	}
	return e
}

func (d *decoder) failure(n *decode.Node, detail string) *field.Error {
	value, _ := n.Value(d.work)
	return undecodable(d.path.Append(), value, detail)
}

func undecodable(path field.Path, value any, detail string) *field.Error {
	return field.Verbatim(field.Error{Path: path, Kind: field.Undecodable, Code: codes.FieldType, Value: value, Detail: detail})
}
