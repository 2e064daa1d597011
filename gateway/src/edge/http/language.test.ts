import { inSpanish } from './language';

const body = (json: string) => inSpanish(Buffer.from(json))?.toString();

it('says issues in Spanish and leaves every number as it is written', () => {
  const issue = (message: string) => `{"path":["a"],"code":"required","message":"${message}"}`;
  expect(
    body(`{"data":{"total":12.50,"id":12345678901234567890,"issues":[${issue('Missing.')}]}}`),
  ).toBe(
    `{"data":{"total":12.50,"id":12345678901234567890,"issues":[${issue('Falta el campo, el encabezado o el cuerpo.')}]}}`,
  );
});

it('leaves answers without issues alone', () => {
  expect(body('{"data":{"name":"x"}}')).toBeUndefined();
  expect(body('{"data":{"code":"required","message":"of a person"}}')).toBeUndefined();
});
