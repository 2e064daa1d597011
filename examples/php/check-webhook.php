<?php
// Checks whether Timbre sent a message. The headers are in the environment as in CGI, the unchanged body is on
// standard input, and the secret is in the file that create-webhook saved.

function is_genuine(string $secret, string $id, string $timestamp, string $signatures, string $body): bool
{
    $key = base64_decode(substr($secret, strlen('whsec_')));
    // With an empty key, anybody can sign.
    if ($key === '' || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $signatures) as $given) {
        // While a secret is being replaced, a message has two signatures.
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

$secret = trim(file_get_contents('webhook-secret'));
$headers = array_map(fn ($name) => getenv("HTTP_WEBHOOK_$name"), ['ID', 'TIMESTAMP', 'SIGNATURE']);
$body = file_get_contents('php://stdin');
if (!is_genuine($secret, ...$headers, body: $body)) {
    fwrite(STDERR, "not from Timbre\n");
    exit(1);
}
echo json_encode(['type' => json_decode($body, true)['type']]), "\n";
