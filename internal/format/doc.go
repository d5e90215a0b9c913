// Package format checks whether a string is in a format that a schema can require, such as
// date-time or ipv4. Results equal the server's and often differ from the standard that a
// format is named after.
//
// # Rules
//
//   - A name is matched after all its dashes are removed: date-time, datetime
//     and d-a-t-e-t-i-m-e are one format. Case matters.
//   - The server ignores formats that its version does not check or know;
//     [Lookup] does not find them. It warns about some: [Warned].
//   - A format applies only to strings. Only [Recognized] knows the formats of numbers
//     (int32, int64, float, double), since [NumbersSince].
//   - Only password accepts the empty string.
//
// # Formats
//
//	bsonobjectid         24 hex digits
//	byte                 base64, padded, standard alphabet
//	cidr                 address/length; host bits and leading zeros allowed
//	creditcard           number with check digit; everything but digits ignored
//	date                 2006-01-02
//	date-time            date, T, hh:mm:ss, fraction, zone; case does not matter
//	duration             as Go parses it, or any text with an amount like "3 days"
//	email                RFC 5322 address, also with a display name
//	hexcolor, rgbcolor   #ffffff, rgb(255, 255, 255)
//	hostname             international; no dashes inside a name without dots
//	ipv4, ipv6           leading zeros allowed in ipv4 only; no zones
//	isbn, isbn10, isbn13 with check digit; dashes and white space ignored
//	k8s-short-name       lower case RFC 1123 label, since 1.34
//	k8s-long-name        lower case RFC 1123 subdomain, since 1.34
//	mac                  6, 8 or 20 bytes in hex
//	password             any string
//	ssn                  123-45-6789
//	uri                  absolute URI or absolute path
//	uuid, uuid3 to uuid5 with or without dashes
//
// Each predicate is named for its format and has the whole rule, with unexpected strings
// that it accepts. hostname takes each byte that is not UTF-8 for the symbol U+FFFD.
//
// # Cost
//
// Predicates take linear time and do not allocate, with two exceptions: email, for display
// names and comments with words that look like encoded words of RFC 2047; and
// k8s-short-name and k8s-long-name, for names that they reject. Unlike Go's URL parser,
// they do not depend on GODEBUG.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt, the formats by name.
package format
