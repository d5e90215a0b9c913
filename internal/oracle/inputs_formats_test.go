package oracle

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"unicode"
)

// Parts of the patterns below.
const (
	fmtOctet   = `(0|1|9|10|99|100|199|200|249|250|255|256|260|299|300|999|0{1,6}[0-9]{1,3}|[0-9]{1,3}|16777215|4294967297|18446744073709551617)`
	fmtV4      = `((` + fmtOctet + `\.){3}` + fmtOctet + `|([0-9]{1,3}\.){2,4}[0-9]{1,3})`
	fmtGroup   = `([0-9a-fA-F]{1,4}|0{1,8}[0-9a-fA-F]{0,4}|[0-9a-f]{5}|ffff|10000|fffffff|1000000)`
	fmtV6      = `((` + fmtGroup + `:){7}` + fmtGroup + `|(` + fmtGroup + `:){0,7}:(:?` + fmtGroup + `){0,7}|::|(` + fmtGroup + `:){6}` + fmtV4 + `|::(` + fmtGroup + `:){0,6}` + fmtV4 + `|(` + fmtGroup + `:){0,5}:(` + fmtGroup + `:){0,5}` + fmtV4 + `|(::?|` + fmtGroup + `){1,10}|::ffff:` + fmtV4 + `)`
	fmtUUID    = `[0-9a-fA-F]{8}-?[0-9a-f]{4}-?[0345][0-9a-f]{3}-?[0-9a-dABC][0-9a-f]{3}-?[0-9a-f]{12}`
	fmtAtext   = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.é☃-]"
	fmtDate    = `([0-9]{4}-(0[0-9]|1[0-3])-([012][0-9]|3[0-2])|2024-02-29|2023-02-29|1900-02-29|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2})`
	fmtClock   = `([01][0-9]|2[0-4]):[0-6][0-9]:[0-6][0-9]`
	fmtUnit    = `(ns|us|µs|μs|ms|s|m|h|d|w|wk|hr|nano|micro|milli|sec|min|hour|day|week|nanoseconds|Secs|MINUTES|hrs|wks|Days|month|y|x|µ|ſ|secret)`
	fmtBig     = `(0|1|9|10|922337203685477580[6-9]|9223372036854775807|9223372036854775808|9223372036854775809|18446744073709551615|18446744073709551616|0{1,30}[0-9]|[0-9]{1,25}|153722867|153722868|2562047|2562048|9223372036|9223372037)`
	fmtLabel   = `[a-zA-Z0-9é☃日$+-]{1,8}`
	fmtWord    = `(` + fmtAtext + `{1,5}|"[^"\\]{0,4}"|"(\\.|[a-z ]){0,4}"|=\?(utf-8|UTF-8|iso-8859-1|us-ascii|koi8-r|x|)\?[qQbBx]\?[a-zA-Z0-9=_+/]{0,5}\?=|=\?x\?q\?a\?=|=\?utf-8\?q\?\?=)`
	fmtCFWS    = `( |\t|\([a-z ()\\]{0,4}\)|\(=\?x\?q\?a\?=\)|\(=\\?\?x\?q\?a\?=\)|){0,2}`
	fmtAddress = `(` + fmtAtext + `{1,5}|"(\\.|[a-z @é]){0,4}")@(` + fmtAtext + `{1,5}|\[` + fmtV4 + `\]|\[` + fmtV6 + `\]|[a-z]{1,3}\.[a-z]{1,3})`
	fmtMailbox = fmtCFWS + `(` + fmtAddress + fmtCFWS + `|(` + fmtWord + `[ ]?` + fmtCFWS + `){0,3}<[ ]?` + fmtAddress + `>)` + fmtCFWS
	fmtPercent = `%[0-9a-fA-F]{2}`
	fmtHost    = `([a-zA-Z0-9._~!$&'()*+,;=<>"é-]|` + fmtPercent + `|%25|%[cC]3){0,6}`
	fmtPort    = `(:|:[0-9]{1,6}|:[a-z]|:[0-9]:[0-9]|)`
)

