// Package tables compares JSONPath and tables with client-go's jsonpath and the
// tableconvertor of the reference.
package tables
