package solve

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// apply returns what a function or an operator returns, or false if it is not known here, or
// fails.
func apply(name string, args []any) (any, bool) {
	switch {
	case len(args) == 0:
		return nil, false
	case len(args) == 1:
		return applyOne(name, args[0])
	}
	if op, ok := arithmetics[name]; ok && len(args) == 2 {
		return arithmetic(op, args[0], args[1])
	}
	if f, ok := binary[name]; ok && len(args) == 2 {
		return f(args[0], args[1])
	}
	switch a := args[0].(type) {
	case string:
		return applyText(name, a, args[1:])
	case netip.Prefix:
		return applyPrefix(name, a, args[1])
	default:
		return nil, false
	}
}

type operator func(a, b any) (any, bool)

var binary = map[string]operator{
	"_==_":          func(a, b any) (any, bool) { return equal(a, b), true },
	"_!=_":          func(a, b any) (any, bool) { return !equal(a, b), true },
	"@in":           func(a, b any) (any, bool) { return contains(b, a), true },
	"_<_":           ordered(func(c int) bool { return c < 0 }),
	"_<=_":          ordered(func(c int) bool { return c <= 0 }),
	"_>_":           ordered(func(c int) bool { return c > 0 }),
	"_>=_":          ordered(func(c int) bool { return c >= 0 }),
	"isLessThan":    ordered(func(c int) bool { return c < 0 }),
	"isGreaterThan": ordered(func(c int) bool { return c > 0 }),
	"compareTo": func(a, b any) (any, bool) {
		c, ok := compare(a, b)
		return int64(c), ok
	},
	"_[_]": index,
	"join": func(a, b any) (any, bool) {
		l, _ := a.([]any)
		sep, ok := b.(string)
		return joined(l, sep), ok
	},
}

// arithmetics are the operators of functions that compute.
var arithmetics = map[string]string{"_+_": "_+_", "_-_": "_-_", "_*_": "_*_", "_/_": "_/_", "_%_": "_%_", "add": "_+_", "sub": "_-_"}

func ordered(holds func(int) bool) operator {
	return func(a, b any) (any, bool) {
		c, ok := compare(a, b)
		return holds(c), ok
	}
}

func index(a, b any) (any, bool) {
	switch a := a.(type) {
	case []any:
		i, ok := b.(int64)
		if !ok || i < 0 || i >= int64(len(a)) {
			return nil, false
		}
		return a[i], true
	case map[string]any:
		k, _ := b.(string)
		v, ok := a[k]
		return v, ok
	default:
		return nil, false
	}
}

// Contains reports whether a list has a value, or a map a field.
func Contains(in, v any) bool { return contains(in, v) }

func contains(in, v any) bool {
	switch in := in.(type) {
	case []any:
		return slices.ContainsFunc(in, func(e any) bool { return equal(e, v) })
	case map[string]any:
		k, ok := v.(string)
		_, found := in[k]
		return ok && found
	}
	return false
}

func joined(l []any, sep string) string {
	parts := make([]string, len(l))
	for i, e := range l {
		parts[i], _ = e.(string)
	}
	return strings.Join(parts, sep)
}

func applyText(name, x string, args []any) (any, bool) {
	if n, ok := args[0].(int64); ok {
		return cutText(name, x, n, args)
	}
	y, ok := args[0].(string)
	if !ok {
		return nil, false
	}
	switch name {
	case "startsWith":
		return strings.HasPrefix(x, y), true
	case "endsWith":
		return strings.HasSuffix(x, y), true
	case "contains":
		return strings.Contains(x, y), true
	case "indexOf":
		return int64(strings.Index(x, y)), true
	case "lastIndexOf":
		return int64(strings.LastIndex(x, y)), true
	case "replace":
		if z, ok := args[len(args)-1].(string); ok && len(args) == 2 {
			return strings.ReplaceAll(x, y, z), true
		}
	case "split":
		return texts(strings.Split(x, y)), true
	}
	return nil, false
}

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, t := range list {
		out[i] = t
	}
	return out
}

// cutText applies a function of positions: substring and charAt.
func cutText(name, x string, from int64, args []any) (any, bool) {
	r := []rune(x)
	to := int64(len(r))
	if len(args) == 2 {
		to, _ = args[1].(int64)
	}
	if name == "charAt" {
		to = min(from+1, to)
	} else if name != "substring" {
		return nil, false
	}
	if from < 0 || from > to || to > int64(len(r)) {
		return nil, false
	}
	return string(r[from:to]), true
}

func applyPrefix(name string, p netip.Prefix, arg any) (any, bool) {
	if t, ok := arg.(string); ok {
		kind := map[string]string{"containsIP": "ip", "containsCIDR": "cidr"}[name]
		if kind == "" {
			return nil, false
		}
		if arg, ok = parse(kind, t); !ok {
			return nil, false
		}
	}
	switch a := arg.(type) {
	case netip.Addr:
		return p.Contains(a), name == "containsIP"
	case netip.Prefix:
		return p.Overlaps(a) && p.Bits() <= a.Bits(), name == "containsCIDR"
	default:
		return nil, false
	}
}

