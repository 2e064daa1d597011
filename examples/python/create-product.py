"""Creates a product with its price and its SAT codes."""

import json
import os

from timbre_client import Timbre

timbre = Timbre(os.environ["API"], os.environ["KEY"])
product = timbre.create_product(
    body={
        "description": "Licencia anual de software",
        "sku": "LIC-ANUAL",
        "price": 1160,
        "taxIncluded": True,
        "taxability": "standard",
        "taxRate": 0.16,
        "satProductCode": "43232300",
        "satUnitCode": "H87",
    },
    idempotency_key="product-lic-anual",
)["data"]
print(json.dumps({name: product[name] for name in ("productId", "sku", "price")}))
