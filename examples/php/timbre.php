<?php
// The calls of these examples, with PHP's own functions. API and KEY are in the environment.

const ATTEMPTS = 6;
const WAIT_MAX_SECONDS = 60;

foreach (['API' => 'where Timbre runs', 'KEY' => 'an API key'] as $name => $meaning) {
    if ((string) getenv($name) === '') {
        fwrite(STDERR, "$name is not set: $meaning\n");
        exit(1);
    }
}

/** The error for an answer that is not a success. */
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

/** All items of a list, page by page. */
function each_of(string $path): Generator
{
    $cursor = '';
    $cursorIs = str_contains($path, '?') ? '&cursor=' : '?cursor=';
    do {
        $page = json_decode(send('GET', $path . ($cursor === '' ? '' : $cursorIs . $cursor)), true);
        yield from $page['data'];
        $cursor = $page['pagination']['nextCursor'];
    } while ($cursor !== null);
}

/** The `data` of a write. The key identifies the intention and is the same in every repeat. */
function write(string $method, string $path, ?string $key, ?array $body = null): array
{
    $answer = json_decode(send($method, $path, $key, $body), true);
    foreach ($answer['warnings'] ?? [] as $warning) {
        fwrite(STDERR, $warning['message'] . "\n");
    }
    return $answer['data'];
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
        if (strlen((string) $text) < (int) header_of($lines, 'Content-Length')) {
            // The connection broke within the body.
            $status = 0;
        }
        if ($status >= 200 && $status < 300) {
            return done($status, $text);
        }
        $error = json_decode((string) $text, true)['error'] ?? ['code' => 'no_answer', 'message' => 'try again'];
        $wait = (int) (header_of($lines, 'Retry-After') ?? $attempt);
        if (!may_help($status, $error) || $wait > WAIT_MAX_SECONDS || $attempt === ATTEMPTS) {
            throw new Refused($status, $error);
        }
        sleep($wait);
    }
}

/** The status 202 means that work continues, or that a write waits until a person approves it. */
function done(int $status, string $text): string
{
    if ($status === 202 && isset(json_decode($text, true)['data']['approvalId'])) {
        throw new Refused($status, ['code' => 'kept_for_approval', 'message' => 'waits for approval']);
    }
    return $text;
}

/** Whether the same request may have another outcome. */
function may_help(int $status, array $error): bool
{
    if (($error['details']['retryable'] ?? true) === false) {
        return false;
    }
    return in_array($status, [0, 429, 500, 502, 503, 504]) || $error['code'] === 'operation_in_progress';
}

function header_of(array $lines, string $name): ?string
{
    foreach ($lines as $line) {
        [$key, $value] = explode(':', $line, 2) + ['', ''];
        if (strcasecmp($key, $name) === 0) {
            return trim($value);
        }
    }
    return null;
}

/** Prints members of an answer. */
function show(array $data, string ...$names): void
{
    $shown = array_map(fn ($name) => $data[$name], array_combine($names, $names));
    echo json_encode($shown, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION), "\n";
}
