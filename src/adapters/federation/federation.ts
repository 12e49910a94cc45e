/** All that a federation needs beside the configured providers, in one place: it is loaded where one is configured. */

export { cmdbServices } from './cmdb-services.ts';
export { derivedAccess } from './derived-authorization.ts';
export { federatedProviders, federationAt } from './providers.ts';
