package generate

import "slices"

const embeddedKeyword = "x-kubernetes-embedded-resource"

// resourceRoot as the value of x-kubernetes-embedded-resource marks the root of
// a resource in the drafter's copy of a schema.
type resourceRoot struct{}

// asResource is a shallow copy of a schema that is marked as a root.
func asResource(s map[string]any) map[string]any {
	out := map[string]any{embeddedKeyword: resourceRoot{}}
	for keyword, v := range s {
		if keyword != embeddedKeyword {
			out[keyword] = v
		}
	}
	return out
}

func isResource(s map[string]any) bool {
	return isTrue(s, embeddedKeyword) || s[embeddedKeyword] == any(resourceRoot{})
}

func (d *drafter) object(s map[string]any) any {
	out := map[string]any{}
	if isResource(s) {
		d.typeMeta(out, s)
	}
	for _, name := range d.neededFields(s) {
		if !has(out, name) {
			out[name] = d.field(s, name)
		}
	}
	lo, hi := count(s, "minProperties", 0), count(s, "maxProperties", 1<<20)
	for _, name := range shuffled(d.chance, optionalFields(s)) {
		wanted := len(out) < lo || d.left > 0 && d.percent(60)
		if wanted && len(out) < hi && !has(out, name) {
			out[name] = d.field(s, name)
		}
	}
	d.extraFields(out, s, min(lo, mostFields), hi)
	return out
}

// neededFields are the fields that must be there, now or once defaults are
// filled in.
func (d *drafter) neededFields(s map[string]any) []string {
	out := words(s, "required")
	if d.full == 0 && !has(s, "maxProperties") {
		return out
	}
	for _, name := range optionalFields(s) {
		if has(object(object(s, "properties"), name), "default") {
			out = append(out, name)
		}
	}
	return out
}

// optionalFields are the declared fields without those that every resource has.
func optionalFields(s map[string]any) []string {
	names := keys(object(s, "properties"))
	if isResource(s) {
		return without(names, typeMeta)
	}
	return names
}

// field is a value for a field of an object.
func (d *drafter) field(s map[string]any, name string) any {
	if p := object(object(s, "properties"), name); p != nil {
		return d.value(p)
	}
	if a := object(s, "additionalProperties"); a != nil {
		return d.value(a)
	}
	if has(s, "additionalProperties") {
		return d.benign(0) // nothing inside of objects would be kept
	}
	return d.benign(2)
}

// extraFields adds fields that are not declared, if any are kept.
func (d *drafter) extraFields(out, s map[string]any, lo, hi int) {
	allowed, isBool := s["additionalProperties"].(bool)
	switch {
	case isBool && !allowed:
		return
	case !has(s, "additionalProperties") && !isTrue(s, "x-kubernetes-preserve-unknown-fields"):
		return
	}
	n := max(lo-len(out), 0)
	if d.left > 0 {
		n += d.below(4)
	}
	taken := append(keys(object(s, "properties")), keys(out)...)
	if isResource(s) {
		taken = append(taken, typeMeta...)
	}
	for _, name := range d.names(min(n, hi-len(out)), taken...) {
		out[name] = d.field(s, name)
	}
}

// typeMeta adds what every resource has.
func (d *drafter) typeMeta(out, s map[string]any) {
	if s[embeddedKeyword] == any(resourceRoot{}) {
		out["apiVersion"], out["kind"] = APIVersion, Kind
		out["metadata"] = d.rootMetadata(object(object(s, "properties"), "metadata"))
		return
	}
	out["apiVersion"] = pick(d.chance, []string{"v1", "apps/v1", APIVersion})
	out["kind"] = pick(d.chance, []string{"Pod", "ConfigMap", Kind})
	if slices.Contains(words(s, "required"), "metadata") || d.percent(70) {
		metadata := d.Metadata(Valid)
		metadata["name"] = pick(d.chance, resourceNames)
		out["metadata"] = metadata
	}
}

// rootMetadata is what a request may say about a new object.
func (d *drafter) rootMetadata(s map[string]any) map[string]any {
	name := object(object(s, "properties"), "name")
	fits := slices.DeleteFunc(slices.Clone(resourceNames), func(n string) bool { return !satisfies(name, n) })
	if len(fits) == 0 {
		fits = resourceNames
	}
	out := map[string]any{"name": pick(d.chance, fits)}
	for _, field := range []string{"labels", "annotations"} {
		if d.percent(25) {
			out[field] = validMetadata(d.Generator, field)
		}
	}
	return out
}
