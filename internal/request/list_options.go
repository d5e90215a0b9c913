package request

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural/field"
)

// The values of resourceVersionMatch.
const (
	Exact        = "Exact"
	NotOlderThan = "NotOlderThan"
)

// ListOptions holds the options of a request to list or watch objects that depend on each other.
type ListOptions struct {
	Watch                bool
	ResourceVersion      string
	ResourceVersionMatch string
	Continue             string
	SendInitialEvents    *bool
}

// SetDefaults makes a watch from the beginning send the existing objects.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/internalversion, SetListOptionsDefaults.
func (l *ListOptions) SetDefaults() {
	fromStart := l.ResourceVersion == "" || l.ResourceVersion == "0"
	if l.Watch && fromStart && l.SendInitialEvents == nil && l.ResourceVersionMatch == "" {
		send := true
		l.SendInitialEvents, l.ResourceVersionMatch = &send, NotOlderThan
	}
}

// Validate returns the errors of l.
//
// Rule: ValidateListOptions.
func (l ListOptions) Validate() field.Errors {
	var c optionChecker
	if l.Watch {
		c.watch(l)
	} else {
		c.list(l)
	}
	return c.errs
}

func (c *optionChecker) list(l ListOptions) {
	if match := l.ResourceVersionMatch; match != "" {
		if l.ResourceVersion == "" {
			c.forbidMatch(codes.MatchWithoutVersionDetail)
		}
		if l.Continue != "" {
			c.forbidMatch(codes.MatchWithContinueDetail)
		}
		if match != Exact && match != NotOlderThan {
			c.unknownMatch(match, codes.MatchOfListDetail)
		}
		if match == Exact && l.ResourceVersion == "0" {
			c.forbidMatch(codes.MatchExactZeroDetail)
		}
	}
	if l.SendInitialEvents != nil {
		c.forbid(codes.SendInitialEvents, "sendInitialEvents", codes.SendInitialEventsListDetail)
	}
}

func (c *optionChecker) watch(l ListOptions) {
	match := l.ResourceVersionMatch
	if l.SendInitialEvents != nil && match != NotOlderThan {
		c.forbidMatch(codes.MatchRequiredDetail)
	}
	if match == "" {
		return
	}
	if l.SendInitialEvents == nil {
		c.forbidMatch(codes.MatchWithoutEventsDetail)
	}
	if match != NotOlderThan {
		c.unknownMatch(match, codes.MatchOfWatchDetail)
	}
	if l.Continue != "" {
		c.forbidMatch(codes.MatchWithContinueDetail)
	}
}

func (c *optionChecker) forbidMatch(detail string) {
	c.forbid(codes.ResourceVersionMatch, "resourceVersionMatch", detail)
}

func (c *optionChecker) unknownMatch(match, detail string) {
	c.report(field.NotSupported, codes.ResourceVersionMatch, "resourceVersionMatch", named(match), detail)
}
