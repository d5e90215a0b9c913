package fakeclient

import (
	"context"
	"reflect"
)

// ApplyTo calls the verb Apply. Clients of older releases of controller-runtime do not have it.
func (c *Client) ApplyTo(ctx context.Context, subresource string, configuration any) error {
	return c.server.applyConfiguration(ctx, subresource, configuration, reflect.ValueOf([]any{}), nil)
}
