package hints

import (
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// defaultValues are the hints for defaults that the server does not take.
var defaultValues = []advice{
	{structural.Invalid, "default", "must not have unknown fields", setDefault("Remove fields from the default that its schema does not declare, or declare them.")},
	{structural.Invalid, "default", "must result in valid metadata", setDefault("Correct the metadata in the default.")},
	{structural.Required, "default", "", setDefault(badDefault)},
	{structural.Invalid, "default", "", setDefault(badDefault)},
	{structural.TypeInvalid, "default", "", setDefault(badDefault)},
	{structural.NotSupported, "default", "", setDefault(badDefault)},
	{structural.TooLong, "default", "", setDefault(badDefault)},
	{structural.TooMany, "default", "", setDefault(badDefault)},
	{structural.TooFew, "default", "", setDefault(badDefault)},
	{structural.Duplicate, "default", "", setDefault(badDefault)},
	{structural.Forbidden, "default", "", setDefault(badDefault)},
}

const badDefault = "Change the default so that its own schema takes it, or remove it."

// setDefault is a hint about the default in which the place is.
func setDefault(text string) func(*site) Hint {
	return func(s *site) Hint { return Hint{text, []Edit{remove(s.path[:s.defaultValue()])}} }
}

// defaultValue is how many steps lead to the default in which the place is, 0 if
// it is in none.
func (s *site) defaultValue() int { return slices.Index(s.path, structural.Field("default")) + 1 }
