// Package reports checks the reports of the command crdschema as their readers do: the JSON report with
// the JSON schema that the command prints, SARIF with the schema of OASIS, and JUnit with another
// project's parser. It is a module of its own, so that nobody else requires these readers.
package reports
