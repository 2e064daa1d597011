// The configuration of `knip --production`, which finds exports that only tests use. A test may use a
// function that is also used in its own file.
import config from './knip.json' with { type: 'json' };

export default { ...config, ignoreExportsUsedInFile: true };
