"""A fortnight of payroll: the employer, an employee, the run, and its stamped receipt."""

import time

from timbre import each, fetch, show, write

write("PUT", "/v1/settings/payroll-employer", "employer", {
    "registrations": [{"registration": "Y5512345101", "riskPremium": 0.54355}],
    "stateCode": "HID",
    "minimumWageZone": "general",
})
write("POST", "/v1/employees", "employee-17", {
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
})

run_id = write("POST", "/v1/payroll/runs", "run-2026-19", {
    "paymentFrequency": "04",
    "periodStartedOn": "2026-10-01",
    "periodEndedOn": "2026-10-15",
    "paidOn": "2026-10-15",
})["runId"]
run = f"/v1/payroll/runs/{run_id}"


def leaves(doing):
    """The run is calculated and stamped in the background."""
    while fetch(run)["state"] == doing:
        time.sleep(1)


write("POST", f"{run}/calculate", "run-2026-19-calculate")
leaves("calculating")
write("POST", f"{run}/stamp", "run-2026-19-stamp")
leaves("stamping")

for row in each(f"{run}/rows"):
    show(row, "employeeName", "state", "totals")