// formatPatterns hold patterns of valid and nearly valid strings by format.
var formatPatterns = compilePatterns(map[string][]string{
	"bsonobjectid":   {`[0-9a-f]{24}`, `[0-9a-fA-F]{22,26}`, `[0-9a-g]{24}`},
	"byte":           {`([A-Za-z0-9+/]{4}){0,5}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})`, `[A-Za-z0-9+/=_-]{0,9}`, `[A/+=]{0,8}`},
	"cidr":           {`(` + fmtV4 + `|` + fmtV6 + `)/(0|8|24|31|32|33|64|127|128|129|0{1,5}[0-9]{1,3}|[0-9]{0,3}|16777215|18446744073709551624)`, fmtV4 + `/` + fmtOctet},
	"creditcard":     {`4[0-9]{12}([0-9]{3})?`, `5[0-6][0-9]{14}`, `6(011|5[0-9][0-9]|0[0-9][0-9])[0-9]{12}`, `3[0-9][0-9]{12,14}`, `(2131|1800|2130|1801|35[0-9]{3})[0-9]{10,12}`, `([0-9]{4}[- ]?){4}`, `4([0-9][a-zé ]?){12,15}`},
	"date":           {fmtDate, `[0-9]{4}-[0-9]{2}-[0-9]{2}`},
	"date-time":      {fmtDate + `[tT ]` + fmtClock + `([.,x+☃0-9 \n-][0-9]{0,9})?([zZ]|[+-][0-9]{2}:[0-9]{2}|[+-][0-9]{4}|)`, fmtDate + `T` + fmtClock + `Z`, fmtDate + `T` + fmtClock + `([.][0-9]{1,12})?[+-][0-9][0-9]:[0-9][0-9]`, fmtDate + `T` + fmtClock + `Z[tT].{0,3}`},
	"duration":       {`[+-]?(` + fmtBig + `?(\.` + fmtBig + `?)?` + fmtUnit + `){1,3}`, fmtBig + `[ \t\n]{0,2}` + fmtUnit, `.{0,3}` + fmtBig + `\s?` + fmtUnit + `.{0,3}(` + fmtBig + `\s?` + fmtUnit + `)?`, `[+-]?` + fmtBig, `-?(9223372036854775808ns|9223372036854775807ns|2562047h47m16\.85477580[6-9]s|9223372036\.85477580[678]s|1ns|0s|0\.9ns){1,3}`},
	"email":          {fmtMailbox, fmtAddress, `[a-z]{1,5}:` + fmtMailbox + `(,` + fmtMailbox + `)?;` + fmtCFWS, `[a-z@<>.,:;()"\\ \[\]=?]{0,10}`, fmtWord + ` ` + fmtWord + `<` + fmtAddress + `>`},
	"hexcolor":       {`#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})`, `#{0,2}[0-9a-gG]{2,7}`},
	"hostname":       {fmtLabel + `(\.` + fmtLabel + `){0,3}`, fmtLabel + `\.[a-zA-Zé日]{1,3}`, `[a-z0-9]-[a-z]{0,3}`, `[a-z]{61,65}(\.[a-z]{61,65}){0,5}`, `[a-z](é){29,33}`, `([a-z]{1,63}\.){3,5}[a-z]{1,63}`, `([é日]{1,31}\.){1,5}[é日]{1,31}`, `[a-z-]{1,5}(\.[a-z-]{1,4})?`, `a\.[a-z]{60,66}`, `a\.(é){29,34}`},
	"ipv4":           {fmtV4, fmtV4, `::ffff:` + fmtV4, fmtV6},
	"ipv6":           {fmtV6, fmtV6, fmtV6 + `%[a-z]{0,3}`},
	"isbn":           {`[0-9]{9}[0-9X]`, `97[89][0-9]{10}`, `([0-9]-?){9}[0-9Xx]`, `([0-9][- \t]?){13}`},
	"isbn10":         {`[0-9]{9}[0-9X]`, `([0-9][- \n]{0,2}){9}[0-9Xx][- ]?`},
	"isbn13":         {`97[89][0-9]{10}`, `([0-9][- \f]?){13}`, `[0-9]{13}`},
	"k8s-long-name":  {`[a-z0-9]([-a-z0-9]{0,5}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]{0,5}[a-z0-9])?){0,3}`, `[a-z.-]{0,8}`, `[a-z]{250,256}`, `([a-z]{60,66}\.){3}[a-z]{50,70}`},
	"k8s-short-name": {`[a-z0-9]([-a-z0-9]{0,5}[a-z0-9])?`, `[a-z]{61,65}`, `[a-z0-9.-]{0,5}`},
	"mac":            {`([0-9a-fA-F]{2}:){5}[0-9a-f]{2}`, `([0-9a-fA-F]{2}-){7}[0-9a-f]{2}`, `([0-9a-fA-F]{2}[:-]){18,20}[0-9a-f]{2}`, `([0-9a-f]{4}\.){2,3}[0-9a-f]{4}`, `([0-9a-f]{4}\.){8,10}[0-9a-f]{4}`, `[0-9a-f]{12}`, `[0-9a-f]{16}`, `[0-9a-f]{40}`, `[0-9a-f]{11,17}`},
	"password":       {`.{0,10}`},
	"rgbcolor":       {`rgb\(\s{0,2}` + fmtOctet + `\s?,\s?` + fmtOctet + `\s?,\s?` + fmtOctet + `\s{0,2}\)`, `rgb\([0-9]{1,3},[0-9]{1,3},[0-9]{1,3}\)`},
	"ssn":            {`[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}`, `[0-9 -]{11}`},
	"uri":            {`(http|https|HTTP|ftp|a|x\+y|1|)://` + `([a-z:%é@!$]{0,4}@|` + fmtPercent + `:` + fmtPercent + `@)?` + `(` + fmtHost + `|\[` + fmtV6 + `(%25` + fmtHost + `)?\]|[a-z]{1,3}:[0-9]{1,2},[a-z]:[0-9]{1,2})` + fmtPort + `(/|)([a-z/#@:?%]|` + fmtPercent + `){0,6}`, `/.{0,6}`, `[a-z+.0-9-]{1,4}:.{0,5}`, `[a-z:/?#\[\]@%0-9*]{0,8}`},
	"uuid":           {fmtUUID}, "uuid3": {fmtUUID}, "uuid4": {fmtUUID}, "uuid5": {fmtUUID},
})

