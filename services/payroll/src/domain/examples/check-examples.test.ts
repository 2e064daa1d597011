import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkExamples } from './check-examples';

const shared = join(__dirname, '../../../../../../shared/facts/payroll-examples.json');
const whenShared = existsSync(shared) ? it : it.skip;

whenShared('every example of the shared file agrees to the cent', () => {
  const check = checkExamples(JSON.parse(readFileSync(shared, 'utf8')));
  expect(check).toEqual({ exampleCount: 16, differences: [], problems: [] });
});
