package declare

// Declaration is a conversion of objects from one version to another, as data.
type Declaration struct {
	// From and To are apiVersions, "group/version".
	From string `json:"from"`
	To   string `json:"to"`
	// Rules are the changes, in order.
	Rules []Rule `json:"rules,omitempty"`
}

// Rule is one change. Exactly one of its fields is set.
type Rule struct {
	Move     *Move     `json:"move,omitempty"`     // a field to another path
	Rename   *Rename   `json:"rename,omitempty"`   // a field within its object
	Split    *Split    `json:"split,omitempty"`    // one string into several fields
	Join     *Join     `json:"join,omitempty"`     // several fields into one string
	Constant *Constant `json:"constant,omitempty"` // add a field with a fixed value
	Drop     *Drop     `json:"drop,omitempty"`     // remove a field with a fixed value
	Values   *Values   `json:"values,omitempty"`   // map the values of a field
	Remove   *Remove   `json:"remove,omitempty"`   // remove a field and lose its value
}

// Move moves a field with its whole value to another path. The inverse moves it back.
type Move struct {
	From string `json:"from"` // path of the field
	To   string `json:"to"`   // its new path
}

// Rename gives a field another name. The inverse restores the old one.
type Rename struct {
	Path string `json:"path"`
	// To is the new name, without a path.
	To string `json:"to"`
}

// Split splits a string into several fields. The inverse is a [Join].
type Split struct {
	From      string `json:"from"`      // path of the string
	Separator string `json:"separator"` // not empty
	// To are the fields for the parts, at least two.
	To []Part `json:"to"`
	// Last counts separators from the end: "a:b:c" becomes "a:b" and "c".
	Last bool `json:"last,omitempty"`
	// Partial allows a string with fewer parts: the last fields are then absent.
	Partial bool `json:"partial,omitempty"`
}

// Join joins several fields into one string. It is an error if a [Split] with the same
// parameters could not restore the fields: if a part is absent, or contains the separator
// where Split would find it. Join does nothing if all fields are absent.
type Join struct {
	From      []Part `json:"from"`              // the parts, at least two
	Separator string `json:"separator"`         // not empty
	To        string `json:"to"`                // path of the string
	Last      bool   `json:"last,omitempty"`    // as for Split
	Partial   bool   `json:"partial,omitempty"` // as for Split
}

// Part is a field that holds a part of a string. In JSON and YAML its path alone is enough.
type Part struct {
	Path string `json:"path"`
	// Type is the type of the field: "string", the default, or "integer". An integer must
	// be written in the string as it is printed: 80, not 080.
	Type string `json:"type,omitempty"`
}

// Constant adds a field with a fixed value that is not in the other version. The inverse is a
// [Drop].
type Constant struct {
	Path string `json:"path"`
	// Value is any JSON value except null.
	Value any `json:"value"`
}

// Drop removes a field with a fixed value that is not in the other version. The conversion
// fails for any other value, to avoid its loss. Numbers are compared by value: 1.0 equals 1.
// The inverse is a [Constant]. It adds the field to every object. If another rule created the
// field, for example from a part of a string, an object without that string cannot be
// converted back: that conversion fails.
type Drop struct {
	Path string `json:"path"`
	// Value is any JSON value except null.
	Value any `json:"value"`
}

// Values maps the values of a field to others. Numbers are compared by value. The conversion
// fails for a value without a pair, unless Others is set. The inverse maps the values back,
// unless two values map to the same one.
type Values struct {
	Path  string `json:"path"`  // of the field
	Pairs []Pair `json:"pairs"` // each From once
	// Others keeps values without a pair. The conversion fails for such a value if another
	// maps to it: the two could not be mapped back.
	Others bool `json:"others,omitempty"`
}

// Pair is a value and the value that it maps to: strings, numbers or booleans.
type Pair struct {
	From any `json:"from"` // in the version From of the declaration
	To   any `json:"to"`   // in the version To
}

// Remove removes a field with any value. It does not have an inverse: the opposite direction
// needs its own declaration.
type Remove struct {
	Path string `json:"path"`
}
