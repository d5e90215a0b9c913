package structural

import "slices"

// valueText is a keyword with a text that restricts values. An empty text counts as absent.
type valueText uint8

const (
	formatText valueText = iota
	patternText
)

// extensionText is an x-kubernetes keyword with a text. An empty text differs from an absent one.
type extensionText uint8

const (
	listTypeText extensionText = iota
	mapTypeText
)

// valueTexts and extensionTexts hold all that the package needs to know of a keyword: its name, and where
// the server's internal type prints it.
var (
	valueTexts = [...]struct {
		name  string
		print func(*props) *string
	}{
		formatText:  {"format", func(p *props) *string { return &p.Format }},
		patternText: {"pattern", func(p *props) *string { return &p.Pattern }},
	}
	extensionTexts = [...]struct {
		name  string
		print func(*props) **string
	}{
		listTypeText: {"x-kubernetes-list-type", func(p *props) **string { return &p.XListType }},
		mapTypeText:  {"x-kubernetes-map-type", func(p *props) **string { return &p.XMapType }},
	}
)

type (
	valueTextValues     [len(valueTexts)]string
	extensionTextValues [len(extensionTexts)]*string // nil: absent
)

// text reads a keyword of valueTexts or extensionTexts. It reports false if name is not one.
func (p *parser) text(s *Schema, name string, v any) bool {
	for i := range valueTexts {
		if valueTexts[i].name == name {
			if text := p.string(v); text != "" {
				p.validation(s).texts[i] = text
			}
			return true
		}
	}
	for i := range extensionTexts {
		if extensionTexts[i].name == name {
			if text, ok := p.optionalString(v); ok {
				p.rare(s).texts[i] = knownText(text)
			}
			return true
		}
	}
	return false
}

// collectionTypes holds the list types and map types.
var collectionTypes = [...]string{"atomic", "granular", "map", "set"}

// knownText returns a pointer to a text, without an allocation if it is in collectionTypes.
func knownText(text string) *string {
	if i := slices.Index(collectionTypes[:], text); i >= 0 {
		return &collectionTypes[i]
	}
	other := text // &text would always be allocated
	return &other
}

func (w *extensionTextValues) equals(o *extensionTextValues) bool {
	for i := range w {
		if !equalPointers(w[i], o[i]) {
			return false
		}
	}
	return true
}

func (w mapWriter) valueTexts(texts valueTextValues) {
	for i, k := range valueTexts {
		w.text(k.name, texts[i])
	}
}

func (w mapWriter) extensionTexts(texts extensionTextValues) {
	for i, k := range extensionTexts {
		w.optional(k.name, texts[i])
	}
}

func (p *props) valueTexts(texts valueTextValues) {
	for i, k := range valueTexts {
		*k.print(p) = texts[i]
	}
}

func (p *props) extensionTexts(texts extensionTextValues) {
	for i, k := range extensionTexts {
		*k.print(p) = texts[i]
	}
}

// Format returns the format, or "" without one.
func (s *Schema) Format() string { return s.valueText(formatText) }

// Pattern returns the pattern, or "" without one.
func (s *Schema) Pattern() string { return s.valueText(patternText) }

func (s *Schema) valueText(t valueText) string {
	if s == nil || s.value == nil {
		return ""
	}
	return s.value.texts[t]
}

// ListType returns x-kubernetes-list-type. ok is false if it is absent.
func (s *Schema) ListType() (listType string, ok bool) { return s.extensionText(listTypeText) }

// MapType returns x-kubernetes-map-type. ok is false if it is absent.
func (s *Schema) MapType() (mapType string, ok bool) { return s.extensionText(mapTypeText) }

func (s *Schema) extensionText(t extensionText) (text string, ok bool) {
	if s == nil || s.rare == nil || s.rare.texts[t] == nil {
		return "", false
	}
	return *s.rare.texts[t], true
}
