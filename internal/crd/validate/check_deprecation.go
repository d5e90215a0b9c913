package validate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/codes"
)

// checkDeprecation checks the deprecation warning of a version.
func (c *checker) checkDeprecation(i int) {
	v := &c.form.spec.versions[i]
	if v.DeprecationWarning == nil {
		return
	}
	for _, wrong := range wrongWarning(v.Deprecated, *v.DeprecationWarning) {
		if c.omits() {
			continue
		}
		c.invalid(c.form.spec.versionAt(i).field("deprecationWarning"), codes.DeprecationWarning, typedText(*v.DeprecationWarning), wrong)
	}
}

// wrongWarning returns what is wrong with a deprecation warning.
//
// Rule: the same package, validateDeprecationWarning.
func wrongWarning(deprecated bool, text string) (wrong []string) {
	const limit = 256
	if !deprecated {
		return []string{codes.NotDeprecatedDetail}
	}
	if len(text) > limit {
		wrong = append(wrong, codes.WarningLengthDetail(limit))
	}
	if text == "" {
		wrong = append(wrong, codes.WarningEmptyDetail)
	}
	if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
		wrong = append(wrong, codes.WarningPrintableDetail(i))
	}
	if !utf8.ValidString(text) {
		wrong = append(wrong, codes.WarningEncodingDetail)
	}
	return wrong
}
