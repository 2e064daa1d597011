<?php
// Creates a product with its price and its SAT codes.
require __DIR__ . '/timbre.php';

$product = write('POST', '/v1/products', 'product-lic-anual', [
    'description' => 'Licencia anual de software',
    'sku' => 'LIC-ANUAL',
    'price' => 1160,
    'taxIncluded' => true,
    'taxability' => 'standard',
    'taxRate' => 0.16,
    'satProductCode' => '43232300',
    'satUnitCode' => 'H87',
]);
show($product, 'productId', 'sku', 'price');
