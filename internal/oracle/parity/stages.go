package parity

import "github.com/seed95800270/crdschema/structural"

// Stages compares the order of the stages that found the errors of an object. ours and
// theirs have the same texts; the texts of theirs are in the server's order, and that order
// is fixed from stage to stage. Texts that two stages report are ignored.
func (c *Check) Stages(what string, ours structural.Errors, theirs []string) {
	stages := map[string]string{}
	for _, err := range ours {
		text, stage := err.Error(), StageOf(err)
		if other, known := stages[text]; known && other != stage {
			stage = ""
		}
		stages[text] = stage
	}
	sequence := func(texts []string) []any {
		out := []any{}
		for _, text := range texts {
			if stage := stages[text]; stage != "" && (len(out) == 0 || out[len(out)-1] != any(stage)) {
				out = append(out, stage)
			}
		}
		return out
	}
	c.Equal(what, sequence(ours.Texts()), sequence(theirs))
}

// StageOf returns the name of the stage that found an error: the room of its code,
// where package objectmeta has three: "type", "metadata" and "embedded". These also
// find errors of package gotype, about the apiVersion of objects and embedded resources.
func StageOf(err *structural.Error) string {
	room := declaredCodes()[string(err.Code)]
	if room != "objectmeta" && room != "gotype" {
		return room
	}
	switch root := err.Path; {
	case len(root) == 0 || root[0] != structural.Field("metadata") && len(root) > 1:
		return "embedded"
	case root[0] == structural.Field("metadata"):
		return "metadata"
	default:
		return "type"
	}
}
