package fakeclient

import (
	"context"
	"reflect"
)

// ApplyTo calls the verb Apply. Clients of older releases of controller-runtime do not have it.
func (c *Client) ApplyTo(ctx context.Context, subresource string, configuration any) error {
	return c.server.applyConfiguration(ctx, subresource, configuration, reflect.ValueOf([]any{}), nil)
}

// Former returns the number of former objects that are kept for watches.
func (c *Client) Former() int {
	c.server.store.mu.Lock()
	defer c.server.store.mu.Unlock()
	n := 0
	for _, objs := range c.server.store.former {
		for _, revisions := range objs {
			n += len(revisions)
		}
	}
	return n
}
