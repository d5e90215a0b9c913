package generate

import "strconv"

func (g *Generator) hostileSchema() map[string]any {
	nodes := g.between(1, g.nodes)
	root, ok := g.hostileNode(&nodes, g.levels).(map[string]any)
	if !ok {
		root = map[string]any{g.name(): g.JSON()}
	}
	if g.percent(70) {
		root["type"] = "object"
	}
	return root
}

// hostileNode returns a schema of random keywords, or sometimes any JSON value, and subtracts
// its nodes from *nodes.
func (g *Generator) hostileNode(nodes *int, levels int) any {
	*nodes--
	if g.percent(8) {
		return g.JSON()
	}
	out := map[string]any{}
	for range g.between(1, 7) {
		k := pick(g.random, keywords)
		switch {
		case g.percent(10):
			out[k.name] = g.JSON()
		case k.value < schemaValue || k.value == rulesValue || *nodes > 0 && levels > 1:
			out[k.name] = g.keywordValue(k, func() any { return g.hostileNode(nodes, levels-1) })
		}
	}
	if g.percent(60) {
		out["type"] = g.keywordText("type")
	}
	return out
}

func (g *Generator) hostileObject(root map[string]any) map[string]any {
	out, ok := g.hostileValue(root).(map[string]any)
	if !ok {
		out = map[string]any{g.name(): g.JSON()}
	}
	if g.percent(80) {
		out["apiVersion"], out["kind"] = APIVersion, Kind
	}
	if g.percent(60) {
		out["metadata"] = g.Metadata(Flavor(g.below(3)))
	}
	return out
}

func (g *Generator) hostileValue(schema map[string]any) any {
	switch g.weighted(20, 30, 50) {
	case 0:
		return g.JSON()
	case 1:
		return g.Mutate(g.valid(schema), g.between(3, 8))
	default:
		return g.misfit(schema, 6)
	}
}

func (g *Generator) misfit(schema map[string]any, levels int) any {
	properties := object(schema, "properties")
	if levels == 0 || g.percent(15) || len(properties) == 0 && object(schema, "items") == nil {
		return g.JSON()
	}
	if items := object(schema, "items"); items != nil && g.percent(50) {
		out := []any{}
		for range g.below(4) {
			out = append(out, g.misfit(items, levels-1))
		}
		return out
	}
	out := map[string]any{}
	for _, name := range some(g.random, keys(properties)) {
		out[name] = g.misfit(object(properties, name), levels-1)
	}
	if g.percent(20) {
		out[g.unknownName(out)] = g.JSON()
	}
	return out
}

type keyword struct {
	name  string
	value valueKind
}

type valueKind int

const (
	textValue valueKind = iota
	flagValue
	countValue
	numberValue
	wordsValue
	anyValue
	valuesValue
	schemaValue
	schemaOrBoolValue
	schemasValue
	propertiesValue
	rulesValue
)

var keywords = []keyword{
	{"$ref", textValue}, {"$schema", textValue}, {"additionalItems", schemaOrBoolValue},
	{"additionalProperties", schemaOrBoolValue}, {"allOf", schemasValue}, {"anyOf", schemasValue}, {"default", anyValue},
	{"definitions", propertiesValue}, {"dependencies", propertiesValue}, {"description", textValue},
	{"enum", valuesValue}, {"example", anyValue}, {"exclusiveMaximum", flagValue}, {"exclusiveMinimum", flagValue},
	{"externalDocs", anyValue}, {"format", textValue}, {"id", textValue}, {"items", schemaValue},
	{"maximum", numberValue}, {"maxItems", countValue}, {"maxLength", countValue}, {"maxProperties", countValue},
	{"minimum", numberValue}, {"minItems", countValue}, {"minLength", countValue}, {"minProperties", countValue},
	{"multipleOf", numberValue}, {"not", schemaValue}, {"nullable", flagValue}, {"oneOf", schemasValue},
	{"pattern", textValue}, {"patternProperties", propertiesValue}, {"properties", propertiesValue},
	{"required", wordsValue}, {"title", textValue}, {"type", textValue}, {"uniqueItems", flagValue},
	{"x-kubernetes-embedded-resource", flagValue}, {"x-kubernetes-int-or-string", flagValue},
	{"x-kubernetes-list-map-keys", wordsValue}, {"x-kubernetes-list-type", textValue},
	{"x-kubernetes-map-type", textValue}, {"x-kubernetes-preserve-unknown-fields", flagValue},
	{"x-kubernetes-validations", rulesValue}, {"const", anyValue}, {"Type", textValue}, {"x-other", anyValue},
}

func (g *Generator) keywordText(name string) string {
	switch name {
	case "type":
		return pick(g.random, []string{"object", "array", "string", "integer", "number", "boolean", "null", "Object", "file", ""})
	case "format":
		return pick(g.random, append([]string{"", "int32", "float", "unknown", "Date-Time", "i-p-v-4"}, pick(g.random, formats).is))
	case "pattern":
		return pick(g.random, append([]string{"", pick(g.random, patterns).is}, badPatterns...))
	case "x-kubernetes-list-type":
		return pick(g.random, []string{"atomic", "set", "map", "", "List"})
	case "x-kubernetes-map-type":
		return pick(g.random, []string{"atomic", "granular", "", "Map"})
	default:
		return g.text()
	}
}

func (g *Generator) keywordValue(k keyword, schema func() any) any {
	switch k.value {
	case textValue:
		return g.keywordText(k.name)
	case flagValue:
		return g.percent(70)
	case countValue:
		return pick(g.random, []any{int64(0), int64(1), int64(2), int64(10), int64(-1), int64(1 << 40)})
	case numberValue:
		return pick(g.random, append([]any{int64(1), int64(-5), 0.5, 1.5}, extremes...))
	case wordsValue:
		return anys(g.names(g.below(4)))
	case valuesValue:
		return []any{g.JSON(), "a", int64(1), nil}[:g.below(5)]
	case schemaValue:
		return schema()
	case schemaOrBoolValue:
		return pick(g.random, []any{true, false, schema()})
	case schemasValue:
		return []any{schema(), schema()}[:g.below(3)]
	case propertiesValue:
		out := map[string]any{}
		for _, name := range g.names(g.below(4)) {
			out[name] = schema()
		}
		return out
	case rulesValue:
		return []any{map[string]any{"rule": g.keywordRule()}}[:g.below(2)]
	default:
		return g.JSON()
	}
}

func (g *Generator) keywordRule() string {
	n := strconv.Itoa(g.below(9))
	return pick(g.random, []string{"true", "self == self", "self.size() > " + n, "has(self.a)", "", "(", "self.a[" + n + "]", "oldSelf == self"})
}
