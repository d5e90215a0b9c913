package lifecycle

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/cow"
)

// Settle is a definition when the controllers have come to rest, among others,
// of which those of another group and of the same name do not matter. now is the
// time of what changes, as it is to be written; without it no time is.
func Settle(crd map[string]any, others []map[string]any, now string) map[string]any {
	s := stateOf(crd, now)
	s.acceptNames(others)
	s.establish()
	s.judgeSchemas()
	s.judgeApproval()
	s.finalize()
	return s.result()
}

// state is a definition while controllers write to it.
type state struct {
	crd        map[string]any // as it came
	metadata   cow.Map
	conditions record
	names      names // accepted
	named      bool  // names were written
}

func stateOf(crd map[string]any, now string) state {
	return state{
		crd:        crd,
		metadata:   cow.OfMap(object(crd, "metadata")),
		conditions: recordOf(crd, now),
		names:      accepted(crd),
	}
}

// result is the definition as it is now.
func (s *state) result() map[string]any {
	out := cow.OfMap(s.crd)
	if meta, changed := s.metadata.Result(); changed {
		out.Set("metadata", meta)
	}
	if status, changed := s.status(); changed {
		out.Set("status", status)
	}
	crd, _ := out.Result()
	return crd
}

// status is the status with all that a server has in it.
func (s *state) status() (map[string]any, bool) {
	old := object(s.crd, "status")
	out := cow.OfMap(old)
	if s.conditions.changed {
		out.Set("conditions", s.conditions.entries)
	}
	if s.named && (object(old, "acceptedNames") == nil || !s.names.equal(accepted(s.crd))) {
		out.Set("acceptedNames", s.names.fields())
	}
	if stored := Stored(s.crd); len(stored) > 0 && !slices.Equal(stored, texts(old, "storedVersions")) {
		out.Set("storedVersions", anyList(stored))
	}
	return out.Result()
}
