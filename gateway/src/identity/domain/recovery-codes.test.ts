import { randomBytes } from 'node:crypto';
import {
  entropyOfRecoveryCodes,
  readEnteredCode,
  recoveryCodesCount,
  recoveryCodesOf,
  recoveryDigest,
} from './recovery-codes';

it('recovery codes contain all 80 random bits', () => {
  const [lowest, highest] = recoveryCodesOf(
    Buffer.concat([Buffer.alloc(10), Buffer.alloc(10, 0xff)]),
  );
  expect([lowest, highest]).toEqual(['0000-0000-0000-0000', 'ZZZZ-ZZZZ-ZZZZ-ZZZZ']);
  const codes = recoveryCodesOf(randomBytes(entropyOfRecoveryCodes));
  expect(new Set(codes).size).toBe(recoveryCodesCount);
});

it('readEnteredCode accepts a recovery code in any case and grouping, also with O for 0', () => {
  const [code = ''] = recoveryCodesOf(randomBytes(10));
  const spelled = [code, code.toLowerCase(), code.replaceAll('-', ' '), code.replaceAll('0', 'o')];
  for (const one of spelled) {
    const entered = readEnteredCode(one);
    expect(entered).toEqual({ recovery: code.replaceAll('-', '') });
    expect(recoveryDigest((entered as { recovery: string }).recovery)).toEqual(
      recoveryDigest(code),
    );
  }
});

it.each([
  ['123 456', { totp: '123456' }],
  ['12345', undefined],
  ['1234567', undefined],
  ['', undefined],
  ['١٢٣٤٥٦', undefined],
  ['0000-0000-0000-000U', undefined],
  ['0'.repeat(500), undefined],
])('%s is read as %j', (text, entered) => {
  expect(readEnteredCode(text)).toEqual(entered);
});
