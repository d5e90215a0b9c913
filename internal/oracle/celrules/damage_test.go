package celrules

import (
	"math/rand/v2"
	"regexp"
	"strings"
)

// token matches a piece of CEL that is replaced as a whole.
var token = regexp.MustCompile(`'[^']*'|"[^"]*"|[A-Za-z_][A-Za-z_0-9]*|[0-9.]+|&&|\|\||[=!<>]=|\s+|.`)

// pieces replace tokens.
var pieces = []string{
	"self", "oldSelf", "self.spec", "self.metadata.name", "self.kind", "has(self.a)", "size(self)", "true", "null", "1", "1u", "1.0", "-1",
	"'a'", "''", "b'a'", "'('", "'2020'", "'1h'", "duration('x')", "timestamp('2020')", "self.all(x, x)", "self.exists(k, k == 'a')",
	"[1, 'a']", "{'a': 1, 'b': 'c'}", "[]", "{}", "self.?a.hasValue()", "optional.of(self)", "oldSelf.hasValue()", "self.map(x, x)",
	"self.filter(e, e != '')", "self.isSorted()", "self.includes('a')", "self.matches('[')", "matches('a', '(')", "'a'.find('(')",
	"quantity('1')", "url('a')", "ip('1')", "cidr(self)", "semver('1')", "format.dns1123Label()", "sets.contains(self, ['a'])",
	"lists.range(3)", "self.transformList(i, v, v)", "int('a')", "type(self) == string", "timestamp", "list", "map{a: 1}", "net.IP",
	"ip.isCanonical('1.1.1.1')", "selfType1", "self.namespace", "self.__namespace__", "self[0]", "self['a']", "self.a.b.c.d",
	"==", "&&", "||", "?", ":", "(", ")", "[", "]", ".", ",", "!", "in", "\n", "//", "\\", "\"", "`a`", "é", "cel.bind(x, 1, x)", "dyn(self)",
	"authorizer.path('/a').check('get').allowed()", "self.sum()", "'%d'.format([1])", "strings.quote('a')", "self.sortBy(x, x)",
	"list{}", "map{}", "null_type{}", "duration{}", "string{}", "_var7", "[_var7]",
}

// damageText changes some tokens of an expression.
func damageText(r *rand.Rand, text string) string {
	tokens := token.FindAllString(text, -1)
	for range 1 + r.IntN(3) {
		if len(tokens) == 0 {
			tokens = []string{"self"}
		}
		i := r.IntN(len(tokens))
		switch r.IntN(9) {
		case 0:
			tokens = append(tokens[:i:i], tokens[i+1:]...)
		case 1:
			tokens[i] += tokens[i]
		case 2:
			j := r.IntN(len(tokens))
			tokens[i], tokens[j] = tokens[j], tokens[i]
		case 3:
			tokens[i] += one(r, " ", "", ".") + one(r, pieces...)
		case 4:
			tokens = tokens[:i]
		case 5:
			if word := tokens[i]; len(word) > 1 {
				tokens[i] = word[:len(word)-1]
			} else {
				tokens[i] = strings.ToUpper(word)
			}
		case 6:
			tokens = append(append([]string{}, tokens...), append([]string{one(r, " && ", " || ", " == ", " + ", " > ", " in ")}, tokens...)...)
		default:
			tokens[i] = one(r, pieces...)
		}
	}
	// The reference gets the text as JSON, which is UTF-8.
	return strings.ToValidUTF8(strings.Join(tokens, ""), "\uFFFD")
}
