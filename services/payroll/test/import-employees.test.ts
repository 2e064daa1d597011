import { randomUUID } from 'node:crypto';
import { startApi, type Api } from '@timbre/testkit';
import { importEmployees } from '../src/commands/import-employees';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

const csv = (...lines: string[]) =>
  Buffer.from(['employeeNumber,legalName,rfc,dailyWage', ...lines].join('\n'));
const run = (...lines: string[]) => importEmployees(csv(...lines), api);

/** Returns an employee number that no employee has. */
const newNumber = () => randomUUID().slice(0, 8);

const withNumber = async (employeeNumber: string) => {
  const { json } = await api.request('GET', `/v1/employees?query=${employeeNumber}`);
  return json.data as { employeeId: string; legalName: string }[];
};
const remove = (employeeId: string) => api.request('DELETE', `/v1/employees/${employeeId}`);
const isTaken = { path: 'employeeNumber', code: 'employee_number_taken' };
const there = { imported: 1, faults: [] };

describe('importing the same file again', () => {
  it('a repeated import creates no employee twice and reports employees that have changed since', async () => {
    const number = newNumber();
    const line = `${number},ANA,gola850312ab1,500.50`;
    expect(await run(line)).toMatchObject(there);
    expect(await run(line)).toMatchObject(there);
    const [employee, ...others] = await withNumber(number);
    expect(others).toEqual([]);
    const renumbered = { employeeNumber: newNumber(), dailyWage: 550 };
    await api.request('PATCH', `/v1/employees/${employee!.employeeId}`, { body: renumbered });
    expect(await run(line)).toMatchObject(there);
    expect(await withNumber(number)).toEqual([]);
  });

  it('a repeated import imports a line whose employee number is free again, and a further import finds the employee', async () => {
    const number = newNumber();
    await run(`${number},BETO,,`);
    const line = `${number},ANA,gola850312ab1,500.50`;
    expect((await run(line)).faults).toMatchObject([isTaken]);
    const [holder] = await withNumber(number);
    await remove(holder!.employeeId);
    expect(await run(line)).toMatchObject(there);
    expect(await withNumber(number)).toMatchObject([{ legalName: 'ANA' }]);
    expect(await run(line)).toMatchObject(there);
    expect(await withNumber(number)).toHaveLength(1);
  });

  it('a repeated import creates an employee again after the employee was deleted', async () => {
    const number = newNumber();
    const line = `${number},ANA,GOLA850312AB1,`;
    await run(line);
    const [first] = await withNumber(number);
    await remove(first!.employeeId);
    expect(await run(line)).toMatchObject(there);
    const [second, ...others] = await withNumber(number);
    expect(second!.employeeId).not.toBe(first!.employeeId);
    expect(others).toEqual([]);
    expect(await run(line)).toMatchObject(there);
    expect(await withNumber(number)).toEqual([second]);
  });

  it('a repeated import does not update a record from a changed line', async () => {
    const number = newNumber();
    await run(`${number},ANA,,500`);
    const { imported, faults } = await run(`${number},ANA,,510`);
    expect({ imported, faults }).toMatchObject({ imported: 0, faults: [isTaken] });
    expect(faults[0]!.message).toContain('dailyWage');
  });
});
