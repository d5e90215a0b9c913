package crdschema_test

import (
	"slices"

	"github.com/seed95800270/crdschema"
)

// settled returns the crd of a case after the controllers have reconciled it.
func settled(given map[string]any) (map[string]any, error) {
	crd, found := given["crd"].(map[string]any)
	if !found {
		crd = standardFrame(given["schema"])
	}
	return crdschema.Settle(crd, nil, "")
}

// condition runs a case of the operation of that name.
func condition(given map[string]any) (outcome, error) {
	crd, err := settled(given)
	if err != nil {
		return nil, err
	}
	return outcome{"conditions": conditionList(crdschema.Conditions(crd))}, nil
}

// conditionList returns the conditions of a crd.
type conditionList []crdschema.Condition

// told returns the conditions that a case is about: cases about schemas omit that
// the names are accepted.
func (l conditionList) told(want any) any {
	usual := []string{crdschema.NamesAccepted, crdschema.Established}
	named := slices.ContainsFunc(want.([]any), func(c any) bool {
		conditionType, _ := c.(map[string]any)["type"].(string)
		return slices.Contains(usual, conditionType)
	})
	out := []any{}
	for _, c := range l {
		if named || c.Status != "True" || !slices.Contains(usual, c.Type) {
			out = append(out, map[string]any{"type": c.Type, "status": c.Status, "reason": c.Reason, "message": c.Message})
		}
	}
	return out
}

// discover runs a case of the operation of that name.
func discover(given map[string]any) (outcome, error) {
	crd, err := settled(given)
	if err != nil {
		return nil, err
	}
	group := crd["spec"].(map[string]any)["group"].(string)
	discovery := crdschema.Discover(group, []map[string]any{crd})
	version, _ := given["version"].(string)
	resources := []any{}
	for _, r := range discovery.Resources[version] {
		resources = append(resources, r)
	}
	return outcome{"discovery": map[string]any{
		"versions": list(discovery.Versions), "preferredVersion": discovery.Versions[0], "resources": resources,
	}}, nil
}
