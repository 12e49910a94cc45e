# Runs and counts the steps of the gate. A reader may have only the end of a long log, so that `finish` says again what failed.
passed=0
failures=()
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# step NAME COMMAND...
step() {
  local name=$1 began=$SECONDS log out writer code
  log=$logs/$((passed + ${#failures[@]})).log
  shift
  printf '\n=== %s: %s\n' "$name" "$*"
  exec {out}> >(tee "$log")
  writer=$!
  timeout --kill-after=30 1500 "$@" >&"$out" 2>&1 {out}>&-
  code=$?
  exec {out}>&-
  # a process that a step left behind may keep the log open for ever
  timeout 10 tail --pid="$writer" -f /dev/null
  if [ "$code" -eq 0 ]; then
    passed=$((passed + 1))
    printf '=== %s: passed in %ss\n' "$name" $((SECONDS - began))
    rm -f "$log"
  else
    failures+=("$name" "$log")
    printf '=== %s: FAILED after %ss\n' "$name" $((SECONDS - began))
  fi
}

# The lines of a log that tell of a failure, with those after them; its last lines where there is none.
excerpt() {
  local plain
  plain=$(sed 's/\x1b\[[0-9;]*m//g' "$1")
  { grep -E -A8 '^ *(FAIL|not ok|✗|✘|×|Error|error)\b' <<<"$plain" || tail -n 30 <<<"$plain"; } | head -n 120
}

finish() {
  local at failed=$((${#failures[@]} / 2))
  for ((at = 0; at < ${#failures[@]}; at += 2)); do
    printf '\n=== what failed in %s\n' "${failures[at]}"
    excerpt "${failures[at + 1]}"
  done
  printf '\n%d passed, %d failed\n' "$passed" "$failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
  exit
}
