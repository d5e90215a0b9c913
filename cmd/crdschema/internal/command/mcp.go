package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
)

const mcpLong = `mcp serves the Model Context Protocol on standard input and output, for assistants: the tools validate,
check, explain and compat answer what the commands answer. Files are those of this machine.`

func newMCP(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "mcp",
		Short: "Serve validate, check, explain and compat to assistants",
		Long:  mcpLong,
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return serveMCP(c.Context(), s) },
	}
}

const (
	mcpVersion = "2025-06-18"
	// maxMessage is the number of bytes of the longest message.
	maxMessage = 64 << 20
)

// The codes of JSON-RPC.
const (
	parseError     = -32700
	methodNotFound = -32601
	invalidParams  = -32602
)

type mcpRequest struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

type mcpError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *mcpError) Error() string { return e.Message }

// serveMCP answers one message a line until the end of the input.
func serveMCP(ctx context.Context, s Streams) error {
	lines := bufio.NewScanner(s.In)
	lines.Buffer(nil, maxMessage)
	for lines.Scan() && ctx.Err() == nil {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		answer := map[string]any{"jsonrpc": "2.0", "id": nil}
		var request mcpRequest
		if err := json.Unmarshal(line, &request); err != nil {
			answer["error"] = mcpError{parseError, err.Error()}
		} else if request.ID == nil {
			continue // a notification
		} else {
			answer["id"] = request.ID
			result, err := request.answer(ctx)
			if bad := (*mcpError)(nil); errors.As(err, &bad) {
				answer["error"] = bad
			} else {
				answer["result"] = result
			}
		}
		if err := json.NewEncoder(s.Out).Encode(answer); err != nil {
			return err
		}
	}
	return lines.Err()
}

func (r *mcpRequest) answer(ctx context.Context) (any, error) {
	switch r.Method {
	case "initialize":
		return map[string]any{
			"protocolVersion": mcpVersion,
			"capabilities":    map[string]any{"tools": map[string]any{}},
			"serverInfo":      map[string]any{"name": "crdschema", "version": version()},
		}, nil
	case "ping":
		return map[string]any{}, nil
	case "tools/list":
		return map[string]any{"tools": tools()}, nil
	case "tools/call":
		return r.call(ctx)
	default:
		return nil, &mcpError{methodNotFound, "there is no method " + r.Method}
	}
}

// mcpArguments are the arguments of all tools.
type mcpArguments struct {
	Files       []string `json:"files"`
	Text        *string  `json:"text"`
	CRDs        []string `json:"crds"`
	Old         string   `json:"old"`
	New         string   `json:"new"`
	ServerMinor string   `json:"serverMinor"`
	SkipUnknown bool     `json:"skipUnknown"`
}

// mcpTool is a command as a tool.
type mcpTool struct {
	name, description string
	fields            []string
	args              func(mcpArguments) []string
}

var mcpTools = []mcpTool{
	{"validate", "Judge Kubernetes custom resources as an API server would, by the CRDs among the files and in crds. Answers with a JSON report.",
		[]string{"files", "text", "crds", "old", "serverMinor", "skipUnknown"}, func(a mcpArguments) []string { return a.judge("validate") }},
	{"check", "Judge CustomResourceDefinitions as an API server would, with hints. Answers with a JSON report.",
		[]string{"files", "text", "old", "serverMinor"}, func(a mcpArguments) []string { return a.judge("check") }},
	{"explain", "Name the oldest Kubernetes version that accepts a CustomResourceDefinition, and why.",
		[]string{"files", "text"}, func(a mcpArguments) []string { return append([]string{"explain", "--"}, a.names()...) }},
	{"compat", "Say what an update of CustomResourceDefinitions, from old to new, breaks. Answers with a JSON report.",
		[]string{"old", "new"}, func(a mcpArguments) []string { return []string{"compat", "-v", "-o", "json", "--", a.Old, a.New} }},
}

var mcpFields = map[string]any{
	"files":       arrayOf("Files, folders, or git:REV:PATH."),
	"text":        map[string]any{"type": "string", "description": "YAML or JSON to read in addition to files."},
	"crds":        arrayOf("Files or folders with definitions."),
	"old":         map[string]any{"type": "string", "description": "A file, a folder, or git:REV:PATH: what is updated."},
	"new":         map[string]any{"type": "string", "description": "A file, a folder, or git:REV:PATH: the updated CRDs."},
	"serverMinor": map[string]any{"type": "string", "description": "The minor version of the server, 1.30 to 1.37."},
	"skipUnknown": map[string]any{"type": "boolean", "description": "Skip objects of kinds without a definition."},
}

func arrayOf(description string) any {
	return map[string]any{"type": "array", "items": map[string]any{"type": "string"}, "description": description}
}

func tools() []any {
	var out []any
	for _, tool := range mcpTools {
		properties := map[string]any{}
		for _, name := range tool.fields {
			properties[name] = mcpFields[name]
		}
		schema := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
		if tool.name == "compat" {
			schema["required"] = tool.fields
		}
		out = append(out, map[string]any{"name": tool.name, "description": tool.description, "inputSchema": schema})
	}
	return out
}

func (a mcpArguments) names() []string {
	if a.Text != nil {
		return append(a.Files, "-")
	}
	return a.Files
}

func (a mcpArguments) judge(command string) []string {
	args := []string{command, "-o", "json"}
	for _, crd := range a.CRDs {
		args = append(args, "--crd="+crd)
	}
	if a.Old != "" {
		args = append(args, "--old="+a.Old)
	}
	if a.ServerMinor != "" {
		args = append(args, "--server-minor="+a.ServerMinor)
	}
	if a.SkipUnknown {
		args = append(args, "--skip-unknown")
	}
	return append(append(args, "--"), a.names()...)
}

func (r *mcpRequest) call(ctx context.Context) (any, error) {
	var params struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	if err := json.Unmarshal(r.Params, &params); err != nil {
		return nil, &mcpError{invalidParams, err.Error()}
	}
	for _, tool := range mcpTools {
		if tool.name != params.Name {
			continue
		}
		var arguments mcpArguments
		decoder := json.NewDecoder(bytes.NewReader(params.Arguments))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&arguments); err != nil && !errors.Is(err, io.EOF) {
			return nil, &mcpError{invalidParams, err.Error()}
		}
		var text string
		if arguments.Text != nil {
			text = *arguments.Text
		}
		var out, errs strings.Builder
		code := Run(ctx, append([]string{"crdschema"}, tool.args(arguments)...), Streams{In: strings.NewReader(text), Out: &out, Err: &errs})
		content := []any{map[string]any{"type": "text", "text": out.String() + errs.String()}}
		return map[string]any{"content": content, "isError": code == report.ExitNoJudge}, nil
	}
	return nil, &mcpError{invalidParams, fmt.Sprintf("there is no tool %q", params.Name)}
}
