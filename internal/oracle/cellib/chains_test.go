package cellib

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// chain returns an expression of a type whose calls take results of other calls,
// so that costs depend on the sizes of results.
func chain(r *rand.Rand, of string, depth int) string {
	if depth == 0 {
		return leaf(r, of)
	}
	below := func(of string) string { return chain(r, of, depth-1-r.IntN(depth)) }
	s, n, l := below("string"), below("int"), below("list")
	switch of {
	case "string":
		return []string{
			s + ".lowerAscii()", s + ".upperAscii()", s + ".trim()", s + ".substring(" + n + ")", s + ".charAt(" + n + ")",
			s + ".replace(" + leaf(r, "string") + ", " + below("string") + ")", s + ".replace(" + below("string") + ", 'bb', " + n + ")",
			l + ".join()", l + ".join(" + s + ")", s + ".find(" + leaf(r, "regex") + ")", "strings.quote(" + s + ")",
			"(" + s + " + " + below("string") + ")", "(" + below("bool") + " ? " + s + " : " + below("string") + ")", l + "[" + n + "]", "string(bytes(" + s + "))", l + ".max()",
			"'%s: %d'.format([" + s + ", " + n + "])",
		}[r.IntN(17)]
	case "int":
		return []string{
			s + ".size()", l + ".size()", s + ".indexOf(" + below("string") + ")", l + ".indexOf(" + s + ")", l + ".lastIndexOf(" + s + ")",
			s + ".lastIndexOf(" + leaf(r, "string") + ", " + n + ")", "(" + n + " + 1)",
			"lists.range(" + n + ").size()", "semver(" + s + ", true).major()", "quantity(" + s + ").asInteger()", "cidr(" + s + ").prefixLength()", "ip(" + s + ").family()",
		}[r.IntN(12)]
	case "bool":
		return []string{
			"(" + s + " == " + below("string") + ")", "(" + s + " < " + below("string") + ")", "(" + n + " > " + below("int") + ")", "(" + s + " in " + l + ")",
			s + ".contains(" + below("string") + ")", s + ".startsWith(" + leaf(r, "string") + ")", s + ".matches(" + leaf(r, "regex") + ")",
			l + ".isSorted()", l + ".includes(" + s + ")", "isURL(" + s + ")", "isIP(" + s + ")", "isQuantity(" + s + ")", "isSemver(" + s + ")", "(" + l + " == " + below("list") + ")",
			"(" + below("bool") + " && " + below("bool") + ")", "(" + below("bool") + " || " + below("bool") + ")", "format.dns1123Label().validate(" + s + ").hasValue()",
			l + ".all(x, x != " + s + ")", "sets.contains(" + l + ", " + below("list") + ")", "(url(" + s + ") == url(" + below("string") + "))",
			"cidr(" + s + ").containsIP(" + below("string") + ")", "cidr(" + s + ").containsCIDR(" + below("string") + ")",
		}[r.IntN(22)]
	default:
		return []string{
			s + ".split(" + leaf(r, "string") + ")", s + ".split(" + leaf(r, "string") + ", " + n + ")", s + ".split('', 7)", s + ".findAll(" + leaf(r, "regex") + ")",
			s + ".findAll(" + leaf(r, "regex") + ", " + n + ")", l + ".map(x, x + " + s + ")", l + ".filter(x, x.size() > " + n + ")", "(" + l + " + " + below("list") + ")",
			l + ".sort()", l + ".distinct()", l + ".reverse()", l + ".slice(0, " + n + ")", "[" + l + ", " + below("list") + "].flatten()", "[" + s + ", " + below("string") + "]",
			"url(" + s + ").getQuery()[" + below("string") + "]", "format.uri().validate(" + s + ").orValue(" + l + ")", l + ".transformList(i, v, v + string(i))",
		}[r.IntN(17)]
	}
}

func leaf(r *rand.Rand, of string) string {
	n := 1 + r.IntN(3)
	switch of {
	case "string":
		return []string{fmt.Sprint("t", n), fmt.Sprint("k", n), fmt.Sprint("q", n), "''", "'a'", "'abc'", "'1.2.3.4/8'", "'https://a/?a=b&a=c'"}[r.IntN(8)]
	case "int":
		return []string{fmt.Sprint("i", n), "0", "1", "3", "-1"}[r.IntN(5)]
	case "bool":
		return []string{fmt.Sprint("b", n), "true"}[r.IntN(2)]
	case "regex":
		return []string{fmt.Sprint("r", n), "'[a-z]+'", "''", "t1"}[r.IntN(4)]
	default:
		return []string{fmt.Sprint("lt", n), "[]", "['a', 'bc']", "['a', t1]"}[r.IntN(4)]
	}
}

// TestChains compares calls on the results of calls.
func TestChains(t *testing.T) {
	cases := parity.Generated(parity.Full(100_000), func(seed uint64) subject {
		r := parity.Rand(seed)
		expression := chain(r, []string{"string", "int", "bool", "list"}[r.IntN(4)], 1+r.IntN(5))
		return subject{expression, used(expression, values(r))}
	})
	parity.Run(t, "cel-chains", cases, compareCall)
}
