#!/bin/sh
# Runs a fortnight of payroll: the employer, an employee, the run, and its stamped receipt.
. "$(dirname "$0")/timbre.sh"

write PUT /v1/settings/payroll-employer employer '{
  "registrations": [{ "registration": "Y5512345101", "riskPremium": 0.54355 }],
  "stateCode": "HID",
  "minimumWageZone": "general"
}' > employer.json
write POST /v1/employees employee-17 '{
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
  "integratedDailySalary": 525.5
}' > employee.json

RUN=$(write POST /v1/payroll/runs run-2026-19 '{
  "paymentFrequency": "04",
  "periodStartedOn": "2026-10-01",
  "periodEndedOn": "2026-10-15",
  "paidOn": "2026-10-15"
}' | show runId)
# The run is calculated and stamped in the background.
leaves() {
  STATE=$1
  while [ "$STATE" = "$1" ]; do
    sleep 1
    STATE=$(fetch "/v1/payroll/runs/$RUN" | show state)
  done
}
write POST "/v1/payroll/runs/$RUN/calculate" run-2026-19-calculate > run.json
leaves calculating
write POST "/v1/payroll/runs/$RUN/stamp" run-2026-19-stamp > run.json
leaves stamping

each "/v1/payroll/runs/$RUN/rows" > rows.jsonl
while read -r ROW; do
  printf '%s\n' "$ROW" | show '{ employeeName, state, totals }'
done < rows.jsonl
