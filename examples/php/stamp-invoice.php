<?php
// Previews, stores and stamps an invoice, and saves its files. Give the customer's and product's identifiers.
require __DIR__ . '/timbre.php';

[, $customerId, $productId] = $argv;
$body = [
    'kind' => 'income',
    'customerId' => $customerId,
    'cfdiUse' => 'G03',
    'payment' => ['timing' => 'single_payment', 'formCode' => '03'],
    'items' => [
        ['kind' => 'product', 'productId' => $productId, 'quantity' => 2, 'unitPrice' => 1160, 'taxIncluded' => true],
    ],
];

// A preview stores nothing, so it needs no key.
foreach (write('POST', '/v1/cfdi/preview', null, $body)['issues'] as $issue) {
    fwrite(STDERR, $issue['message'] . "\n");
}

$draft = write('POST', '/v1/cfdi', 'order-8124-draft', $body)['documentRef'];
$invoice = write('POST', "/v1/cfdi/$draft/stamp", 'order-8124-stamp');

foreach (['xml', 'pdf'] as $format) {
    file_put_contents("invoice.$format", download("/v1/documents/$draft/files/$format"));
}
show($invoice, 'documentRef', 'uuid', 'status', 'total');
