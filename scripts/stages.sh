# Sourced by the scripts behind `make test`, `make check` and `make verify`: runs named stages one after the other,
# goes on after a failure so that one run shows everything, and ends with a summary and one closing line.

summary=()
failed=()

# stage NAME COMMAND... runs the command, and notes its outcome and duration.
stage() {
  local name=$1 began=$SECONDS outcome=ok
  shift
  printf '\n== %s\n' "$name"
  "$@" || { outcome=FAILED; failed+=("$name"); }
  summary+=("$(printf '%-7s %4ds  %s' "$outcome" $((SECONDS - began)) "$name")")
}

# finish TITLE prints the summary and the closing line; its status is that of the whole run.
finish() {
  printf '\n== summary of %s\n' "$1"
  printf '%s\n' "${summary[@]}"
  if [ ${#failed[@]} -gt 0 ]; then
    printf '%s: FAILED (%d of %d stages)\n' "$1" ${#failed[@]} ${#summary[@]}
    return 1
  fi
  printf '%s: passed (%d stages, %d s)\n' "$1" ${#summary[@]} "$SECONDS"
}
