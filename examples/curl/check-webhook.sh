#!/bin/sh
# Checks whether Timbre sent a message. The headers are in the environment as in CGI, the unchanged body is on
# standard input, and the secret is in the file that create-webhook saved.
set -eu

# No value passes through the shell, because nobody is trusted before the signature is checked.
node -e '
  const { createHmac, timingSafeEqual } = require("crypto");
  const { readFileSync } = require("fs");
  const header = (name) => process.env[`HTTP_WEBHOOK_${name}`] ?? "";
  const [id, sentAt, signatures] = ["ID", "TIMESTAMP", "SIGNATURE"].map(header);
  const key = Buffer.from(readFileSync("webhook-secret", "utf8").trim().replace(/^whsec_/, ""), "base64");
  const body = readFileSync(0);

  const isRecent = Math.abs(Date.now() / 1000 - Number(sentAt)) <= 300;
  const digest = createHmac("sha256", key).update(`${id}.${sentAt}.`).update(body).digest("base64");
  const expected = Buffer.from(`v1,${digest}`);
  // While a secret is being replaced, a message has two signatures.
  const isSigned = signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  // With an empty key, anybody can sign.
  if (key.length === 0 || !isRecent || !isSigned) {
    console.error("not from Timbre");
    process.exit(1);
  }
  console.log(JSON.stringify({ type: JSON.parse(body).type }));
'
