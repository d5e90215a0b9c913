package declare

import (
	"context"
	"maps"

	"github.com/seed95800270/crdschema/internal/work"
)

// call is one conversion of an object. Rules change the maps that it has made in place: they
// would otherwise copy a map as often as there are rules for its fields.
type call struct {
	*work.Tracker
	made map[work.Identity]map[string]any // which keeps their addresses in use
}

func start(ctx context.Context) *call {
	return &call{Tracker: work.Start(ctx, "converting an object as declared")}
}

// fewFields is the number of fields up to which a map is copied each time, which is cheaper than
// remembering it.
const fewFields = 16

// own returns a map with the fields of m that the call may write: m itself if the call has made
// it. Nothing else holds a map that the call has made, and the result holds it once. It returns
// nil when the work fails.
func (c *call) own(m map[string]any) map[string]any {
	if len(m) > fewFields && c.hasMade(m) {
		return m
	}
	if !c.Step(len(m) / 2) {
		return nil
	}
	out := maps.Clone(m)
	if out == nil {
		out = map[string]any{}
	}
	if len(m) > fewFields {
		c.remember(out)
	}
	return out
}

func (c *call) hasMade(m map[string]any) bool {
	_, made := c.made[work.IdentityOf(m)]
	return made
}

func (c *call) remember(m map[string]any) {
	if c.made == nil {
		c.made = map[work.Identity]map[string]any{}
	}
	c.made[work.IdentityOf(m)] = m
}
