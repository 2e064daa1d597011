"""What is sold, with its price and its codes of the SAT."""

from timbre import show, write

product = write("POST", "/v1/products", "product-lic-anual", {
    "description": "Licencia anual de software",
    "sku": "LIC-ANUAL",
    "price": 1160,
    "taxIncluded": True,
    "taxability": "standard",
    "taxRate": 0.16,
    "satProductCode": "43232300",
    "satUnitCode": "H87",
})
show(product, "productId", "sku", "price")
