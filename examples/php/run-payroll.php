<?php
// Runs a fortnight of payroll: the employer, an employee, the run, and its stamped receipt.
require __DIR__ . '/timbre.php';

write('PUT', '/v1/settings/payroll-employer', 'employer', [
    'registrations' => [['registration' => 'Y5512345101', 'riskPremium' => 0.54355]],
    'stateCode' => 'HID',
    'minimumWageZone' => 'general',
]);
write('POST', '/v1/employees', 'employee-17', [
    'legalName' => 'ADRIANA GOMEZ LARA',
    'rfc' => 'GOLA850312AB1',
    'curp' => 'GOLA850312MDFMPN03',
    'taxSystem' => '605',
    'postalCode' => '06000',
    'employeeNumber' => '17',
    'contractType' => '01',
    'regimeType' => '02',
    'paymentFrequency' => '04',
    'stateCode' => 'HID',
    'socialSecurityNumber' => '12345678903',
    'employmentStartedOn' => '2025-01-01',
    'positionRisk' => '1',
    'dailyWage' => 500,
    'integratedDailySalary' => 525.5,
]);

$runId = write('POST', '/v1/payroll/runs', 'run-2026-19', [
    'paymentFrequency' => '04',
    'periodStartedOn' => '2026-10-01',
    'periodEndedOn' => '2026-10-15',
    'paidOn' => '2026-10-15',
])['runId'];
$run = "/v1/payroll/runs/$runId";
// The run is calculated and stamped in the background.
$leaves = function (string $doing) use ($run): void {
    while (fetch($run)['state'] === $doing) {
        sleep(1);
    }
};
write('POST', "$run/calculate", 'run-2026-19-calculate');
$leaves('calculating');
write('POST', "$run/stamp", 'run-2026-19-stamp');
$leaves('stamping');

foreach (each_of("$run/rows") as $row) {
    show($row, 'employeeName', 'state', 'totals');
}
