<?php
// Cancels an invoice that has errors and is not replaced (motive 02). Give its documentRef.
require __DIR__ . '/timbre.php';

$invoice = write('POST', "/v1/cfdi/$argv[1]/cancel", 'order-8124-cancel', ['motive' => '02']);
// The receiver of a larger invoice must accept the cancellation first, so the state may still be pending.
show(['status' => $invoice['status'], 'state' => $invoice['cancellation']['state']], 'status', 'state');
