# Sourced by the scripts behind `make test`, `make check`, `make verify` and `make prove`: runs named stages, goes on after a
# failure so that one run shows everything, and ends with a summary, the slowest tests and one closing line.

summary=()
failed=()
beside=()
stages_dir=$(mktemp -d)
trap 'rm -rf "$stages_dir"' EXIT

# Test runners append "seconds<TAB>name" for each test.
export TEST_TIMES=$stages_dir/times
: >"$TEST_TIMES"

# stage NAME COMMAND... runs the command, and notes its outcome and duration.
stage() {
  local name=$1 began=$SECONDS outcome=ok
  shift
  printf '\n== %s\n' "$name"
  "$@" 2>&1 | tee "$stages_dir/${#summary[@]}.out" || outcome=FAILED
  note "$outcome" $((SECONDS - began)) "$name" "$stages_dir/${#summary[@]}.out"
}

# begin NAME COMMAND... runs the command beside the stages that follow: for stages that mostly wait. `await` shows it.
begin() {
  local name=$1 output=$stages_dir/beside${#beside[@]}
  shift
  printf '\n== %s (beside the next stages)\n' "$name"
  ( local began=$SECONDS outcome=ok
    "$@" >"$output.out" 2>&1 </dev/null || outcome=FAILED
    echo "$outcome $((SECONDS - began))" >"$output.outcome" ) &
  beside+=("$name")
}

# await waits for what `begin` began, and shows what it printed.
await() {
  local i outcome seconds
  wait
  for i in "${!beside[@]}"; do
    printf '\n== %s\n' "${beside[i]}"
    cat "$stages_dir/beside$i.out"
    read -r outcome seconds <"$stages_dir/beside$i.outcome"
    note "$outcome" "$seconds" "${beside[i]}" "$stages_dir/beside$i.out"
  done
  beside=()
}

note() {
  [ "$1" = ok ] || failed+=("$4")
  summary+=("$(printf '%-7s %4ds  %s' "$1" "$2" "$3")")
}

# finish TITLE prints the summary and the closing line; its status is that of the whole run.
finish() {
  if [ -s "$TEST_TIMES" ]; then
    printf '\n== the ten slowest tests, in seconds\n'
    sort -rn "$TEST_TIMES" | awk 'NR <= 10' # head would end sort by a signal, and with it this script
  fi
  printf '\n== summary of %s\n' "$1"
  printf '%s\n' "${summary[@]}"
  if [ ${#failed[@]} -gt 0 ]; then
    # Runners name what failed last: whoever sees the end of a long run alone sees that.
    tail -q -n 40 "${failed[@]}"
    printf '%s: FAILED (%d of %d stages)\n' "$1" ${#failed[@]} ${#summary[@]}
    return 1
  fi
  printf '%s: passed (%d stages, %d s)\n' "$1" ${#summary[@]} "$SECONDS"
}
