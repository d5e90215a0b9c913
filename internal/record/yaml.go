package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

// yamlAnswers writes an object as YAML, damages the text and reads it.
func yamlAnswers(ctx context.Context, g *generate.Generator, seed uint64) []any {
	flavor := generate.Flavor(seed % 3)
	text, err := document.EncodeYAML(ctx, g.Object(g.Schema(generate.Valid), flavor))
	answers := []any{string(text), err}
	random := rand.New(rand.NewPCG(seed, 0))
	for range 4 {
		docs, err := document.DecodeYAML(ctx, text)
		answers = append(answers, err)
		for _, doc := range docs {
			answers = append(answers, doc.Object, doc.Duplicates, doc.Line, positions(ctx, doc))
		}
		text = damage(random, text)
	}
	return answers
}

// positions returns the lines and columns of the fields of a document.
func positions(ctx context.Context, doc document.Document) []any {
	all, err := doc.Positions(ctx)
	if err != nil {
		return []any{err}
	}
	var out []any
	for name := range doc.Object {
		at, found := all.Of(structural.Path{structural.Field(name)})
		out = append(out, fmt.Sprint(name, at, found))
	}
	return append(sorted(out), fmt.Sprint(all.Repeated()))
}

// snippets are pieces of YAML with a meaning of their own.
var snippets = []string{
	"&a ", "*a", "!!binary aGk=", "!!str ", "!!float 1", "!!int \"3\"", "? ", "<<: ", "0x1F", "0o17", "017", "1_000", ".inf", "-.Inf", ".nan", "1e3", "1e400",
	"2001-01-01", "2001-12-14t21:59:43.10-05:00", "yes", "No", "on", "y", "~", "null", "'", "\"", "\\u263A", "\t", "\n---\n", "\n...\n", " # c\n", "|\n  ", ">-\n  ",
	"[", "]", "{a: b, ", "}", ": ", "- ", "\r\n", "\u0085", "\u2028", "\x00", "\xff", "%YAML 1.1\n", "18446744073709551616", "-0", "1.", "+1", "190:20:30", "=",
}

// damage returns a text with snippets in some places.
func damage(random *rand.Rand, text []byte) []byte {
	out := append([]byte(nil), text...)
	for range 1 + random.IntN(3) {
		at := random.IntN(len(out) + 1)
		rest := append([]byte(snippets[random.IntN(len(snippets))]), out[min(len(out), at+random.IntN(4)):]...)
		out = append(out[:at], rest...)
	}
	return out
}

// texts returns answers as texts that do not depend on addresses.
func texts(answers []any) []string {
	out := make([]string, len(answers))
	for i, a := range answers {
		if err, ok := a.(error); ok {
			out[i] = err.Error()
			continue
		}
		text, err := json.Marshal(a)
		if err != nil {
			text = []byte(errors.Join(err).Error())
		}
		out[i] = string(text)
	}
	return out
}
