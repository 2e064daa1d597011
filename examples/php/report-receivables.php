<?php
// Lists all customers with a balance, and saves the statement of each as a PDF.
require __DIR__ . '/timbre.php';

foreach (each_of('/v1/accounts/receivables') as $receivable) {
    $customerId = $receivable['customerId'];
    file_put_contents("statement-$customerId.pdf", download("/v1/accounts/statements/$customerId?format=pdf"));
    show($receivable, 'customerId', 'total', 'currency', 'openDocuments');
}
