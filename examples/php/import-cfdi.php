<?php
// A supplier sent the XML of its invoice: keep it, with its seals checked. Give the file.
require __DIR__ . '/timbre.php';

$xml = base64_encode(file_get_contents($argv[1]));
$cfdi = write('POST', '/v1/cfdi/imports', 'supplier-invoice-77', ['xml' => $xml]);
show($cfdi, 'uuid', 'counterpartyName', 'status');
