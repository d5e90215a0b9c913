package celrules

import (
	"regexp"
	"strconv"
	"strings"
)

// unknownType is the name of a type that could not be inferred.
var unknownType = regexp.MustCompile(`_var[0-9]+`)

// settled numbers the types that could not be inferred in the order in which
// issues mention them. The type checker numbers them in the order in which it
// goes through a map, which is another one every time. Names in the lines that
// quote the expression stay.
func settled(issues string) string {
	if !strings.Contains(issues, "_var") {
		return issues
	}
	numbers := map[string]string{}
	lines := strings.Split(issues, "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, " |") {
			lines[i] = unknownType.ReplaceAllStringFunc(line, func(name string) string {
				if numbers[name] == "" {
					numbers[name] = "_var" + strconv.Itoa(len(numbers))
				}
				return numbers[name]
			})
		}
	}
	return strings.Join(lines, "\n")
}
