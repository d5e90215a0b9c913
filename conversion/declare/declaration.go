package declare

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/structural"
)

// Declaration says as data how objects of one version become objects of
// another. In YAML:
//
//	from: stable.example.com/v1beta1
//	to: stable.example.com/v1
//	rules:
//	- split: {from: .spec.hostPort, separator: ":", to: [.spec.host, {path: .spec.port, type: integer}]}
//	- rename: {path: .spec.rules[*].kind, to: type}
//	- values: {path: .spec.mode, pairs: [{from: "on", to: Enabled}, {from: "off", to: Disabled}]}
//
// The rules are applied one after the other, each to what the one before left.
// What no rule mentions stays as it is. A rule about a field that is not there
// changes nothing.
//
// # Paths
//
// A path is a dot and a name for each field, as in the printer columns of a
// definition: .spec.template.image. A name with other characters than letters,
// digits, '_' and '-' is written ['example.com/name']. [*] stands for each item
// of a list and each value of a map: the rule is applied to each of them, and
// all of its paths must agree up to the last [*].
//
// apiVersion, kind and metadata cannot be converted; only single labels and
// annotations can: .metadata.annotations['example.com/name'].
//
// # Nothing is lost
//
// A rule never overwrites: that a field which it would make is there already is
// an error of the conversion, and so is anything but an object, null included,
// where it would make an object. An object from which a rule takes the last field
// goes, too, and comes back with it; this is the one thing that rules do not
// keep apart, an empty object and none.
type Declaration struct {
	// From and To are apiVersions, "group/version".
	From string `json:"from"`
	To   string `json:"to"`
	// Rules are what is to be done, in order.
	Rules []Rule `json:"rules,omitempty"`
}

// Rule is one change. Exactly one of its fields is set.
type Rule struct {
	Move     *Move     `json:"move,omitempty"`     // to another place
	Rename   *Rename   `json:"rename,omitempty"`   // in its place
	Split    *Split    `json:"split,omitempty"`    // one text into several fields
	Join     *Join     `json:"join,omitempty"`     // several fields into one text
	Constant *Constant `json:"constant,omitempty"` // a field with one value
	Drop     *Drop     `json:"drop,omitempty"`     // the inverse of that
	Values   *Values   `json:"values,omitempty"`   // other values for a field
	Remove   *Remove   `json:"remove,omitempty"`   // and lose what it says
}

// Move moves a field with everything in it to another place. The inverse moves
// it back.
type Move struct {
	From string `json:"from"` // path of the field
	To   string `json:"to"`   // path of its new place
}

// Rename gives a field another name. The inverse gives it the old one.
type Rename struct {
	// Path is that of the field.
	Path string `json:"path"`
	// To is the new name alone.
	To string `json:"to"`
}

// Split makes several fields of the parts of a text. The inverse is a [Join]
// with the same parameters.
type Split struct {
	From      string `json:"from"`      // path of the text
	Separator string `json:"separator"` // not empty
	// To are the fields that the parts become, at least two.
	To []Part `json:"to"`
	// Last counts separators from the end: "a:b:c" becomes "a:b" and "c".
	Last bool `json:"last,omitempty"`
	// Partial accepts a text with fewer parts, whose last fields then are not
	// there. Otherwise that is an error.
	Partial bool `json:"partial,omitempty"`
}

// Join makes one text of several fields. Only what a [Split] with the same
// parameters takes apart again is joined, everything else is an error: a part
// that contains the separator at a place where it would be found, a missing
// part. Nothing is done if none of the fields is there. The inverse is a Split.
type Join struct {
	From      []Part `json:"from"`              // the parts, at least two
	Separator string `json:"separator"`         // not empty
	To        string `json:"to"`                // path of the text
	Last      bool   `json:"last,omitempty"`    // as of Split
	Partial   bool   `json:"partial,omitempty"` // as of Split
}

// Part is a field that is a part of a text. In JSON and YAML its path alone may
// stand in its place.
type Part struct {
	// Path is that of the field.
	Path string `json:"path"`
	// Type of the field: "string", the default, or "integer". An integer must be
	// written in the text as it is printed: 80, not 080.
	Type string `json:"type,omitempty"`
}

// UnmarshalJSON takes a part, or its path alone.
func (p *Part) UnmarshalJSON(text []byte) error {
	if bytes.HasPrefix(text, []byte(`"`)) {
		*p = Part{}
		return json.Unmarshal(text, &p.Path)
	}
	type plain Part
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return decoder.Decode((*plain)(p))
}

// Constant makes a field that the other version does not have, always with the
// same value. The inverse is a [Drop].
type Constant struct {
	// Path is that of the field.
	Path string `json:"path"`
	// Value is any JSON value but null.
	Value any `json:"value"`
}

// Drop removes a field that the other version does not have because it can only
// have one value. Another value is an error of the conversion: it would be lost.
// Numbers are compared by value: 1.0 is 1. The inverse is a [Constant], which
// makes the field up for every object. If another rule made the field, of a part
// of a text for instance, an object that lacked the text cannot come back: that is
// an error of the conversion.
type Drop struct {
	// Path is that of the field.
	Path string `json:"path"`
	// Value is any JSON value but null.
	Value any `json:"value"`
}

