#!/usr/bin/env bash
# The entry point of the GitHub action: builds the program, and runs it with annotations.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
(cd "$ACTION_PATH" && go build -o "$dir/crdschema" .)
# Words are split at white space and ends of lines; patterns are not expanded.
read -r -d '' -a args <<<"$INPUT_ARGS" || true
args+=(--output github)
if [ -n "${INPUT_SARIF:-}" ]; then
	args+=(--output "sarif=$INPUT_SARIF")
fi
"$dir/crdschema" "${args[@]}"
