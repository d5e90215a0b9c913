package valuetext

import "strings"

// Aggregate returns one text for several, each of them once: `[a, b]`, the text
// itself if there is only one, or "" for no texts.
//
// Rule: k8s.io/apimachinery/pkg/util/errors, aggregate.Error.
func Aggregate(texts []string) string {
	seen := make(map[string]struct{}, len(texts))
	var distinct []string
	for _, text := range texts {
		if _, again := seen[text]; !again {
			seen[text] = struct{}{}
			distinct = append(distinct, text)
		}
	}
	if len(distinct) <= 1 {
		return strings.Join(distinct, "")
	}
	return "[" + strings.Join(distinct, ", ") + "]"
}
