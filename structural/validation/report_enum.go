package validation

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

// enum reports a value that is not allowed. There may be as many such values
// as there are allowed ones, and an error names them all: their text is made
// once and shared.
func (r *reporter) enum(k *keywords, value any) {
	if len(k.enum) == 0 {
		return
	}
	if k.allowed == nil {
		k.allowed = newEnum(k.enum)
	}
	if k.allowed.has(value) {
		return
	}
	if k.enumID == 0 {
		k.enumID = r.enumID(k.enum)
		k.enumDetail = supported(k.enum)
	}
	r.addSilent(structural.NotSupported, value, k.enumDetail, message{text: r.name() + " in body should be one of ", enumID: k.enumID})
}

// enumID is a number, not 0, that enums share which print alike.
func (r *reporter) enumID(enum []any) int {
	printed := fmt.Sprint(enum)
	id, ok := r.enums[printed]
	if !ok {
		if r.enums == nil {
			r.enums = make(map[string]int)
		}
		id = len(r.enums) + 1
		r.enums[printed] = id
	}
	return id
}

// supported lists the allowed values: strings quoted, others as JSON in quotes.
func supported(enum []any) string {
	var b strings.Builder
	b.WriteString("supported values: ")
	for i, v := range enum {
		if i > 0 {
			b.WriteString(", ")
		}
		s, ok := v.(string)
		if !ok {
			text, _ := json.Marshal(v) // of JSON values it does not fail
			s = string(text)
		}
		b.WriteString(strconv.Quote(s))
	}
	return b.String()
}
