package cellib

import (
	"math"
	"strings"
	"time"
)

var texts = []string{
	"", "a", "ab", "abc", "A", "Hello, World", "123 abc 456", "  padded\t\n", "ä", "日本語", "😀 smile", "e\u0301",
	"a-b-c", "a,b,c", "aaaa", "\x00", "\xff\xfe", "%s", "%d %s", "1", "-1", "1.5", "1h", "2020-01-01T00:00:00Z",
	"true", "'quoted\"", `back\slash`, "::1", "1.2.3", "https://example.com/a?b=c", "500m", "my-name", "my.name",
	strings.Repeat("x", 39), strings.Repeat("long ", 60), strings.Repeat("ß", 11), "app=example,tier in (a, b)",
}

var quantities = []string{
	"0", "1", "-1", "+1", "", ".", "-", "+", "-.", ".5", "5.", "1.5", "-0", "-0.0", "00", "007", "1k", "1K", "1Ki", "1ki", "1m", "1M", "1Mi", "1mi",
	"1u", "1n", "1G", "1Gi", "1T", "1Ti", "1P", "1Pi", "1E", "1Ei", "1i", "1e", "1E3", "1e3", "1e-3", "1E+3", "1e+", "1e--3", "1ee3", "1.5Gi", "1.5e3",
	"0.5n", "0.000000001", "0.0000000001", "-0.0000000001", "1e-9", "1e-10", "1e-400", "1e400", "0e400", "1e18", "1e19", "1e5000", "12345678901234567890e290",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "9223372036854775807Ki", "8Ei", "7.5Ei", "-9Ei", "99999999999999999999Ei",
	"999999999999999999", "1000000000000000000", "0.999999999999999999", "12345678901Ki", "123456789012Ki", "12345678Mi", "123456789Mi", "99Ti", "100Ti",
	"1,5", "1 ", " 1", "1.2.3", "0x10", "NaN", "Inf", "Three", "Mi", "m", "1mm", "1nu", "1e9999999999999999999", "1e4294967296", "1e4294967299", "١", "1\x00",
	"0.1", "100m", "1024", "1Ki", "0.0009765625Mi", "1048576", "1000000u", "1e-3k", "5e-1m", strings.Repeat("0", 40) + "1", "0." + strings.Repeat("0", 40), "0." + strings.Repeat("0", 40) + "1Ki",
}

var suffixes = []string{
	"", "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei",
	"e1", "e2", "e-1", "e-7", "e9", "e-9", "e-10", "E5", "E-12", "e+3", "e18", "e19", "e100", "e-100", "e310", "e-310", "K", "Zi", "e", "x",
}

var addresses = []string{
	"127.0.0.1", "0.0.0.0", "255.255.255.255", "192.168.0.1", "10.0.0.256", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.04", "224.0.0.1", "224.0.1.1", "169.254.169.254", "239.1.2.3",
	"::", "::1", "2001:db8::abcd", "2001:DB8::ABCD", "2001:db8:0:0:0:0:0:abcd", "2001:db8::0:0:0:abcd", "fe80::1", "fe80::1%eth0", "fe80::1%", "ff02::1", "ff00::1", "fd00::1", "::ffff:1.2.3.4", "::ffff:102:304", "::1.2.3.4", "64:ff9b::1.2.3.4",
	":::1", "1::2::3", "12345::", "g::", "", " ", "127.0.0.1 ", "localhost", "[::1]", "1.2.3.4/24", "::1/128", "0x7f.0.0.1", "2130706433", "１.2.3.4", "-1.2.3.4",
}

var networks = []string{
	"0.0.0.0/0", "::/0", "192.168.0.0/16", "192.168.0.1/16", "192.168.10.0/24", "10.0.0.0/8", "10.0.0.0/7", "127.0.0.1/32", "192.168.0.0/33", "192.168.0.0/-1", "192.168.0.0/016", "192.168.0.0/", "192.168.0.0", "/24", "", "1.2.3.4/1", "1.2.3.4/9", "1.2.3.4/31",
	"::1/128", "::1/129", "2001:db8::/32", "2001:db8::1/32", "2001:db8:1::/48", "2001:DB8::/32", "fe80::/10", "fe80::1%eth0/64", "::ffff:1.2.3.4/120", "::ffff:0:0/96", "ff00::/8", "::/1", "::/9", "::/127", "01.2.3.4/8", "a/b", "1.2.3.4/24/24", "1.2.3.4/+24",
}

var urls = []string{
	"", "/", "/path", "path", "../relative", "https://example.com", "https://example.com/", "https://example.com:80/path?query=val#fragment", "https://user:pass@example.com:80/path?k1=a&k2=b&k2=c#frag",
	"https://[::1]:80/", "https://[::1]/", "https://[::1", "https://a:b:c/", "https://127.0.0.1:80/", "http://example.com:port/", "http://example.com:99999/", "mailto:a@b.c", "urn:isbn:1", "file:///etc/passwd", "//host/path", "http://", "http:", ":", "://", "1http://a", "ht_tp://a",
	"https://example.com/path with spaces/", "https://example.com/path%20with%20spaces/", "https://example.com/%zz", "https://example.com/path?key with spaces=value with spaces", "https://example.com/path?", "https://example.com?a=1;b=2", "https://example.com?%zz=1", "https://例え.jp/パス?ク=リ", "https://EXAMPLE.com/%7Eabc", "http://a b.com/", "http://[fe80::1%25en0]/", "http://user@/", "*", "/a?b#c", "/\x7f", "http://x/\n", "https://example.com/#", "x:y",
}

