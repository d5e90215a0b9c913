package celrules

import "github.com/google/cel-go/cel"

// purpose is what an expression is for, and how a server speaks of it.
type purpose struct {
	output      *cel.Type
	wrongOutput string
	prefix      string // of errors
	suffix      string // of the error about its cost
	costName    string
}

var (
	conditions = purpose{
		output:      cel.BoolType,
		wrongOutput: "cel expression must evaluate to a bool",
		costName:    "estimated rule cost",
	}
	messages = purpose{
		output:      cel.StringType,
		wrongOutput: "messageExpression must evaluate to a string",
		prefix:      "messageExpression ",
		suffix:      " for messageExpression",
		costName:    "estimated messageExpression cost",
	}
)

// notInstantiated is the server's "program instantiation failed".
func (p *purpose) notInstantiated(err error) string {
	if p.prefix == "" {
		return "program instantiation failed: " + err.Error()
	}
	return p.prefix + "instantiation failed: " + err.Error()
}

func (p *purpose) notEstimated(err error) string {
	return "cost estimation failed" + p.suffix + ": " + err.Error()
}
