import { parseArgs } from 'node:util';
import { StartError } from '../refusal/start-error';
import { reasonOf } from './main';

const wrong = (args: string[]): unknown => {
  try {
    return parseArgs({ args, options: { name: { type: 'string' } } });
  } catch (error) {
    return error;
  }
};

describe('reasonOf', () => {
  it.each([
    [['--nme', 'x'], "Unknown option '--nme'."],
    [['--name'], "Option '--name <value>' argument missing."],
    [['--name', '--owner'], "Option '--name' argument is ambiguous."],
    [['Foo. Bar'], "Unexpected argument 'Foo. Bar'."],
  ])('a wrong option is named without the stack of Node: %j', (args, reason) => {
    expect(reasonOf(wrong(args))).toBe(reason);
  });

  it('an error that the operator can fix is printed as a sentence, and a bug with its stack', () => {
    expect(reasonOf(new StartError('--name is missing.'))).toBe('--name is missing.');
    expect(reasonOf(new Error('bug'))).toMatch(/^Error: bug\n +at /);
  });
});
