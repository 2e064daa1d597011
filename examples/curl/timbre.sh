# The functions of these examples. API and KEY are in the environment; node reads the answers.
set -eu

# What is common to all calls. Repeats are safe: a write has a key. curl waits as Retry-After says.
# A refusal goes to standard error.
call() {
  ANSWER=$(mktemp)
  if curl -sS --fail-with-body --retry 5 -H "Authorization: Bearer $KEY" "$@" > "$ANSWER"; then
    cat "$ANSWER" && rm "$ANSWER"
  else
    cat "$ANSWER" >&2 && rm "$ANSWER"
    return 1
  fi
}

# fetch PATH
fetch() {
  call "$API$1"
}

# write METHOD PATH KEY [BODY]
write() {
  call -X "$1" "$API$2" -H "Idempotency-Key: $3" -H 'Content-Type: application/json' ${4:+-d "$4"}
}

# A member of the `data` of an answer: field documentRef
field() {
  node -pe "JSON.parse(require('fs').readFileSync(0)).data.$1"
}

# Prints members of the `data` of an answer: show status total
show() {
  node -pe 'const { data } = JSON.parse(require("fs").readFileSync(0));
    JSON.stringify(Object.fromEntries(process.argv.slice(1).map((name) => [name, data[name]])))' "$@"
}