func compilePatterns(patterns map[string][]string) map[string][]*syntax.Regexp {
	out := map[string][]*syntax.Regexp{}
	for name, list := range patterns {
		for _, p := range list {
			re, err := syntax.Parse(p, syntax.Perl)
			if err != nil {
				panic(err)
			}
			out[name] = append(out[name], re)
		}
	}
	return out
}

// formatText returns a string that is valid for a format, or nearly so.
func formatText(r *rand.Rand, name string) string {
	list := formatPatterns[name]
	var b strings.Builder
	expand(r, &b, list[r.IntN(len(list))])
	s := b.String()
	for range max(0, r.IntN(5)-2) {
		s = distort(r, s, name)
	}
	return s
}

// expand writes a string that matches a regular expression.
func expand(r *rand.Rand, b *strings.Builder, re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		for _, c := range re.Rune {
			b.WriteRune(c)
		}
	case syntax.OpCharClass:
		i := 2 * r.IntN(len(re.Rune)/2)
		lo, hi := re.Rune[i], re.Rune[i+1]
		if hi-lo > 0x400 && r.IntN(2) == 0 {
			hi = lo + 0x400
		}
		b.WriteRune(lo + r.Int32N(hi-lo+1))
	case syntax.OpAnyCharNotNL, syntax.OpAnyChar:
		b.WriteString(odd(r))
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			expand(r, b, sub)
		}
	case syntax.OpAlternate:
		expand(r, b, re.Sub[r.IntN(len(re.Sub))])
	case syntax.OpQuest:
		if r.IntN(2) == 0 {
			expand(r, b, re.Sub[0])
		}
	case syntax.OpRepeat:
		for range re.Min + r.IntN(re.Max-re.Min+1) {
			expand(r, b, re.Sub[0])
		}
	case syntax.OpEmptyMatch:
	default:
		panic(re.String())
	}
}

var oddities = []string{
	"\x00", "\xff", "\xc2", "\xb5", "\xe2\x82", "\xed\xa0\x80", "\n", "\r", "\r\n", "\t", "\v", "\f", " ", "\u00a0", "\u2028", "\ufeff", "\ufffd",
	"\u212a", "ſ", "İ", "ı", "µ", "μ", "０", "９", "Ａ", "ｆ", "٣", "²", "½", "‐", "–", "−", "。", "．", "：", "é", "e\u0301", "☃", "😀", "日", "ß", "क", "ि",
	".", "..", ":", "::", "-", "--", "_", "/", "//", "@", "%", "%25", "%c3", "%zz", "?", "#", "[", "]", "(", ")", "<", ">", "\"", "\\", "'", "`", ",", ";", "=", "==", "+", "*", "$", "~", "|", "^", "&", "!", "{", "}",
	"0", "1", "9", "00", "a", "A", "f", "g", "z", "Z", "t", "T", "x", "X", "s", "=?", "?=", "\x7f", "\x1b",
}

func odd(r *rand.Rand) string { return oddities[r.IntN(len(oddities))] }

// distort makes a small or a large change.
func distort(r *rand.Rand, s, name string) string {
	if s == "" {
		return odd(r)
	}
	i := r.IntN(len(s) + 1)
	j := i + r.IntN(len(s)-i+1)
	switch r.IntN(14) {
	case 0:
		return s[:i] + odd(r) + s[i:]
	case 1:
		return s[:i] + odd(r) + s[min(len(s), i+1):]
	case 2:
		return s[:i] + s[min(len(s), i+1):]
	case 3:
		return s[:i] + s[j:]
	case 4:
		return s[:i] + s[i:j] + s[i:j] + s[j:]
	case 5:
		return odd(r) + s
	case 6:
		return s + odd(r)
	case 7:
		return strings.ToUpper(s)
	case 8:
		return s[:i] + strings.Repeat(s[i:min(len(s), i+1)], r.IntN(300)) + s[i:]
	case 9:
		return fold(r, s)
	case 10:
		return s[:i] + formatText(r, name)
	case 11:
		return s[i:] + s[:i]
	case 12:
		return strings.ReplaceAll(s, s[min(i, len(s)-1):min(i, len(s)-1)+1], odd(r))
	default:
		b := []byte(s)
		b[min(i, len(s)-1)] ^= 1 << r.IntN(8)
		return string(b)
	}
}

// fold replaces a character by one that Unicode case folding treats as equal.
func fold(r *rand.Rand, s string) string {
	rs := []rune(s)
	i := r.IntN(len(rs))
	for range 1 + r.IntN(3) {
		rs[i] = unicode.SimpleFold(rs[i])
	}
	return string(rs)
}
