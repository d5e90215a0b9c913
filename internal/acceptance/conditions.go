package acceptance

import (
	"context"
	"slices"
	"time"

	"github.com/seed95800270/crdschema/lifecycle"
)

func reconciled(given map[string]any) (map[string]any, error) {
	crd, found := given["crd"].(map[string]any)
	if !found {
		crd = standardFrame(given["schema"])
	}
	return lifecycle.Reconcile(context.Background(), crd, nil, time.Time{})
}

func condition(given map[string]any) (outcome, error) {
	crd, err := reconciled(given)
	if err != nil {
		return nil, err
	}
	return outcome{"conditions": conditionList(lifecycle.Conditions(crd))}, nil
}

type conditionList []lifecycle.Condition

// told returns the conditions that a case is about. Cases about schemas leave out
// that the names were accepted, as they always are there.
func (l conditionList) told(want any) any {
	usual := []string{lifecycle.NamesAccepted, lifecycle.Established}
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

func discover(given map[string]any) (outcome, error) {
	crd, err := reconciled(given)
	if err != nil {
		return nil, err
	}
	group := crd["spec"].(map[string]any)["group"].(string)
	discovery := lifecycle.Discover(group, []map[string]any{crd})
	version, _ := given["version"].(string)
	resources := []any{}
	for _, r := range discovery.Resources[version] {
		resources = append(resources, r)
	}
	return outcome{"discovery": map[string]any{
		"versions": list(discovery.Versions), "preferredVersion": discovery.Versions[0], "resources": resources,
	}}, nil
}
