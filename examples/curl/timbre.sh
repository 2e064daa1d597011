# The functions of these examples. API and KEY are in the environment; node reads the answers.
set -eu
: "${API:?is not set: where Timbre runs}" "${KEY:?is not set: an API key}"

# The common part of all calls. Repeats are safe, because a write has a key. curl repeats after 429 and 5xx and waits
# as Retry-After demands. Run it again with the same keys if the connection breaks or the answer is
# operation_in_progress. A refusal is printed on standard error. KEY is not passed as an argument of curl, because
# everybody on the machine can read arguments.
call() {
  ANSWER=$(mktemp)
  if STATUS=$(printf 'header = "Authorization: Bearer %s"\n' "$KEY" |
    curl -K - -sS --fail-with-body --max-time 60 --retry 5 --retry-max-time 120 \
      -o "$ANSWER" -w '%{http_code}' "$@"); then
    # The status 202 means that work continues, or that a write waits until a person approves it.
    if [ "$STATUS" != 202 ] || ! grep -q '"approvalId"' "$ANSWER"; then
      cat "$ANSWER" && rm "$ANSWER"
      return
    fi
    echo 'waits for approval:' >&2
  fi
  cat "$ANSWER" >&2 && rm "$ANSWER"
  return 1
}

# fetch PATH
fetch() {
  call "$API$1"
}

# Prints each item of a list, page by page, as one line: each PATH > FILE
each() {
  case $1 in *\?*) CURSOR_IS='&cursor=' ;; *) CURSOR_IS='?cursor=' ;; esac
  CURSOR=
  while [ "$CURSOR" != null ]; do
    PAGE=$(fetch "$1${CURSOR:+$CURSOR_IS$CURSOR}")
    printf '%s\n' "$PAGE" |
      node -e 'for (const data of JSON.parse(require("fs").readFileSync(0)).data) console.log(JSON.stringify({ data }))'
    CURSOR=$(printf '%s\n' "$PAGE" | node -pe 'JSON.parse(require("fs").readFileSync(0)).pagination.nextCursor')
  done
}

# write METHOD PATH KEY [BODY or @FILE]
write() {
  WRITTEN=$(call -X "$1" "$API$2" -H "Idempotency-Key: $3" -H 'Content-Type: application/json' ${4:+-d "$4"}) ||
    return 1
  printf '%s\n' "$WRITTEN" |
    node -e 'for (const { message } of JSON.parse(require("fs").readFileSync(0)).warnings ?? []) console.error(message)'
  printf '%s\n' "$WRITTEN"
}

# Prints a part of the `data` of an answer: show documentRef, show '{ status, total }'
# If there is no answer, `call` has printed the refusal, and show ends the program.
show() {
  node -e 'const text = require("fs").readFileSync(0, "utf8");
    let data;
    try { ({ data } = JSON.parse(text)); } catch {}
    if (data === undefined) { if (text) console.error(text); process.exit(1); }
    const members = new Proxy(data, { has: (_, name) => name !== "data" });
    const read = new Function("data", "members", `with (members) return (${process.argv[1]})`);
    const part = read(data, members);
    console.log(typeof part === "string" ? part : JSON.stringify(part));' "$1"
}
