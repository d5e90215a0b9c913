package celcost

// The costs of steps other than calls. A literal is free.
const (
	// Select is the cost of reading a variable, and of each field, key or index after it.
	Select = 1
	// NewList, NewMap and NewObject are the costs of making a value.
	NewList   = 10
	NewMap    = 30
	NewObject = 40
)

// The costs of reading one character of a text, and of one character of a regular expression
// for each unit of text.
const (
	perChar  = 0.1
	perRegex = 0.25
)
