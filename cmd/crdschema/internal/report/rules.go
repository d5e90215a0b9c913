package report

import (
	"maps"
	"slices"
)

// The rules of findings that are not the server's. docs/CI.md explains them.
const (
	RuleUnreadable   = "unreadable"
	RuleNoDefinition = "no-definition"
	RuleNoVerdict    = "no-verdict"
	RuleSkipped      = "skipped"
	RuleWarning      = "warning"
	RuleNote         = "note"
	RuleExpectation  = "expectation"
	RuleOmitted      = "omitted"
	RuleRemoved      = "removed"
	RuleStep         = "step"
)

// rulesOfProgram are the constants above.
var rulesOfProgram = map[string]bool{
	RuleUnreadable: true, RuleNoDefinition: true, RuleNoVerdict: true, RuleSkipped: true, RuleWarning: true,
	RuleNote: true, RuleExpectation: true, RuleOmitted: true, RuleRemoved: true, RuleStep: true,
}

// Rules returns the rules of findings that are not the server's, sorted.
func Rules() []string { return slices.Sorted(maps.Keys(rulesOfProgram)) }

const docs = "https://github.com/seed95800270/crdschema/blob/main/docs/"

// pageOf returns the page that explains a rule of a command.
func pageOf(command, rule string) string {
	switch {
	case rulesOfProgram[rule]:
		return docs + "CI.md#rules"
	case command == "compat":
		return docs + "UPGRADES.md"
	default:
		return docs + "ERRORS.md"
	}
}
