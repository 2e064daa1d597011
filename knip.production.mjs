// For `knip --production`: finds exports that only tests use. A test may use a function that its own file uses too.
import config from './knip.json' with { type: 'json' };

export default { ...config, ignoreExportsUsedInFile: true };
