package cellib

import (
	"slices"
	"sync"
	"unicode"

	"github.com/seed95800270/crdschema/internal/kubeversion"
)

// Functions returns the names of the functions and macros that a rule may call in the newest
// version, sorted, without operators.
func Functions() []string { return slices.Clone(functionNames()) }

var functionNames = sync.OnceValue(func() []string {
	env, err := Env(kubeversion.Newest, New)
	if err != nil {
		return nil
	}
	var names []string
	for name := range env.Functions() {
		if unicode.IsLetter(rune(name[0])) {
			names = append(names, name)
		}
	}
	for _, m := range env.Macros() {
		if unicode.IsLetter(rune(m.Function()[0])) {
			names = append(names, m.Function())
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
})
