<?php
// Records a payment of an invoice on credit and stamps its payment complement (CFDI of type P) at once. Give the
// identifiers of the customer and of the invoice.
require __DIR__ . '/timbre.php';

[, $customerId, $documentRef] = $argv;
$invoice = fetch("/v1/cfdi/$documentRef");
$amount = $invoice['total']['amount'];

$payment = write('POST', "/v1/accounts/receivables/$customerId/payments", 'bank-transfer-5521', [
    'amount' => $amount,
    'formCode' => '03',
    'paidOn' => substr($invoice['issuedLocalDateTime'], 0, 10),
    'complement' => 'stamp',
    'applications' => [['documentRef' => $documentRef, 'amount' => $amount]],
]);
show(['kind' => $payment['kind'], 'complement' => $payment['complement']['status']], 'kind', 'complement');
