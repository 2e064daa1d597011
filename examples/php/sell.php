<?php
// A day at a counter: two sales, a link for one buyer's own invoice, and the global invoice of the rest.
require __DIR__ . '/timbre.php';

$location = ['name' => 'Centro', 'code' => 'CENTRO', 'postalCode' => '42501'];
write('POST', '/v1/locations', 'location-centro', $location);

function sell(string $ticket): array
{
    return write('POST', '/v1/sales-receipts', $ticket, [
        'saleType' => 'paid',
        'paymentForm' => '01',
        'items' => [[
            'kind' => 'custom',
            'description' => 'Cuaderno',
            'quantity' => 2,
            'unitPrice' => 58,
            'taxIncluded' => true,
            'satProductCode' => '14111514',
            'satUnitCode' => 'H87',
            'taxability' => 'standard',
            'taxRate' => 0.16,
        ]],
    ]);
}
$first = sell('ticket-1');
$second = sell('ticket-2');

$link = write('POST', "/v1/sales-receipts/{$first['documentRef']}/self-invoice-links", 'ticket-1-link', []);
fwrite(STDERR, "The buyer's page: {$link['url']}\n");

$global = write('POST', '/v1/sales-receipts/global-invoices', 'global-of-the-day', [
    'periodicity' => '01',
    'period' => $second['businessDate'],
    'documentRefs' => [$second['documentRef']],
]);
foreach ($global['documents'] as ['documentRef' => $documentRef]) {
    $stamped = write('POST', "/v1/cfdi/$documentRef/stamp", "stamp-$documentRef");
    $result = ['sold' => $first['total'], 'status' => $stamped['status'], 'global' => $stamped['total']];
    show($result, 'sold', 'status', 'global');
}
