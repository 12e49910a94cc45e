/** What the contract requires of GET /configuration. An empty text means that the installation has no such service. */
const required = { cpr_url: '', slam_url: '', cmdb_url: '', im_url: '', monitoring_url: '' };

/** docs/contract/api.md, "Configuration": flat, and every value is a text. Clients fail on anything else. */
export const configurationView = (addresses: { readonly [name: string]: string }) => ({ ...required, ...addresses });
