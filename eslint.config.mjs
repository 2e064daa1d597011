import tseslint from 'typescript-eslint';
import { reasons } from './scripts/lint/reasons.mjs';

const code = [
  'packages/**/*.ts',
  'services/**/*.ts',
  'gateway/**/*.ts',
  'clients/**/*.ts',
  'console/**/*.{ts,tsx}',
  'test/**/*.ts',
];
const tests = ['**/*.test.ts', '**/test/**/*.ts', 'test/**/*.ts'];

export default tseslint.config(
  { ignores: ['**/dist/', '**/generated/', '**/node_modules/', '.timbre/', 'coverage/'] },
  ...tseslint.configs.recommended,
  {
    files: code,
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // A forgotten promise loses its error. These rules need type information; the other rules do
      // not.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: [...code, 'scripts/**/*.mjs'],
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }],
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(SpreadElement > ArrayExpression, SpreadElement > ObjectExpression)',
          message: 'A literal is not spread: write its members.',
        },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: [...code, 'scripts/**/*.mjs', 'deploy/**/*.mjs'],
    ignores: tests,
    plugins: { timbre: { rules: { reasons } } },
    rules: { 'timbre/reasons': 'error' },
  },
  // Scripts write to the console of the user, and the describe block of a test is as long as its
  // cases.
  { files: ['scripts/**/*.mjs'], rules: { 'no-console': 'off' } },
  { files: tests, rules: { 'max-lines-per-function': 'off', 'no-console': 'off' } },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs' },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
