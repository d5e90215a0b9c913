package cellib

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// operands are expressions of all types, to be used as arguments.
var operands = []string{
	"1", "-1", "2u", "1.5", "'a'", "'1.2.3'", "'1.2.3.4'", "'1.2.3.4/8'", "'https://a/b'", "'5Gi'", "''", "b'a'", "true", "null", "[]", "{}", "[1, 2]", "['a']", "[[1]]", "{'a': 1}",
	"dyn(1)", "dyn('1.2.3.4')", "dyn([1, 'a'])", "dyn([])", "dyn({})", "dyn(null)", "int", "string", "type(1)", "optional.none()", "optional.of('a')", "duration('1h')", "timestamp('2020-01-01T00:00:00Z')",
	"quantity('1k')", "dyn(quantity('1'))", "quantity('1').add(1)", "ip('::1')", "dyn(ip('1.2.3.4'))", "cidr('1.2.3.4/8')", "dyn(cidr('::/0'))", "url('/a')", "dyn(url('/a'))", "semver('1.2.3')", "dyn(semver('1.2.3'))", "format.uri()", "dyn(format.uri())",
	"[quantity('1')]", "[semver('1.2.3'), semver('1.2.3')]", "[ip('::1'), ip('::1')]", "[dyn(1), dyn(url('/a'))]", "{'a': quantity('1')}",
	"t1", "q1", "i1", "d1", "b1", "z1", "li1", "lt1", "ly1", "ll1", "mt1", "y1", "y2", "D1", "T1", "t3", "li3", "lt3", "mt3", "undeclared", "x",
}

// functionNames returns the names of the functions that the expressions of the
// table call, and some that do not exist.
func functionNames() []string {
	called := regexp.MustCompile(`([a-zA-Z0-9_]+(?:\.[a-zA-Z0-9_]+)?)\(`)
	found := map[string]bool{}
	for _, expression := range expressions() {
		for _, m := range called.FindAllStringSubmatch(expression, -1) {
			found[m[1]] = true
			_, method, _ := strings.Cut(m[1], ".")
			found[method] = true
		}
	}
	names := []string{"nobody", "cel.block", "math.abs", "base64.decode"}
	for name := range found {
		if name != "" && !variable.MatchString(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

var operators = []string{"==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "in", "&&", "||"}

// call returns a random expression, meaningful or not.
func call(r *rand.Rand, names []string, depth int) string {
	if depth == 0 {
		return operands[r.IntN(len(operands))]
	}
	below := func() string { return call(r, names, r.IntN(depth)) }
	args := make([]string, r.IntN(4))
	for i := range args {
		args[i] = below()
	}
	name := names[r.IntN(len(names))]
	switch r.IntN(16) {
	case 0, 1, 2, 3, 4, 5:
		return "(" + below() + ")." + name + "(" + strings.Join(args, ", ") + ")"
	case 6, 7, 8, 9:
		return name + "(" + strings.Join(args, ", ") + ")"
	case 10, 11:
		return "(" + below() + " " + operators[r.IntN(len(operators))] + " " + below() + ")"
	case 12:
		return "[" + strings.Join(append(args, below()), ", ") + "]"
	case 13:
		macro := []string{"all", "exists", "exists_one", "filter", "map"}[r.IntN(5)]
		return "(" + below() + ")." + macro + "(x, " + below() + ")"
	case 14:
		return "(" + below() + ")[" + below() + "]"
	default:
		return []string{"dyn(" + below() + ")", "type(" + below() + ")", "(" + below() + ").a", "has((" + below() + ").a)", "{'a': " + below() + "}", "string(" + below() + ")"}[r.IntN(6)]
	}
}

// TestCalls compares every function with arguments of all types, most of which
// are type errors.
func TestCalls(t *testing.T) {
	names := functionNames()
	cases := parity.Generated(parity.Full(200_000), func(seed uint64) subject {
		r := parity.Rand(seed)
		expression := call(r, names, 1+r.IntN(3))
		return subject{expression, used(expression, values(r))}
	})
	parity.Run(t, "cel-calls", cases, compareCall)
}
