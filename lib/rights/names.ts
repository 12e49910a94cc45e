/** Names of stacks that deployments have. Those of the installation itself, such as toscanini-data, do not fit. */
export const stackNames = `toscanini-${[8, 4, 4, 4, 12].map((length) => '?'.repeat(length)).join('-')}-*`;

/** Parameters in which CloudFormation puts private keys. */
export const privateKeys = 'ec2/keypair/*';
