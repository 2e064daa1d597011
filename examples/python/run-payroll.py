"""Runs a fortnight of payroll: the employer, an employee, the run, and its stamped receipt."""

import json
import os
import time

from timbre_client import Timbre

timbre = Timbre(os.environ["API"], os.environ["KEY"])
timbre.put_payroll_employer(
    body={
        "registrations": [{"registration": "Y5512345101", "riskPremium": 0.54355}],
        "stateCode": "HID",
        "minimumWageZone": "general",
    },
    idempotency_key="employer",
)
timbre.create_employee(
    body={
        "legalName": "ADRIANA GOMEZ LARA",
        "rfc": "GOLA850312AB1",
        "curp": "GOLA850312MDFMPN03",
        "taxSystem": "605",
        "postalCode": "06000",
        "employeeNumber": "17",
        "contractType": "01",
        "regimeType": "02",
        "paymentFrequency": "04",
        "stateCode": "HID",
        "socialSecurityNumber": "12345678903",
        "employmentStartedOn": "2025-01-01",
        "positionRisk": "1",
        "dailyWage": 500,
        "integratedDailySalary": 525.5,
    },
    idempotency_key="employee-17",
)

run = timbre.create_payroll_run(
    body={
        "paymentFrequency": "04",
        "periodStartedOn": "2026-10-01",
        "periodEndedOn": "2026-10-15",
        "paidOn": "2026-10-15",
    },
    idempotency_key="run-2026-19",
)["data"]
run_id = run["runId"]


def leaves(doing):
    """The run is calculated and stamped in the background."""
    while timbre.get_payroll_run(run_id)["data"]["state"] == doing:
        time.sleep(1)


timbre.calculate_payroll_run(run_id, idempotency_key="run-2026-19-calculate")
leaves("calculating")
timbre.stamp_payroll_run(run_id, idempotency_key="run-2026-19-stamp")
leaves("stamping")

for row in timbre.each.list_payroll_rows(run_id):
    print(json.dumps({name: row.get(name) for name in ("employeeName", "state", "totals")}))
