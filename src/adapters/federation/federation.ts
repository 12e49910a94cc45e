/**
 * Everything that a federation needs in addition to the configured providers. It is one module, so that it is loaded only
 * if a federation is configured.
 */

export { cmdbServices } from './cmdb-services.ts';
export { derivedAccess } from './derived-authorization.ts';
export { federatedProviders, federationAt } from './providers.ts';