var semvers = []string{
	"1.2.3", "0.0.0", "v1.2.3", "vv1.2.3", "1", "1.2", "v1", "1.0", "01.01.01", "001", "1.2.3.4", "1.2.3-alpha", "1.2.3-alpha.1", "1.2.3-alpha.01", "1.2.3-0", "1.2.3-", "1.2.3+build", "1.2.3-rc.1+build.5", "1.2-rc", "1.2+b", "1-a", "1.02.3-01", "1.2.03", "1.2.00", "1..3", ".1.2", "1.2.", "", " 1.2.3", "1.2.3 ", "-1.2.3", "1.2.x", "*", "1.2.3-alpha..1", "1.2.3-ä", "1.2.3+ä", "1.0.0-alpha.beta", "1.0.0-beta.11", "1.0.0-beta.2", "1.0.0-rc.1", "18446744073709551615.0.0", "18446744073709551616.0.0", "9223372036854775808.1.1", "00.00.00", "0v1.2.3", "1.0.0-99999999999999999999999", "10.20.30", "1.2.0-1", "0a.1.1", "00a.0b.1",
}

var regexes = []string{
	"", "a", "[0-9]+", "[0-9]*", "^a.*z$", "(a|b)c", "(?i)HELLO", "x{3}", "x{1000}", "x{1001}", "(x{100}){100}", "[", "(", "a**", `\d+`, `\pL+`, `\p{Greek}`, "(?P<n>a)", `(?=a)`, `\1`, ".", ".*", "日", `\x{1F600}`, "^$", "$", `\b`, "[^a]", "a|", "long ", strings.Repeat("(", 1001) + strings.Repeat(")", 1001), strings.Repeat("a?", 50), "\xff",
}

var formatNames = []string{
	"dns1123Label", "dns1123Subdomain", "dns1035Label", "qualifiedName", "dns1123LabelPrefix", "dns1123SubdomainPrefix", "dns1035LabelPrefix", "labelValue", "uri", "uuid", "byte", "date", "datetime",
	"", "dns1123label", "DNS1123Label", "date-time", "email", "ipv4", "named", "format.uri", "k8s-short-name",
}

var names = []string{
	"", "a", "my-name", "my-name-", "-my-name", "My-Name", "my.name", "my..name", "my_name", "123-abc", "1", "-", "--", "a-", "-a", ".", "a.", ".a", "a.-b", "example.com", "example.com/MyName", "example.com/", "/name", "a/b/c", "Example.com/x", "exa_mple/x", "my-prefix.-", "my-prefix.", "ä", "na me", "na\nme",
	strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 253), strings.Repeat("a", 254), strings.Repeat("ab.", 84) + "a", strings.Repeat("ab.", 85), strings.Repeat("a", 253) + "/" + strings.Repeat("b", 63), strings.Repeat("a", 254) + "/" + strings.Repeat("b", 64), strings.Repeat("ä", 32), "12345", "my_value", "a.b-", "%41", "..", "Ab-", strings.Repeat("A", 62) + "--",
}

var formatted = []string{
	"123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000", "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400", "{123e4567-e89b-12d3-a456-426614174000}", "g23e4567-e89b-12d3-a456-426614174000",
	"aGVsbG8=", "aGVsbG8", "aGVsbG8==", "aGVs\nbG8=", "-_-_", "+/+/", "====", "YQ==", "Y", "a", "",
	"2021-01-01", "2021-02-29", "2020-02-29", "2021-13-01", "2021-1-1", "21-01-01", "2021-01-01 ", "0000-01-01", "9999-12-31", "-2021-01-01",
	"2021-01-01T00:00:00Z", "2021-01-01t00:00:00z", "2021-01-01T00:00:00+01:00", "2021-01-01T00:00:00.123456789Z", "2021-01-01T24:00:00Z", "2021-01-01T23:59:60Z", "2021-01-01T00:00:00", "2021-01-01 00:00:00Z", "2021-01-01T00:00:00+0100", "2021-01-01T00:00:00,5Z", "2021-01-01T0:00:00Z", "2021-01-01T00:00:00-23:59", "2021-01-01T00:00:00+24:00",
}

var ints = []int64{0, 1, -1, 2, 3, 5, 7, 10, 42, -42, 100, 1000, 1_000_001, math.MaxInt32, math.MinInt32, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, 1 << 53, 1<<53 + 1}

var uints = []uint64{0, 1, 2, 3, 42, math.MaxInt64, math.MaxInt64 + 1, math.MaxUint64}

var doubles = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 1.5, 2, 3, 1e10, 1e300, -1e300, math.MaxFloat64, math.SmallestNonzeroFloat64, math.NaN(), math.Inf(1), math.Inf(-1), 1 << 53}

var durations = []time.Duration{0, 1, -1, time.Second, time.Minute, time.Hour, -time.Hour, 24 * time.Hour, math.MaxInt64, math.MinInt64}

var times = []time.Time{
	time.Unix(0, 0).UTC(), time.Date(2020, 2, 29, 23, 59, 59, 999, time.UTC), time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), time.Date(2021, 1, 1, 0, 0, 0, 0, time.FixedZone("", 3600)),
}
