// Package names checks the syntax of names, labels and other short texts. Each check
// returns the server's messages, or nil for a valid text. Valid texts allocate nothing.
package names

import "strings"

const (
	dns1123Label     = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
	dns1123Subdomain = dns1123Label + `(\.` + dns1123Label + ")*"
	dns1035Label     = "[a-z]([-a-z0-9]*[a-z0-9])?"
	labelKey         = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]"

	dns1123LabelMust = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character" +
		" (e.g. 'my-name',  or '123-abc', regex used for validation is '" + dns1123Label + "')"
	dns1123SubdomainMust = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character" +
		" (e.g. 'example.com', regex used for validation is '" + dns1123Subdomain + "')"
	dns1035LabelMust = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character" +
		" (e.g. 'my-name',  or 'abc-123', regex used for validation is '" + dns1035Label + "')"
	labelKeyMust = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character" +
		" (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '" + labelKey + "')"
	labelValueMust = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character" +
		" (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(" + labelKey + ")?')"
)

const (
	labelLimit     = 63
	subdomainLimit = 253
)

// DNS1123Label checks a DNS label of RFC 1123, of at most 63 bytes: lower case letters, digits
// and '-', with a letter or digit at both ends, as in a namespace.
//
// Rule: k8s.io/apimachinery/pkg/util/validation, IsDNS1123Label.
func DNS1123Label(name string) []string {
	var wrong []string
	if len(name) > labelLimit {
		wrong = append(wrong, "must be no more than 63 characters")
	}
	switch {
	case isDNS1123Label(name):
	case isDNS1123Subdomain(name):
		wrong = append(wrong, "must not contain dots")
	default:
		wrong = append(wrong, dns1123LabelMust)
	}
	return wrong
}

// DNS1123Subdomain checks DNS labels of any length joined with dots, of at most 253 bytes
// together, as in names of objects and groups.
//
// Rule: k8s.io/apimachinery/pkg/util/validation, IsDNS1123Subdomain.
func DNS1123Subdomain(name string) []string {
	var wrong []string
	if len(name) > subdomainLimit {
		wrong = append(wrong, "must be no more than 253 characters")
	}
	if !isDNS1123Subdomain(name) {
		wrong = append(wrong, dns1123SubdomainMust)
	}
	return wrong
}

// DNS1035Label checks a DNS label of RFC 1035. Unlike in RFC 1123, it starts with a letter, as
// in versions, plurals and lower case kinds.
//
// Rule: k8s.io/apimachinery/pkg/util/validation, IsDNS1035Label.
func DNS1035Label(name string) []string {
	var wrong []string
	if len(name) > labelLimit {
		wrong = append(wrong, "must be no more than 63 characters")
	}
	if !isDNS1123Label(name) || isDigit(name[0]) {
		wrong = append(wrong, dns1035LabelMust)
	}
	return wrong
}

// QualifiedName checks a name of at most 63 letters, digits, '-', '_' and '.', with a
// letter or digit at both ends, and optionally a DNS subdomain and '/' in front. Label
// keys, annotation keys (in lower case) and finalizers are such names.
//
// Rule: k8s.io/apimachinery/pkg/api/validate/content, IsLabelKey.
func QualifiedName(name string) []string {
	prefix, rest, prefixed := strings.Cut(name, "/")
	if !prefixed {
		rest = name
	}
	if strings.Contains(rest, "/") {
		return []string{"a valid label key " + labelKeyMust + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"}
	}
	var wrong []string
	if prefixed {
		wrong = qualifiedPrefix(prefix)
	}
	switch {
	case rest == "":
		wrong = append(wrong, "name part must be non-empty")
	case len(rest) > labelLimit:
		wrong = append(wrong, "name part must be no more than 63 bytes")
	}
	if !isLabelKey(rest) {
		wrong = append(wrong, "name part "+labelKeyMust)
	}
	return wrong
}

func qualifiedPrefix(prefix string) (wrong []string) {
	if prefix == "" {
		return []string{"prefix part must be non-empty"}
	}
	if len(prefix) > subdomainLimit {
		wrong = append(wrong, "prefix part must be no more than 253 bytes")
	}
	if !isDNS1123Subdomain(prefix) {
		wrong = append(wrong, "prefix part "+dns1123SubdomainMust)
	}
	return wrong
}

// LabelValue checks a label value: empty, or like the name part of a [QualifiedName].
//
// Rule: k8s.io/apimachinery/pkg/api/validate/content, IsLabelValue.
func LabelValue(value string) []string {
	var wrong []string
	if len(value) > labelLimit {
		wrong = append(wrong, "must be no more than 63 bytes")
	}
	if value != "" && !isLabelKey(value) {
		wrong = append(wrong, labelValueMust)
	}
	return wrong
}

// PathSegmentName checks a name between the slashes of a URL. It may be empty.
//
// Rule: k8s.io/apimachinery/pkg/api/validate/content, IsPathSegmentName.
func PathSegmentName(name string) []string {
	if name == "." || name == ".." {
		return []string{"may not be '" + name + "'"}
	}
	return PathSegmentPrefix(name)
}

// PathSegmentPrefix checks the beginning of a [PathSegmentName]: it may be '.' or '..'.
//
// Rule: k8s.io/apimachinery/pkg/api/validate/content, IsPathSegmentPrefix.
func PathSegmentPrefix(name string) []string {
	var wrong []string
	if strings.Contains(name, "/") {
		wrong = append(wrong, "may not contain '/'")
	}
	if strings.Contains(name, "%") {
		wrong = append(wrong, "may not contain '%'")
	}
	return wrong
}

// Port checks the number of a TCP port.
//
// Rule: k8s.io/apimachinery/pkg/util/validation, IsValidPortNum.
func Port(port int64) []string {
	if port < 1 || port > 65535 {
		return []string{"must be between 1 and 65535, inclusive"}
	}
	return nil
}

// MaskTrailingDash returns a generateName as the server checks it, with a letter instead of a
// dash at the end and of the byte before the dash, because a suffix follows.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, maskTrailingDash.
func MaskTrailingDash(generateName string) string {
	if n := len(generateName); n > 1 && generateName[n-1] == '-' {
		return generateName[:n-2] + "a"
	}
	return generateName
}

func isDNS1123Label(name string) bool {
	if name == "" || name[0] == '-' || name[len(name)-1] == '-' {
		return false
	}
	for i := range len(name) {
		if c := name[i]; c != '-' && !isLower(c) && !isDigit(c) {
			return false
		}
	}
	return true
}

func isDNS1123Subdomain(name string) bool {
	for {
		label, rest, more := strings.Cut(name, ".")
		if !isDNS1123Label(label) {
			return false
		}
		if !more {
			return true
		}
		name = rest
	}
}

func isLabelKey(name string) bool {
	if name == "" || !isAlphanumeric(name[0]) || !isAlphanumeric(name[len(name)-1]) {
		return false
	}
	for i := range len(name) {
		if c := name[i]; !isAlphanumeric(c) && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return true
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isAlphanumeric(c byte) bool { return isLower(c) || isDigit(c) || 'A' <= c && c <= 'Z' }
