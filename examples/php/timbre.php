<?php
// The calls of these examples, with PHP's own functions. API and KEY are in the environment.

const ATTEMPTS = 6;

/** An answer that is not a success. */
class Refused extends Exception
{
    public array $issues;

    public function __construct(public int $status, array $error)
    {
        parent::__construct("$status {$error['code']}: {$error['message']}");
        $this->issues = $error['details']['issues'] ?? [];
    }
}

/** The bytes of a file. */
function download(string $path): string
{
    return send('GET', $path);
}

/** The `data` of a read. */
function fetch(string $path): array
{
    return json_decode(send('GET', $path), true)['data'];
}

/** All items of a list, page after page. */
function each_of(string $path): Generator
{
    $cursor = '';
    do {
        $page = json_decode(send('GET', $path . ($cursor === '' ? '' : "?cursor=$cursor")), true);
        yield from $page['data'];
        $cursor = $page['pagination']['nextCursor'];
    } while ($cursor !== null);
}

/** The `data` of a write. The key names the intention and is the same in every repeat. */
function write(string $method, string $path, ?string $key, ?array $body = null): array
{
    return json_decode(send($method, $path, $key, $body), true)['data'];
}

function send(string $method, string $path, ?string $key = null, ?array $body = null): string
{
    $headers = ['Authorization: Bearer ' . getenv('KEY')];
    if ($key !== null) {
        $headers[] = "Idempotency-Key: $key";
    }
    $http = ['method' => $method, 'ignore_errors' => true, 'timeout' => 60];
    if ($body !== null) {
        $headers[] = 'Content-Type: application/json';
        // An empty body is an object, not a list.
        $http['content'] = json_encode((object) $body, JSON_UNESCAPED_UNICODE);
    }
    $context = stream_context_create(['http' => $http + ['header' => $headers]]);
    for ($attempt = 1; ; $attempt++) {
        $text = @file_get_contents(getenv('API') . $path, false, $context);
        $lines = $text === false ? [] : $http_response_header;
        $status = (int) (explode(' ', $lines[0] ?? '')[1] ?? 0);
        if ($status >= 200 && $status < 300) {
            return $text;
        }
        $error = json_decode((string) $text, true)['error'] ?? ['code' => 'no_answer', 'message' => 'try again'];
        $again = in_array($status, [0, 429, 500, 502, 503, 504]) || $error['code'] === 'operation_in_progress';
        if (!$again || $attempt === ATTEMPTS) {
            throw new Refused($status, $error);
        }
        $advice = preg_grep('/^retry-after:/i', $lines);
        sleep((int) (explode(':', (string) reset($advice))[1] ?? $attempt));
    }
}

/** Prints members of an answer. */
function show(array $data, string ...$names): void
{
    $shown = array_map(fn ($name) => $data[$name], array_combine($names, $names));
    echo json_encode($shown, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION), "\n";
}
