import { unknownCommand } from './service';

const known = ['migrate', 'report rebuild'];
const commands = 'The commands are migrate, report rebuild.';

test.each([
  [['migrat'], 'migrat is not a command. Did you mean migrate?'],
  [['--help'], '--help is not a command.'],
  [['report', 'rebild', 'x'], 'report rebild is not a command. Did you mean report rebuild?'],
  [['audit', 'x'], 'audit is not a command.'],
  [['report', '--since'], 'report is not a command.'],
])('the command %j is refused by name', (words, sentence) => {
  expect(unknownCommand(words, known)).toBe(`${sentence} ${commands}`);
});