func applyOne(name string, a any) (any, bool) {
	if parsers[name] != nil {
		if p, ok := a.(netip.Prefix); ok && name == "ip" {
			return p.Addr(), true
		}
		return parse(name, a)
	}
	if kind, ok := strings.CutPrefix(name, "is"); ok {
		if text, isText := a.(string); isText && parsers[strings.ToLower(kind)] != nil {
			_, ok := parse(strings.ToLower(kind), text)
			return ok, true
		}
	}
	switch a := a.(type) {
	case string:
		return applyOneText(name, a)
	case time.Duration:
		return part(name, a)
	case *url.URL:
		return partOfURL(name, a)
	case netip.Addr:
		return partOfIP(name, a)
	case netip.Prefix:
		if name == "masked" {
			return a.Masked(), true
		}
		return int64(a.Bits()), name == "prefixLength"
	case []any:
		return applyList(name, a)
	}
	switch name {
	case "!_":
		b, ok := a.(bool)
		return !b, ok
	case "-_":
		return arithmetic("_-_", int64(0), a)
	case "size":
		return size(a)
	case "string", "dyn":
		return plain(map[string]any{"type": "string"}, a), true
	case "isInteger", "sign", "asInteger", "asApproximateFloat":
		return partOfAmount(name, a)
	default:
		return nil, false
	}
}

func applyOneText(name, t string) (any, bool) {
	switch name {
	case "lowerAscii":
		return strings.ToLower(t), true
	case "upperAscii":
		return strings.ToUpper(t), true
	case "trim":
		return strings.TrimSpace(t), true
	case "size":
		return size(t)
	case "string", "dyn":
		return t, true
	default:
		return nil, false
	}
}

func part(name string, d time.Duration) (any, bool) {
	unit := map[string]time.Duration{"getHours": time.Hour, "getMinutes": time.Minute, "getSeconds": time.Second, "getMilliseconds": time.Millisecond}[name]
	if unit == 0 {
		return plain(nil, d), name == "string"
	}
	return int64(d / unit), true
}

func partOfURL(name string, u *url.URL) (any, bool) {
	switch name {
	case "getScheme":
		return u.Scheme, true
	case "getHost":
		return u.Host, true
	case "getHostname":
		return u.Hostname(), true
	case "getPort":
		return u.Port(), true
	case "getEscapedPath":
		return u.EscapedPath(), true
	case "getQuery":
		out := map[string]any{}
		for k, v := range u.Query() {
			out[k] = texts(v)
		}
		return out, true
	default:
		return nil, false
	}
}

func partOfIP(name string, a netip.Addr) (any, bool) {
	switch name {
	case "family":
		if a.Is4() {
			return int64(4), true
		}
		return int64(6), true
	case "isLoopback":
		return a.IsLoopback(), true
	case "isUnspecified":
		return a.IsUnspecified(), true
	case "isLinkLocalUnicast":
		return a.IsLinkLocalUnicast(), true
	case "isLinkLocalMulticast":
		return a.IsLinkLocalMulticast(), true
	case "isGlobalUnicast":
		return a.IsGlobalUnicast(), true
	case "string":
		return a.String(), true
	default:
		return nil, false
	}
}

func partOfAmount(name string, v any) (any, bool) {
	f, ok := float(v)
	switch name {
	case "isInteger":
		return f == float64(int64(f)), ok
	case "sign":
		c, _ := compare(f, 0.0)
		return int64(c), ok
	case "asInteger":
		return int64(f), ok
	default:
		return f, ok
	}
}

func applyList(name string, l []any) (any, bool) {
	switch name {
	case "size":
		return size(l)
	case "join":
		return joined(l, ""), true
	case "isSorted":
		return slices.IsSortedFunc(l, func(a, b any) int { c, _ := compare(a, b); return c }), true
	case "sum":
		var sum any = int64(0)
		for _, e := range l {
			ok := true
			if sum, ok = arithmetic("_+_", e, sum); !ok {
				return nil, false
			}
		}
		return sum, true
	case "min", "max":
		return extreme(name, l)
	default:
		return nil, false
	}
}

func extreme(name string, l []any) (any, bool) {
	if len(l) == 0 {
		return nil, false
	}
	by := func(a, b any) int { c, _ := compare(a, b); return c }
	if name == "min" {
		return slices.MinFunc(l, by), true
	}
	return slices.MaxFunc(l, by), true
}

func size(v any) (any, bool) {
	switch v := v.(type) {
	case string:
		return int64(utf8.RuneCountInString(v)), true
	case []any:
		return int64(len(v)), true
	case map[string]any:
		return int64(len(v)), true
	default:
		return nil, false
	}
}
