package conversion

// Strategy is how a server converts the objects of a CRD: spec.conversion.strategy.
type Strategy string

const (
	// StrategyNone sets the apiVersion and changes nothing else: see [None]. A CRD without
	// spec.conversion has it, such as the CRDs that controller-gen writes.
	StrategyNone Strategy = "None"
	// StrategyWebhook calls a webhook, or here a [Converter].
	StrategyWebhook Strategy = "Webhook"
)
