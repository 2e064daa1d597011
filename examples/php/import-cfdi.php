<?php
// Imports the XML that a supplier sent, and checks its seals. Give the file.
require __DIR__ . '/timbre.php';

$xml = base64_encode(file_get_contents($argv[1]));
$cfdi = write('POST', '/v1/cfdi/imports', 'supplier-invoice-77', ['xml' => $xml]);
show($cfdi, 'uuid', 'counterpartyName', 'status');
