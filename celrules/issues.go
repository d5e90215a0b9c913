package celrules

import (
	"regexp"
	"strconv"
	"strings"
)

// unknownType is the name of a type that could not be inferred.
var unknownType = regexp.MustCompile(`\b_var[0-9]+\b`)

// settled numbers the types that could not be inferred in the order in which
// issues mention them. The type checker numbers them in the order in which it
// goes through a map, which is another one every time. Names that stand in the
// expression are the author's.
func settled(issues, source string) string {
	if !strings.Contains(issues, "_var") {
		return issues
	}
	numbers := map[string]string{}
	return unknownType.ReplaceAllStringFunc(issues, func(name string) string {
		switch {
		case strings.Contains(source, name):
			return name
		case numbers[name] == "":
			numbers[name] = "_var" + strconv.Itoa(len(numbers))
		}
		return numbers[name]
	})
}
