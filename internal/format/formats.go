package format

import (
	"math"
	"slices"
	"strings"
)

// Infinite is a minor version that supports every format: the server's validation of
// defaults ignores versions.
const Infinite = math.MaxInt

type format struct {
	key     string
	name    string // the name in the documentation of Kubernetes
	since   int    // the first minor version that checks it, 0 for all
	accepts func(string) bool
}

// formats is sorted by key for the binary search of [Lookup].
var formats = [...]format{
	{"bsonobjectid", "bsonobjectid", 0, isObjectID},
	{"byte", "byte", 0, isBase64},
	{"cidr", "cidr", 0, isCIDR},
	{"creditcard", "creditcard", 0, isCreditCard},
	{"date", "date", 0, isDate},
	{"datetime", "date-time", 0, isDateTime},
	{"duration", "duration", 0, isDuration},
	{"email", "email", 0, isEmail},
	{"hexcolor", "hexcolor", 0, isHexColor},
	{"hostname", "hostname", 0, isHostname},
	{"ipv4", "ipv4", 0, isIPv4},
	{"ipv6", "ipv6", 0, isIPv6},
	{"isbn", "isbn", 0, isISBN},
	{"isbn10", "isbn10", 0, isISBN10},
	{"isbn13", "isbn13", 0, isISBN13},
	{"k8slongname", "k8s-long-name", 34, isLongName},
	{"k8sshortname", "k8s-short-name", 34, isShortName},
	{"mac", "mac", 0, isMAC},
	{"password", "password", 0, isPassword},
	{"rgbcolor", "rgbcolor", 0, isRGBColor},
	{"ssn", "ssn", 0, isSSN},
	{"uri", "uri", 0, isURI},
	{"uuid", "uuid", 0, isUUID},
	{"uuid3", "uuid3", 0, isUUID3},
	{"uuid4", "uuid4", 0, isUUID4},
	{"uuid5", "uuid5", 0, isUUID5},
}

// Lookup returns the predicate of a string format, or false for one that Kubernetes
// 1.minor does not check: the server then accepts every string.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/validation,
// StripUnsupportedFormatsPostProcessorForVersion.
func Lookup(name string, minor int) (func(string) bool, bool) {
	key := strings.ReplaceAll(name, "-", "")
	i, known := slices.BinarySearchFunc(formats[:], key, func(f format, key string) int {
		return strings.Compare(f.key, key)
	})
	if !known || minor < formats[i].since {
		return nil, false
	}
	return formats[i].accepts, true
}

// NumbersSince is the first minor version that knows the formats of numbers, and the types
// of all formats: the compatibility version of 1.36.
const NumbersSince = 35

// warningsSince is the first minor version that warns about formats: the compatibility
// version of 1.34.
const warningsSince = 33

// Recognized reports whether Kubernetes 1.minor recognizes a format of a schema with a
// type, empty without a type or with several. Before [NumbersSince], string formats are
// recognized in all types.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/validation,
// StripUnsupportedFormatsPostProcessorForVersion.
func Recognized(schemaType, name string, minor int) bool {
	if minor < NumbersSince {
		schemaType = ""
	}
	switch schemaType {
	case "", "string":
		_, ok := Lookup(name, minor)
		return ok
	case "integer":
		return name == "int32" || name == "int64"
	case "number":
		return name == "float" || name == "double"
	default:
		return false
	}
}

// Warned reports whether Kubernetes 1.minor warns about a format that it does not
// recognize; before [NumbersSince], only if the type is string.
//
// Rule: the same package, GetUnrecognizedFormats.
func Warned(schemaType, name string, minor int) bool {
	switch {
	case name == "" || minor < warningsSince:
		return false
	case minor < NumbersSince && schemaType != "string":
		return false
	default:
		return !Recognized(schemaType, name, minor)
	}
}
