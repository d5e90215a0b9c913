package oracle

import "strings"

// formatPieces are strings that give strings at the limits of formats when they
// are concatenated.
var formatPieces = []struct {
	formats []string
	prefix  string
	pieces  []string
	length  int
}{
	{[]string{"date-time"}, "2024-02-29", []string{"T", "t", "23:59:59", "24:00:00", ":", "0", "5", ".", ",", "\n", "Z", "z", "+", "-", "05:30", "é", "\xff", " "}, 5},
	{[]string{"duration"}, "", []string{"0", "1", "9223372036854775807", "9223372036854775808", "-", "+", ".", "s", "h", "ns", "µs", "μs", "d", " ", "\n", "w", "hr", "x", "sec", "S"}, 5},
	{[]string{"uuid", "uuid3", "uuid4", "uuid5"}, "", []string{"abcdef12", "-", "4bcd", "3bcd", "5bcd", "8bcd", "Cbcd", "B123", "123456789abc"}, 7},
	{[]string{"ipv4", "cidr"}, "", []string{"0", "1", "00", "255", "256", "025", ".", ":", "/", "32", "128", "a", " "}, 5},
	{[]string{"ipv4", "ipv6", "cidr"}, "", []string{"0", "::", ":", "fFff", "00000", "1.2.3.4", "01.2.3.4", ".", "g", "%a", "/64"}, 5},
	{[]string{"ipv4", "ipv6"}, "", []string{":", "::", "1", "0:", "0:0:0:", "1.2.3.4", "0.0"}, 7},
	{[]string{"hostname"}, "", []string{"a", "-", ".", "ab", "1", "é", "☃", "_", "\xff", strings.Repeat("x", 61)}, 5},
	{[]string{"byte"}, "", []string{"A", "+", "/", "=", "-", "AAAA", "\n", "é"}, 7},
	{[]string{"byte"}, "", []string{"A", "="}, 14},
	{[]string{"hexcolor"}, "", []string{"#", "f", "F", "0", "g", "fff"}, 7},
	{[]string{"rgbcolor"}, "rgb(", []string{"0", "255", "256", "00", "9", ",", " ", "\v", "\n", ")", "-"}, 6},
	{[]string{"email"}, "", []string{"a", "@", ".", "<", ">", `"`, " ", "\\", "(", ")", ",", ":", ";", "[", "]", "::", "é", "\xff", "=?x?q?a?=", "=?utf-8?q??=", "=?utf-8?q?a?="}, 5},
	{[]string{"email"}, "x:", []string{"a@b", ";", ",", "<", ">", " ", "(", ")", `"`}, 7},
	{[]string{"email"}, "", []string{"a", "<a@b>", " ", "(c)", `""`, "=?x?q?a?=", "=?utf-8?q??=", "=?utf-8?b?YQ?=", "=?utf-8?q?a?=", `"b"`, ":", ";", "\xff", "."}, 5},
	{[]string{"email"}, "a@b", []string{"(", ")", "=?x?q?a?=", " ", "\\", "=", "?", "x?q?a?", "\t", "\n"}, 6},
	{[]string{"uri"}, "", []string{"a", ":", "/", "?", "#", "[", "]", "@", "%", "2", "5", "*", "é"}, 6},
	{[]string{"uri"}, "http://", []string{"a", ":", "/", "?", "[", "]", "@", "%25", "1", "::1", "%C3", "%41", "\""}, 5},
	{[]string{"uri"}, "x://", []string{"a", ":", "/", "?", "[", "]", "@", "%25", "1", "::1", "%C3", "%41", " "}, 5},
	{[]string{"uri"}, "x://[::1%25", []string{"a", "]", "%25", "%20", " ", "%C3", "é", "[", ":", "1", "%5d", "%", "/", "@"}, 5},
	{[]string{"mac"}, "", []string{"00", ":", "-", ".", "0000", "aB", "0g", "00:00:00:00", "000000000000"}, 7},
	{[]string{"ssn"}, "", []string{"1", "12", "123", "-", " ", "1234"}, 7},
	{[]string{"isbn", "isbn10", "isbn13"}, "", []string{"0", "1", "5", "X", "x", "-", "\t", "\v", "97848731", "38362211"}, 6},
	{[]string{"creditcard"}, "", []string{"4", "34", "51", "6011", "2131", "1800", "3", "0", "5", "36", "000000000"}, 6},
	{[]string{"k8s-short-name", "k8s-long-name"}, "", []string{"a", "0", "-", ".", "A", "_", "é", strings.Repeat("b", 60), strings.Repeat("c", 125)}, 6},
	{[]string{"bsonobjectid"}, "", []string{"0123456789abcdefABCDEF", "0", "f", "F", "g", "00"}, 5},
}
