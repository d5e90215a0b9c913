package judge

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/explain"
	"github.com/seed95800270/crdschema/hints"
)

// explained returns a hint for each error of a rejected object, and then for each field that the server
// drops: what fits, and an edit with which the object does not have the error. Without an explanation,
// the verdict stands alone.
func explained(ctx context.Context, d *crdschema.Definition, req crdschema.Request, res crdschema.Result) []hints.Hint {
	if res.Accepted() {
		return nil
	}
	explanations, err := explain.Object(ctx, d, req, res)
	if err != nil {
		return nil
	}
	out := make([]hints.Hint, len(explanations))
	for i, e := range explanations {
		out[i].Text = hintOf(e)
		if i >= len(res.Errors) && out[i].Text != "" { // the Status names several fields
			out[i].Text = e.Error.Path.String() + ": " + out[i].Text
		}
	}
	return out
}

func hintOf(e explain.Explanation) string {
	var parts []string
	if e.Fits != "" && e.Demand != nil && e.Error.Code != "required" {
		parts = append(parts, "Fits: "+e.Fits+".")
	}
	if text := editsText(e.Edits); text != "" {
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}

// longestValue is the number of bytes of the longest value in a hint.
const longestValue = 80

// editsText returns edits as a sentence, or "" if a value is too long to read.
func editsText(edits []hints.Edit) string {
	parts := make([]string, len(edits))
	for i, edit := range edits {
		if edit.Remove {
			parts[i] = "remove " + edit.Path.String()
			continue
		}
		value, err := json.Marshal(edit.Value)
		if err != nil || len(value) > longestValue {
			return ""
		}
		parts[i] = "set " + edit.Path.String() + " to " + string(value)
	}
	if len(parts) == 0 {
		return ""
	}
	return "For example, " + strings.Join(parts, ", ") + "."
}