// Values exchanges the values of a field; of numbers the value counts, 1.0 is 1.
// A value without a pair is an error of the conversion, unless Others is set. The
// inverse exchanges them back; there is none if two values become the same.
type Values struct {
	Path  string `json:"path"`  // of the field
	Pairs []Pair `json:"pairs"` // each From once
	// Others lets values without a pair pass as they are. It is an error of the
	// conversion if such a value is what another one becomes: the two could not
	// be told apart afterwards.
	Others bool `json:"others,omitempty"`
}

// Pair is a value and what it becomes: strings, numbers or booleans.
type Pair struct {
	From any `json:"from"` // in the version that is converted
	To   any `json:"to"`   // in the other one
}

// Remove removes a field, whatever it says. There is no inverse: it is for
// versions between which something must get lost, and is written into the
// declaration of the one direction, beside another declaration for the other.
type Remove struct {
	// Path is that of the field.
	Path string `json:"path"`
}

// Read reads a declaration as it is decoded from JSON or YAML, under
// the names given in the types' JSON tags. Unknown names are an error, and so
// are known ones in other letter case. The map is not kept. Whether the rules make sense is seen by [NewChain].
func Read(fields map[string]any) (Declaration, error) {
	normal, err := structural.Normalize(fields)
	if err != nil {
		return Declaration{}, err
	}
	if err := exactNames(normal, reflect.TypeFor[Declaration]()); err != nil {
		return Declaration{}, err
	}
	text, err := json.Marshal(normal)
	if err != nil {
		return Declaration{}, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	decoder.UseNumber()
	var d Declaration
	if err := decoder.Decode(&d); err != nil {
		return Declaration{}, err
	}
	return d, nil
}

// Inverse is the declaration of the other direction: the inverses of the rules
// in the opposite order. The error names the first rule without an inverse, one
// that loses data, and says why.
func (d Declaration) Inverse() (Declaration, error) {
	rules, err := d.compile()
	if err != nil {
		return Declaration{}, err
	}
	inverse := Declaration{From: d.To, To: d.From, Rules: make([]Rule, len(rules))}
	for i, r := range rules {
		undo, err := r.inverse()
		if err != nil {
			return Declaration{}, d.wrong(i, fmt.Errorf("has no inverse: %w", err))
		}
		inverse.Rules[len(rules)-1-i] = undo
	}
	return inverse, nil
}

// Step is the declared conversion for use in a [conversion.Chain], together with others or
// with functions. The error says which rule makes no sense.
func (d Declaration) Step() (conversion.Step, error) {
	rules, err := d.compile()
	if err != nil {
		return conversion.Step{}, err
	}
	return conversion.Step{From: d.From, To: d.To, Convert: rules.convert}, nil
}

// NewChain makes a converter of declarations. Where a declaration has no
// counterpart among the others for the other direction, its inverse is used;
// it is an error if there is none. Versions that no declaration joins directly
// are reached through others, see [conversion.Chain].
func NewChain(declarations ...Declaration) (*conversion.Chain, error) {
	given := map[[2]string]bool{}
	for _, d := range declarations {
		given[[2]string{d.From, d.To}] = true
	}
	var steps []conversion.Step
	for _, d := range declarations {
		directions := []Declaration{d}
		if !given[[2]string{d.To, d.From}] {
			inverse, err := d.Inverse()
			if err != nil {
				return nil, err
			}
			directions = append(directions, inverse)
		}
		for _, d := range directions {
			step, err := d.Step()
			if err != nil {
				return nil, err
			}
			steps = append(steps, step)
		}
	}
	return conversion.NewChain(steps...)
}

// wrong is an error about a rule.
func (d Declaration) wrong(rule int, err error) error {
	return fmt.Errorf("%s to %s: rule %d: %w", d.From, d.To, rule, err)
}

func (d Declaration) compile() (ruleList, error) {
	out := make(ruleList, len(d.Rules))
	for i, r := range d.Rules {
		compiled, err := r.compile()
		if err != nil {
			return nil, d.wrong(i, err)
		}
		out[i] = compiled
	}
	return out, nil
}

// compile makes the one rule that is given ready for use.
func (r Rule) compile() (rule, error) {
	var given []rule
	var errs []error
	add := func(c rule, err error) {
		given, errs = append(given, c), append(errs, err)
	}
	if r.Move != nil {
		add(r.Move.compile())
	}
	if r.Rename != nil {
		add(r.Rename.compile())
	}
	if r.Split != nil {
		add(r.Split.compile())
	}
	if r.Join != nil {
		add(r.Join.compile())
	}
	if r.Constant != nil {
		add(r.Constant.compile())
	}
	if r.Drop != nil {
		add(r.Drop.compile())
	}
	if r.Values != nil {
		add(r.Values.compile())
	}
	if r.Remove != nil {
		add(r.Remove.compile())
	}
	if len(given) != 1 {
		return rule{}, errors.New("must be exactly one of move, rename, split, join, constant, drop, values and remove")
	}
	return given[0], errs[0]
}
