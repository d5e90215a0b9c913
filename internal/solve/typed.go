package solve

import (
	"math"
	"net/netip"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/seed95800270/crdschema/internal/cellib/quantity"
	"github.com/seed95800270/crdschema/internal/weburl"
)

// amount is the value of a quantity.
type amount float64

// parsers make typed values of strings, as the functions with these names do.
var parsers = map[string]func(string) (any, error){
	"duration":  func(t string) (any, error) { return time.ParseDuration(t) },
	"timestamp": func(t string) (any, error) { return time.Parse(time.RFC3339, t) },
	"ip":        func(t string) (any, error) { return netip.ParseAddr(t) },
	"cidr":      func(t string) (any, error) { return netip.ParsePrefix(t) },
	"url":       parseURL,
	"quantity": func(t string) (any, error) {
		a, err := quantity.Parse(t)
		return amount(a.Float()), err
	},
	"int":    func(t string) (any, error) { return strconv.ParseInt(t, 10, 64) },
	"double": func(t string) (any, error) { return strconv.ParseFloat(t, 64) },
}

func parseURL(t string) (any, error) {
	if _, err := weburl.ParseRequestURI(t); err != nil {
		return nil, err
	}
	return weburl.Parse(t)
}

// parse returns the typed value of a string, or v if it is typed.
func parse(name string, v any) (any, bool) {
	switch v := v.(type) {
	case string:
		out, err := parsers[name](v)
		return out, err == nil
	case float64:
		if name == "int" {
			return int64(v), true
		}
	case int64:
		if name == "double" {
			return float64(v), true
		}
	}
	return v, v != nil
}

// typed returns the value of a field as rules see it: strings of some formats have types.
func typed(s map[string]any, v any) any {
	name := map[any]string{"duration": "duration", "date-time": "timestamp", "datetime": "timestamp"}[s["format"]]
	text, ok := v.(string)
	if name == "" || !ok {
		return v
	}
	if out, ok := parse(name, text); ok {
		return out
	}
	return v
}

// plain returns a typed value as JSON of a schema.
func plain(s map[string]any, v any) any {
	switch v := v.(type) {
	case time.Duration:
		return v.String()
	case time.Time:
		return v.UTC().Format(time.RFC3339)
	case netip.Addr:
		return v.String()
	case netip.Prefix:
		return v.String()
	case *url.URL:
		return v.String()
	case amount:
		return strconv.FormatFloat(math.Round(float64(v)*1000)/1000, 'f', -1, 64)
	case int64:
		if s["type"] == "string" {
			return strconv.FormatInt(v, 10)
		}
	}
	return v
}

func equal(a, b any) bool {
	if c, ok := compare(a, b); ok {
		return c == 0
	}
	return reflect.DeepEqual(a, b)
}

func compare(a, b any) (int, bool) {
	if x, ok := a.(string); ok {
		y, ok := b.(string)
		return strings.Compare(x, y), ok
	}
	x, ok := float(a)
	y, ok2 := float(b)
	switch {
	case !ok || !ok2:
		return 0, false
	case x < y:
		return -1, true
	case x > y:
		return 1, true
	default:
		return 0, true
	}
}

func float(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case time.Duration:
		return float64(v), true
	case time.Time:
		return float64(v.Unix()), true
	case amount:
		return float64(v), true
	default:
		return 0, false
	}
}

func arithmetic(name string, a, b any) (any, bool) {
	if x, ok := a.(string); ok && name == "_+_" {
		y, ok := b.(string)
		return x + y, ok && len(x)+len(y) < 1<<16
	}
	if x, ok := a.([]any); ok && name == "_+_" {
		y, ok := b.([]any)
		return append(append([]any{}, x...), y...), ok && len(x)+len(y) < 1<<12
	}
	x, ok := float(a)
	y, ok2 := float(b)
	if !ok || !ok2 || y == 0 && (name == "_/_" || name == "_%_") {
		return nil, false
	}
	r := 0.0
	switch name {
	case "_+_":
		r = x + y
	case "_-_":
		r = x - y
	case "_*_":
		r = x * y
	case "_/_":
		r = x / y
	case "_%_":
		r = math.Mod(x, y)
	}
	switch a := a.(type) {
	case int64:
		return int64(r), true
	case time.Duration:
		return time.Duration(r), true
	case time.Time:
		if d, ok := b.(time.Duration); ok && name != "_-_" {
			return a.Add(d), true
		}
		return time.Duration((x - y) * 1e9), true
	case amount:
		return amount(r), true
	default:
		return r, true
	}
}

func near(f float64) int64 { return int64(min(max(f, math.MinInt32), math.MaxInt32)) }
