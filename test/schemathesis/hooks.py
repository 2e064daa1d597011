"""Hooks of Schemathesis: a new key for each write, and the refusals that no JSON schema can express."""

import uuid

import jsonschema_rs
import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import positive_data_acceptance

KEY = "Idempotency-Key"

# A code of docs/errors.md, alone or after an operation, and why a valid request may still get it.
REASONS = {
    # The SAT's catalogues have up to 50,000 codes and change by date; the description names the catalogue.
    "not_in_catalog": "the code is of a catalogue",
    "tax_system_not_allowed": "c_RegimenFiscal says by date which kind of person may have the regime",
    "cfdi_use_not_allowed": "c_UsoCFDI says by date which regime may have the use",
    "tax_rate_not_allowed": "c_TasaOCuota says by date which rates a tax has",
    "taxes_not_allowed": "c_ObjetoImp says which taxes each code allows",
    "taxes_required": "c_ObjetoImp says which taxes each code demands",
    "tax_not_of_payment_type": "c_TipoPagoRet says which tax a payment type settles",
    "complement_required": "c_CveRetenc says which key demands a complement",
    "complement_not_of_code": "c_CveRetenc says which key may have a complement",
    "receiver_nationality_not_allowed": "c_CveRetenc says which key is for receivers abroad",
    "rif_totals_invalid": "the totals of one key of c_CveRetenc",
    "third_party_tax_system_not_allowed": "c_RegimenFiscal says by date which kind of person may have it",
    "customs_number_invalid": "the year, the offices of c_Aduana and the rows of c_NumPedimentoAduana",
    "foreign_tax_id_invalid": "c_Pais has the pattern of each country",
    "recurring_item_invalid": "the types that payroll takes depend on the date",
    "simulatePayroll invalid_request": "the types that payroll takes depend on the date",
    "unsupported_frequency": "c_PeriodicidadPago has frequencies that payroll does not calculate",
    # Check digits.
    "curp_invalid": "a check digit",
    "bank_account_invalid": "a check digit",
    "rfc_invalid": "the days of a leap year",
    # The patterns of OpenAPI have no classes of Unicode.
    "character_not_allowed": "a rare character that nobody sees",
    # Two values of one request are compared.
    "period_out_of_order": "one day comes after another",
    "period_reversed": "one day comes after another",
    "period_too_long": "days between two days",
    "period_too_short": "days between two days",
    "validity_reversed": "one day comes after another",
    "valid_until_before_issue": "one day comes after another",
    "key_repeated": "a value is unlike the values beside it",
    "product_repeated": "a value is unlike the values beside it",
    "withholding_repeated": "a value is unlike the values beside it",
    "not_abroad": "c_Pais has Mexico, which is not abroad",
    "more_issues": "the answer lists the first issues only",
    "employer_registration_repeated": "a value is unlike the values beside it",
    "tax_repeated": "a value is unlike the values beside it",
    "withheld_above_operation": "a sum",
    "order_contradicts": "one parameter depends on another, which OpenAPI cannot say",
    "quantity_not_increasing": "a value is greater than the one before it",
    "saved_code_repeated": "a value is unlike the values beside it",
    "createCfdi too_big": "a sum over all payments",
    "previewCfdi too_big": "a sum over all payments",
    "updateCfdi too_big": "a sum over all payments",
    "separation_paid_apart": "the kind of the run decides, and it is in another object than the separation",
    # The clock of the server.
    "in_the_past": "the clock",
    "recovery_period": "the clock",
    "expires_on_out_of_range": "the clock",
    # Data of the organization and of the SAT.
    "cursor_invalid": "a cursor is made by an answer",
    "event_unknown": "the events of the last 30 days",
    "updateContact tax_residence_missing": "the fields that the contact has already",
    "updateContact credit_not_enabled": "the fields that the contact has already",
    "updateProduct tax_exempt_reason_not_allowed": "the fields that the product has already",
    "acceptQuote required": "the fiscal data that the contact of the quote has",
    "series_kind": "the series of the organization",
    "series_inactive": "the series of the organization",
    "customer_only": "the kind of the contact, which does not change",
    "id_cif_unknown": "the register of the SAT",
    "createGlobalInvoice required": "the settings of receipts may have a periodicity",
    "putSandboxScenario invalid_value": "the simulator says which scenarios exist",
    "address_forbidden": "the addresses to which a name resolves",
    # Contents of files.
    "xml_invalid": "the contents of a file",
    "certificate_unreadable": "the contents of a file",
    "private_key_unreadable": "the contents of a file",
    "logo_unreadable": "the contents of a file",
    "addenda_template_invalid": "the contents of a template, which is XML once it is filled",
}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Gives each valid write a new key, because a repeated key would be refused before its request is checked. An invalid key is itself the test, and stays."""
    part = case.meta and case.meta.components.get(ParameterLocation.HEADER)
    if part and part.mode.is_positive and KEY in (case.headers or {}):
        case.headers[KEY] = str(uuid.uuid4())


@schemathesis.check
def accepts_what_the_schema_allows(ctx, response, case):
    """positive_data_acceptance, without the refusals of REASONS."""
    try:
        return positive_data_acceptance(ctx, response, case)
    except AssertionError:
        operation = case.operation.definition.raw["operationId"]
        codes = [issue["code"] for issue in issues_of(response)]
        known = [code in REASONS or f"{operation} {code}" in REASONS for code in codes]
        if is_allowed(case) and not (known and all(known)):
            unknown = sorted({code for code, has_reason in zip(codes, known) if not has_reason})
            raise AssertionError(f"The schema allows what {operation} refuses: {', '.join(unknown)}")
    return None


def issues_of(response):
    return response.json()["error"].get("details", {}).get("issues", [])


def is_allowed(case):
    """Whether the schema allows the body. The cases of the coverage phase ignore dependentSchemas within a body."""
    body = case.operation.definition.raw.get("requestBody")
    if body is None or not isinstance(case.body, (dict, list)):
        return True
    schema = body["content"]["application/json"]["schema"]
    components = case.operation.schema.raw_schema["components"]
    return jsonschema_rs.Draft202012Validator({**schema, "components": components}).is_valid(case.body)
