import { z } from 'zod';
import { inputSchemaOf } from './input-schema';

const part = z.strictObject({ number: z.string() });
const body = z.strictObject({
  customsNumbers: z.array(part),
  thirdParty: part,
  items: z.array(part),
});

describe('the input of a tool', () => {
  it('the listed input schema of a tool omits the members of rarely used objects, also of objects in a list', () => {
    const { properties } = inputSchemaOf(body);
    expect(properties.customsNumbers).toEqual({
      type: 'array',
      description: 'Rare; see resource.',
      items: { type: 'object' },
    });
    expect(properties.thirdParty).toEqual({
      type: 'object',
      description: 'Rare; see resource.',
    });
    expect(properties.items!.items!.properties).toEqual({ number: { type: 'string' } });
  });

  it('the resource of a tool contains every member of rarely used objects', () => {
    const { properties } = inputSchemaOf(body, true);
    const whole = { type: 'object', properties: { number: { type: 'string' } } };
    expect(properties.customsNumbers).toMatchObject({ type: 'array', items: whole });
    expect(properties.thirdParty).toMatchObject(whole);
  });
});
