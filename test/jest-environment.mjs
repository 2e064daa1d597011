// Jest's test environment is Node with objects that all test files of a worker share (decision
// 0491).
import { createRequire, syncBuiltinESMExports } from 'node:module';
import util, { types } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';
import { answerJudge } from './answer-judge.mjs';

const timbreRequire = createRequire(import.meta.url);

/**
 * In Jest, a test file has its own `Error`, `Object` and `RegExp`, while libraries use the built-in
 * classes of Node. `instanceof` must be true for objects of either class.
 */
const kinds = {
  Array: Array.isArray,
  Error: types.isNativeError,
  Function: (value) => typeof value === 'function',
  Object: hasObjectPrototype,
  Promise: types.isPromise,
  RegExp: types.isRegExp,
};

/** @param {unknown} value */
function hasObjectPrototype(value) {
  if (typeof value !== 'function' && (typeof value !== 'object' || value === null)) return false;
  let last = value;
  for (let next = last; next; next = Object.getPrototypeOf(next)) last = next;
  return last !== value && Object.hasOwn(last, 'isPrototypeOf');
}

/**
 * Classes of Node that test files use directly. These classes can be shared with test files,
 * because JavaScript has no literals of these classes.
 */
const shared = { Date, Map, Set, WeakMap, WeakSet };

/** @param {typeof globalThis} global */
function recognizeBoth(global) {
  for (const [name, isOne] of Object.entries(kinds)) {
    const kind = /** @type {any} */ (global)[name];
    Object.defineProperty(kind, Symbol.hasInstance, {
      /** @param {unknown} value */
      value(value) {
        return (
          (this === kind && isOne(value)) ||
          Function.prototype[Symbol.hasInstance].call(this, value)
        );
      },
    });
  }
}

recognizeBoth(globalThis);

/**
 * Jest must treat two values as equal even if one is an `Object` of Node and the other is an
 * `Object` of the test file.
 */
const { isDeepStrictEqual } = util;
util.isDeepStrictEqual = (one, other) => {
  if (isDeepStrictEqual(one, other)) return true;
  try {
    return isDeepStrictEqual(structuredClone(one), structuredClone(other));
  } catch {
    // Functions are compared by identity, because they cannot be cloned.
    return false;
  }
};
syncBuiltinESMExports();

export default class TimbreEnvironment extends TestEnvironment {
  /** @param {ConstructorParameters<typeof TestEnvironment>} given */
  constructor(...given) {
    super(...given);
    recognizeBoth(/** @type {typeof globalThis} */ (this.global));
    Object.assign(this.global, shared, { timbreAnswerJudge: answerJudge, timbreRequire });
    // A test file and the shared packages see the same environment variables.
    this.variables = { ...process.env };
    this.global.process.env = process.env;
  }

  /** Restores the environment variables that the test file has changed. */
  async teardown() {
    for (const name of Object.keys(process.env)) {
      if (!(name in this.variables)) delete process.env[name];
    }
    Object.assign(process.env, this.variables);
    await super.teardown();
  }
}
