"""Who owes what: all customers with a balance, and the statement of each as a PDF to send."""

from timbre import download, each, show

for receivable in each("/v1/accounts/receivables"):
    customer_id = receivable["customerId"]
    with open(f"statement-{customer_id}.pdf", "wb") as file:
        file.write(download(f"/v1/accounts/statements/{customer_id}?format=pdf"))
    show(receivable, "customerId", "total", "currency", "openDocuments")
