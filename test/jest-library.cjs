// Jest's transform for libraries. A worker loads a library once with Node's own loader, and all test files
// of the worker share the library. Without this transform, Jest would read, compile and run each library
// again in each of 800 files (decision 0491).
const { createHash } = require('node:crypto');

/**
 * The version is part of the cache key. Increment the version when you change this file, so that cached
 * texts become invalid.
 */
const version = '1';

/**
 * The text of a module that passes on what Node loaded.
 * @param {string} path of an ECMAScript module
 */
function moduleText(path) {
  const names = Object.keys(require(path)).filter(
    (name) => !/^(default|module\.exports)$/.test(name),
  );
  const kept = names.map(
    (name, at) => `const e${at} = library.${name}; export { e${at} as ${name} };`,
  );
  return [
    `const library = globalThis.timbreRequire(${JSON.stringify(path)});`,
    ...kept,
    'export default library.default;',
  ].join('\n');
}

/**
 * Jest's own set-up runs outside of its environment; there a library runs unchanged.
 * @param {string} source
 */
const scriptText = (source) =>
  `if (globalThis.timbreRequire) module.exports = globalThis.timbreRequire(__filename);
else (function () { ${source.replace(/^#!.*/, '')}
}).call(this);`;

module.exports = {
  /**
   * @param {string} _source
   * @param {string} path
   * @param {{ supportsStaticESM: boolean }} options
   */
  getCacheKey: (_source, path, { supportsStaticESM }) =>
    createHash('sha256').update(`${version} ${path} ${supportsStaticESM}`).digest('hex'),
  /**
   * @param {string} source
   * @param {string} path
   * @param {{ supportsStaticESM: boolean }} options
   */
  process: (source, path, { supportsStaticESM }) => ({
    code: supportsStaticESM ? moduleText(path) : scriptText(source),
  }),
};
