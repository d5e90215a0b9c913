//go:build go1.26

package format

import (
	"encoding/base64"
	"encoding/hex"
	"net"
	"net/mail"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/weburl"
)

// The server is built with Go 1.26: older releases parse some addresses differently.

// obvious holds the formats once more, by the parsers of the standard library and by
// regular expressions.
var obvious = map[string]func(string) bool{
	"bsonobjectid": func(s string) bool {
		id, err := hex.DecodeString(s)
		return err == nil && len(id) == 12
	},
	"byte": func(s string) bool {
		data, err := base64.StdEncoding.DecodeString(s)
		return err == nil && len(data) > 0 && !strings.ContainsAny(s, "\r\n")
	},
	"cidr": func(s string) bool {
		_, err := netip.ParsePrefix(plainZeros(s))
		return err == nil
	},
	"creditcard": func(s string) bool {
		digits := regexp.MustCompile(`\D`).ReplaceAllString(s, "")
		return cardNumber.MatchString(digits) && luhn(digits)
	},
	"date": func(s string) bool {
		_, err := time.Parse(time.DateOnly, s)
		return err == nil
	},
	"date-time": func(s string) bool {
		parts := regexp.MustCompile("[tT]").Split(s, 3)
		if len(parts) < 2 || !clock.MatchString(parts[1]) {
			return false
		}
		_, err := time.Parse(time.DateTime, parts[0]+" "+parts[1][:8])
		return err == nil
	},
	"duration": func(s string) bool {
		_, err := time.ParseDuration(s)
		return err == nil || wordyDuration(s)
	},
	"email": func(s string) bool {
		_, err := mail.ParseAddress(s)
		return err == nil
	},
	"hexcolor": regexp.MustCompile(`^#?([[:xdigit:]]{3}){1,2}$`).MatchString,
	"hostname": func(s string) bool {
		long := func(label string) bool { return len(label) > 63 }
		return hostname.MatchString(s) && len(s) <= 255 && !slices.ContainsFunc(strings.Split(s, "."), long)
	},
	"ipv4": func(s string) bool {
		ip, err := netip.ParseAddr(plainZeros(s))
		return err == nil && ip.Zone() == "" && strings.Contains(s, ".")
	},
	"ipv6": func(s string) bool {
		ip, err := netip.ParseAddr(s)
		return err == nil && ip.Zone() == "" && strings.Contains(s, ":")
	},
	"isbn":           func(s string) bool { return isbn10(s) || isbn13(s) },
	"isbn10":         isbn10,
	"isbn13":         isbn13,
	"k8s-long-name":  func(s string) bool { return len(s) <= 253 && subdomain.MatchString(s) },
	"k8s-short-name": func(s string) bool { return len(s) <= 63 && !strings.Contains(s, ".") && subdomain.MatchString(s) },
	"mac": func(s string) bool {
		_, err := net.ParseMAC(s)
		return err == nil
	},
	"password": func(string) bool { return true },
	"rgbcolor": regexp.MustCompile(`^rgb\((\s*` + upTo255 + `\s*,){2}\s*` + upTo255 + `\s*\)$`).MatchString,
	"ssn":      regexp.MustCompile(`^\d\d\d[ -]\d\d[ -]\d\d\d\d$`).MatchString,
	"uri": func(s string) bool {
		_, err := weburl.ParseRequestURI(s)
		return err == nil
	},
	"uuid":  uuid(`[[:xdigit:]]`, `[[:xdigit:]]`),
	"uuid3": uuid(`3`, `[[:xdigit:]]`),
	"uuid4": uuid(`4`, `[89abAB]`),
	"uuid5": uuid(`5`, `[89abAB]`),
}

const (
	labelChar = `[0-9\pL\pS]`
	hostLabel = labelChar + `((-|` + labelChar + `)*` + labelChar + `)?`
	upTo255   = `(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])`
)

var (
	cardNumber = regexp.MustCompile(`^(4\d{12}|4\d{15}|5[1-5]\d{14}|(6011|65\d\d|35\d\d)\d{12}|3[47]\d{13}|(2131|1800)\d{11}|(30[0-5]|3[68]\d)\d{11})$`)
	clock      = regexp.MustCompile(`^\d\d:\d\d:\d\d(.\d+)?([zZ]|[+-]\d\d:\d\d)$`)
	hostname   = regexp.MustCompile(`^(` + labelChar + `-?` + labelChar + `*|(` + hostLabel + `\.)+\pL{2,})$`)
	subdomain  = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$`)
	filler     = regexp.MustCompile(`[\s-]`)
	amount     = regexp.MustCompile(`(\d+)\s*([A-Za-zµ]+)`)
	unitWord   = regexp.MustCompile(`(?i)^(ns|us|µs|ms|s|m|h|hr|d|w|wk|(nano|micro|milli|sec|min|hour|day|week).*)$`)
	leading    = regexp.MustCompile(`(^|[^0-9a-fA-F])0+([0-9a-fA-F])`)
)

// plainZeros removes the leading zeros of all numbers of an address.
func plainZeros(s string) string { return leading.ReplaceAllString(s, "$1$2") }

func uuid(version, variant string) func(string) bool {
	const x = `[[:xdigit:]]`
	return regexp.MustCompile(`^` + x + `{8}-?` + x + `{4}-?` + version + x + `{3}-?` + variant + x + `{3}-?` + x + `{12}$`).MatchString
}

func wordyDuration(s string) bool {
	found := false
	for _, match := range amount.FindAllStringSubmatch(s, -1) {
		if _, err := strconv.ParseInt(match[1], 10, 64); err != nil {
			return false
		}
		found = found || unitWord.MatchString(match[2])
	}
	return found
}

func luhn(digits string) bool {
	const doubled = "0246813579"
	sum := 0
	for i := range len(digits) {
		c := digits[len(digits)-1-i]
		if i%2 == 1 {
			c = doubled[c-'0']
		}
		sum += int(c - '0')
	}
	return sum%10 == 0
}

func isbn10(s string) bool {
	s = filler.ReplaceAllString(s, "")
	sum := 0
	for i, c := range s {
		sum += (10 - i) * (strings.IndexRune("0123456789X", c))
	}
	return regexp.MustCompile(`^\d{9}[\dX]$`).MatchString(s) && sum%11 == 0
}

func isbn13(s string) bool {
	s = filler.ReplaceAllString(s, "")
	sum := 0
	for i, c := range s {
		sum += []int{1, 3}[i%2] * int(c-'0')
	}
	return regexp.MustCompile(`^\d{13}$`).MatchString(s) && sum%10 == 0
}

// The strings of the tables are short; repeated they have any length.
func TestLongStrings(t *testing.T) {
	for _, f := range formats {
		for _, v := range readTable(t, f.name) {
			long := strings.Repeat(v.text, 5000/max(1, len(v.text)))
			assert.Equal(t, obvious[f.name](long), f.accepts(long), "%s of %q many times", f.name, v.text)
		}
	}
}
