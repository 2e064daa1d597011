import { callContext } from '@timbre/testkit';
import { commitImport } from '../src/operations/commit-import';
import { writeImport } from '../src/workflows/imports/write-import';
import { productEvents } from './commerce';
import { addImport, shownImport, startImporting, type ImportService } from './importing';

let service: ImportService;
beforeAll(async () => void (service = await startImporting()));
afterAll(() => service.close());

/** Returns a service whose clock is some hours ahead and whose next transaction fails once. */
function failingOnce(hours: number): ImportService['runtime'] {
  const { runtime } = service;
  let hasFailed = false;
  return {
    ...runtime,
    now: () => new Date(runtime.now().getTime() + hours * 3_600_000),
    newId: () => {
      if (hasFailed) return runtime.newId();
      hasFailed = true;
      throw new Error('not written');
    },
  };
}

it('an import with few rows reports its progress once', async () => {
  const context = callContext();
  const lines = 'sku,description,price\nP-1,P,1\n';
  const importId = await addImport(service, context, 'products', lines);
  await service.answer(commitImport, context, { importId, onlyIfAllValid: true });
  expect(await writeImport(service.runtime, context, importId)).toBe(true);
  expect(await shownImport(service, context, importId)).toMatchObject({ state: 'done' });
  expect(await writeImport(service.runtime, context, importId)).toBe(false);
});

it('an import writes none of its rows if some rows cannot be written in ten attempts', async () => {
  const context = callContext();
  const importId = await addImport(
    service,
    context,
    'products',
    'sku,description,price\nN-1,P,1\n',
  );
  await service.answer(commitImport, context, { importId, onlyIfAllValid: true });
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    expect(await shownImport(service, context, importId)).toMatchObject({ state: 'committing' });
    const work = writeImport(failingOnce(attempt), context, importId);
    await expect(work).rejects.toThrow('not written');
  }
  const ended = { state: 'failed', errorCode: 'not_written' };
  expect(await shownImport(service, context, importId)).toMatchObject(ended);
  expect(await writeImport(failingOnce(11), context, importId)).toBe(false);
  expect(await productEvents(service, context.organizationId)).toEqual([]);
});
