package structural

import "strings"

// The functions of this file tell what is wrong with a name, in the server's
// words; nil means nothing is. They allocate nothing for a valid name.

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

// CheckDNS1123Label checks a DNS label as RFC 1123 has it, up to 63 bytes:
// lower case letters, digits and '-', with a letter or digit at both ends.
// Namespaces are such labels.
//
// Rule: k8s.io/apimachinery/pkg/util/validation, IsDNS1123Label.
func CheckDNS1123Label(name string) []string {
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

// CheckDNS1123Subdomain checks DNS labels joined with dots, up to 253 bytes
// together; the labels may have any length. Names of objects and groups are
// such subdomains.
//
// Rule: k8s.io/apimachinery/pkg/util/validation, IsDNS1123Subdomain.
func CheckDNS1123Subdomain(name string) []string {
	var wrong []string
	if len(name) > subdomainLimit {
		wrong = append(wrong, "must be no more than 253 characters")
	}
	if !isDNS1123Subdomain(name) {
		wrong = append(wrong, dns1123SubdomainMust)
	}
	return wrong
}

// CheckDNS1035Label checks a DNS label as RFC 1035 has it, which differs from
// RFC 1123 in that it starts with a letter. Versions, plurals and lower case
// kinds are such labels.
//
// Rule: k8s.io/apimachinery/pkg/util/validation, IsDNS1035Label.
func CheckDNS1035Label(name string) []string {
	var wrong []string
	if len(name) > labelLimit {
		wrong = append(wrong, "must be no more than 63 characters")
	}
	if !isDNS1123Label(name) || isDigit(name[0]) {
		wrong = append(wrong, dns1035LabelMust)
	}
	return wrong
}

// CheckQualifiedName checks a name of up to 63 letters, digits, '-', '_' and
// '.', with a letter or digit at both ends, and optionally a DNS subdomain and
// '/' in front. Label keys, annotation keys (in lower case) and finalizers are
// such names.
//
// Rule: k8s.io/apimachinery/pkg/api/validate/content, IsLabelKey.
func CheckQualifiedName(name string) []string {
	prefix, name, prefixed := cutPrefix(name)
	if strings.Contains(name, "/") {
		return []string{"a valid label key " + labelKeyMust + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"}
	}
	var wrong []string
	if prefixed {
		wrong = checkNamePrefix(prefix)
	}
	switch {
	case name == "":
		wrong = append(wrong, "name part must be non-empty")
	case len(name) > labelLimit:
		wrong = append(wrong, "name part must be no more than 63 bytes")
	}
	if !isLabelKey(name) {
		wrong = append(wrong, "name part "+labelKeyMust)
	}
	return wrong
}

func cutPrefix(name string) (prefix, rest string, prefixed bool) {
	if prefix, rest, ok := strings.Cut(name, "/"); ok {
		return prefix, rest, true
	}
	return "", name, false
}

// checkNamePrefix is CheckDNS1123Subdomain in the words of a qualified name.
func checkNamePrefix(prefix string) (wrong []string) {
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

// CheckLabelKey is [CheckQualifiedName] under the name of its commonest use.
func CheckLabelKey(key string) []string { return CheckQualifiedName(key) }

// CheckLabelValue checks a label value: empty, or like the name part of a
// [CheckQualifiedName].
//
// Rule: k8s.io/apimachinery/pkg/api/validate/content, IsLabelValue.
func CheckLabelValue(value string) []string {
	var wrong []string
	if len(value) > labelLimit {
		wrong = append(wrong, "must be no more than 63 bytes")
	}
	if value != "" && !isLabelKey(value) {
		wrong = append(wrong, labelValueMust)
	}
	return wrong
}

// CheckPathSegmentName checks that a name can stand between the slashes of a
// URL. The empty name is fine.
//
// Rule: k8s.io/apimachinery/pkg/api/validate/content, IsPathSegmentName.
func CheckPathSegmentName(name string) []string {
	if name == "." || name == ".." {
		return []string{"may not be '" + name + "'"}
	}
	return CheckPathSegmentPrefix(name)
}

// CheckPathSegmentPrefix is [CheckPathSegmentName] for a name to which more is
// appended: '.' and '..' are fine.
//
// Rule: k8s.io/apimachinery/pkg/api/validate/content, IsPathSegmentPrefix.
func CheckPathSegmentPrefix(name string) []string {
	var wrong []string
	if strings.Contains(name, "/") {
		wrong = append(wrong, "may not contain '/'")
	}
	if strings.Contains(name, "%") {
		wrong = append(wrong, "may not contain '%'")
	}
	return wrong
}

// CheckPort checks the number of a TCP port.
//
// Rule: k8s.io/apimachinery/pkg/util/validation, IsValidPortNum.
func CheckPort(port int64) []string {
	if port < 1 || port > 65535 {
		return []string{"must be between 1 and 65535, inclusive"}
	}
	return nil
}

// MaskTrailingDash is a generateName as a server checks it: a dash at the end,
// where a suffix is to follow, is taken for a letter. As the server does it,
// the byte before the dash goes with it.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, maskTrailingDash.
func MaskTrailingDash(generateName string) string {
	if n := len(generateName); n > 1 && generateName[n-1] == '-' {
		return generateName[:n-2] + "a"
	}
	return generateName
}

// isDNS1123Label reports whether all of name matches dns1123Label.
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

// isLabelKey reports whether all of name matches labelKey.
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
