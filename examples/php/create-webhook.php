<?php
// Creates an endpoint for events of stamped and canceled CFDI. Its secret is shown only once: keep it.
require __DIR__ . '/timbre.php';

$endpoint = ['url' => 'https://example.com/timbre', 'events' => ['cfdi.*']];
$webhook = write('POST', '/v1/webhooks', 'endpoint-example', $endpoint);
umask(0077);
if (isset($webhook['secret'])) {
    file_put_contents('webhook-secret', $webhook['secret']);
}
show($webhook, 'webhookId', 'url', 'events', 'status');
