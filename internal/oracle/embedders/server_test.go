package embedders

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// The kinds of differences between a project and a server.
const (
	undecodable      = "objects that cannot be decoded are accepted"
	unknownErrors    = "unknown fields are errors"
	unknownSilent    = "unknown fields are not reported"
	unknownKept      = "unknown fields are not dropped"
	metadataKept     = "unknown fields of metadata are not dropped"
	metadataFields   = "unknown fields of metadata are not reported"
	nullsKept        = "nulls are not dropped"
	defaultsUnset    = "defaults are not set"
	defaultsUnpruned = "unknown fields of defaults are not dropped"
	floats           = "numbers become float64"
	asDefaults       = "values are validated as if they were defaults"
	notNormalized    = "metadata is not normalized"
	notPrepared      = "status and generation are not prepared"
	notTolerated     = "errors of unchanged values are not tolerated"
	transitions      = "rules do not see the object before an update"
	rulesTooSoon     = "rules are evaluated despite errors that prevent it"
	schemaErrors     = "a schema that is not structural is an error of every value"
	creations        = "updates are validated like new objects"
	costLimit        = "rules have another cost limit"
	stops            = "later steps do not run after an error"
	severalSteps     = "several of these together"
	others           = "others"
)

// unchecked are the kinds for errors of a stage that a project does not have.
var unchecked = map[string]string{
	"type": "apiVersion and kind are not validated", "metadata": "metadata is not validated",
	"admission": "metadata is not validated", "embedded": "metadata of embedded resources is not validated",
	"validation": "values are not validated", "scale": "values of the scale subresource are not validated",
	"listtype": "list types are not checked", "celrules": "rules are not evaluated",
}

// calls are the steps of a project by the stage that reports their errors.
var callOf = map[string]string{
	"type": metadata, "metadata": metadata, "admission": metadata, "scale": scale, "embedded": embedded,
	"validation": values, "listtype": listTypes, "celrules": rules,
}

// differences returns the kinds of differences between a project's calls and the
// server's answer.
func (p project) differences(in request, ours trace, server crdschema.Result) []string {
	if server.Status() != nil && len(server.Errors) == 0 {
		if ours.accepts() {
			return []string{undecodable}
		}
		return nil
	}
	var kinds []string
	for _, f := range ours.found {
		if kind := p.needless(in, f, server); kind == others {
			kinds = append(kinds, fmt.Sprint(others, ": reports ", f.err))
		} else if kind != "" {
			kinds = append(kinds, kind)
		}
	}
	for _, err := range server.Errors {
		if kind := p.missing(in, err, ours, server); kind == others {
			kinds = append(kinds, fmt.Sprint(others, ": misses ", err))
		} else if kind != "" {
			kinds = append(kinds, kind)
		}
	}
	if !p.reportsUnknown {
		kinds = append(kinds, p.unreported(ours, server)...)
	}
	if p.keepsObject && ours.accepts() && server.Accepted() {
		kinds = append(kinds, p.objectDifferences(ours.object, server)...)
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// needless returns the kind of an error that a server does not report.
func (p project) needless(in request, f finding, server crdschema.Result) string {
	id, ofRule := identity(f.err), parity.StageOf(f.err) == "celrules"
	switch {
	case f.step == unknown:
		return unknownErrors
	case f.step == schemas:
		return schemaErrors
	case rulesSkipped(f.err):
		return "" // for the other errors
	case has(server.Errors, id):
		return ""
	case has(server.Ratcheted, id):
		return notTolerated
	case ofRule && slices.ContainsFunc(server.Errors, rulesSkipped):
		return rulesTooSoon
	case in.old != nil && !p.seesOld && slices.Contains([]string{"type", "metadata"}, parity.StageOf(f.err)):
		return creations
	case f.err.Code == codes.RuleBudget || f.err.Code == codes.RuleCallCost:
		return costLimit
	case !p.seesOld && ofRule && in.old != nil && in.fails(server.Validated, id):
		return transitions
	}
	return p.cause(in, server, func(t trace) bool { return !t.has(id) })
}

// missing returns the kind of an error of the server that the project does not
// report.
func (p project) missing(in request, err *structural.Error, ours trace, server crdschema.Result) string {
	id, stage := identity(err), parity.StageOf(err)
	switch {
	case rulesSkipped(err) || ours.has(id):
		return ""
	case stage == "celrules" && slices.ContainsFunc(ours.found, func(f finding) bool { return rulesSkipped(f.err) }):
		return "" // for the errors that prevented it
	case !slices.Contains(p.calls, callOf[stage]):
		return unchecked[stage]
	case !ours.ran(callOf[stage]):
		return stops
	case !p.seesOld && stage == "celrules" && in.old != nil && !in.fails(server.Validated, id):
		return transitions
	case err.Code == codes.RuleBudget || err.Code == codes.RuleCallCost:
		return costLimit
	}
	return p.cause(in, server, func(t trace) bool { return t.has(id) })
}

// fails reports whether a rule fails for a new object.
func (r request) fails(obj map[string]any, id string) bool {
	if r.property != "" {
		return false
	}
	result, err := r.kind.ours().rules.Validate(context.Background(), celrules.Input{Object: obj})
	return err == nil && has(result.Errors, id)
}

// cause returns the kind of the first step of the server by which a difference
// disappears if it is applied before the calls.
func (p project) cause(in request, server crdschema.Result, gone func(trace) bool) string {
	s := in.kind.version.Schema()
	pruned, _ := cases.Must2(pruning.Prune(context.Background(), in.object, s, structural.Resource))
	defaulted, _ := cases.Must2(defaulting.Default(context.Background(), in.object, s))
	coerced, _, err := objectmeta.Coerce(context.Background(), in.object, s, structural.Resource, objectmeta.Reject)
	if err != nil {
		coerced = in.object
	}
	exact := in
	exact.exact = true
	for _, try := range []struct {
		kind string
		in   request
	}{
		{p.inexact, exact}, {nullsKept, in.with(defaulting.DropNulls(in.object, s))}, {defaultsUnset, in.with(defaulted)},
		{unknownKept, in.with(pruned)}, {notNormalized, in.with(coerced)},
		{severalSteps, in.with(server.Decoded)}, {notPrepared, in.with(server.Validated)},
	} {
		if gone(p.ours(try.in)) {
			if try.kind == defaultsUnset && p.defaults {
				return defaultsUnpruned
			}
			return try.kind
		}
	}
	return others
}
