package parity

// EachOnce returns the texts without repetitions, each where it is first.
func EachOnce(texts []string) (out []string) {
	seen := map[string]bool{}
	for _, text := range texts {
		if !seen[text] {
			seen[text] = true
			out = append(out, text)
		}
	}
	return out
}
