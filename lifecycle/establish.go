package lifecycle

import (
	"encoding/base64"

	"github.com/seed95800270/crdschema/internal/crd/validate"
)

// The words about definitions whose names are not all accepted, whose names
// have just been, and that are served.
var (
	notAccepted = Condition{Established, False, "NotAccepted", "not all names are accepted"}
	installing  = Condition{Established, False, "Installing", "the initial names have been accepted"}
	established = Condition{Established, True, "InitialNamesAccepted", "the initial names have been accepted"}
	badBundle   = Condition{Established, False, "InvalidCABundle", "The conversion webhook CABundle is invalid"}
)

// acceptNames writes the names that can be accepted, and their conditions, until
// there is nothing to write. A name that is accepted stays accepted, so that
// there can be no more rounds than there are names to accept.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/status,
// NamingConditionController.
func (s *state) acceptNames(others []map[string]any) {
	want := requested(s.crd)
	if want.equal(s.names) {
		return
	}
	pool := taken(groupOf(s.crd), nameOf(s.crd), others)
	for !want.equal(s.names) {
		got, condition := pool.with(s.names).accept(want, s.names)
		if got.equal(s.names) && s.conditions.says(condition) {
			return
		}
		s.names, s.named = got, true
		s.conditions.set(condition)
		s.conditions.set(s.installed(condition))
	}
}

// installed is what is said of Established when names have been decided on: what
// was said before, unless the names are accepted and that was false.
func (s *state) installed(names Condition) Condition {
	old, at := s.conditions.find(Established)
	switch {
	case text(old, "status") != True && names.Status == True:
		return installing
	case at >= 0:
		return read(old)
	default:
		return notAccepted
	}
}

// establish lets the definition be served once its names are accepted.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/establish,
// EstablishingController.
func (s *state) establish() {
	switch {
	case !s.conditions.isTrue(NamesAccepted) || s.conditions.isTrue(Established):
	case hasBadBundle(s.crd):
		s.conditions.set(badBundle)
	default:
		s.conditions.set(established)
	}
}

// hasBadBundle tells whether the conversion webhook has a CA bundle without any
// certificate in it.
//
// Rule: k8s.io/apiserver/pkg/util/webhook, ValidateCABundle.
func hasBadBundle(crd map[string]any) bool {
	webhook := object(object(object(crd, "spec"), "conversion"), "webhook")
	bundle, err := base64.StdEncoding.DecodeString(text(object(webhook, "clientConfig"), "caBundle"))
	return err != nil || len(bundle) > 0 && validate.WrongCertificates(bundle) != ""
}
