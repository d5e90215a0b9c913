package protobuf

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"google.golang.org/protobuf/encoding/protowire"
)

//go:embed crd.txt
var crdText string

// message has the fields of a message by their numbers.
type message struct {
	name   string
	fields map[protowire.Number]*field
	always []*field // those that JSON has even if they are zero
}

type field struct {
	name     string
	kind     string // of a scalar: string, bytes, bool, int32, int64, double
	message  *message
	list     bool
	keyed    bool // a map from strings
	optional bool // it is present even if it is zero
}

// messages returns the messages of crd.txt. They do not change.
var messages = sync.OnceValue(func() map[string]*message {
	out := map[string]*message{}
	get := func(name string) *message {
		if out[name] == nil {
			out[name] = &message{name: name, fields: map[protowire.Number]*field{}}
		}
		return out[name]
	}
	var current *message
	for line := range strings.Lines(crdText) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0] == "#":
		case len(words) == 1:
			current = get(words[0])
		default:
			current.add(words, get)
		}
	}
	return out
})

// add adds the field of a line.
func (m *message) add(words []string, get func(string) *message) {
	number, err := strconv.Atoi(words[0])
	if err != nil {
		panic(err) // the table is part of the program
	}
	f := &field{name: words[1]}
	kind, always := strings.CutSuffix(words[2], "!")
	kind, f.optional = strings.CutSuffix(kind, "?")
	kind, f.list = strings.CutPrefix(kind, "[]")
	f.kind, f.keyed = strings.CutPrefix(kind, "{}")
	if f.kind[0] >= 'A' && f.kind[0] <= 'Z' {
		f.message = get(f.kind)
	}
	m.fields[protowire.Number(number)] = f
	if always {
		m.always = append(m.always, f)
	}
}
