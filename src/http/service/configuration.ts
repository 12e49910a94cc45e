/** What the contract requires of GET /configuration. An installation that has no such service says so by an empty text. */
const required = { cpr_url: '', slam_url: '', cmdb_url: '', im_url: '', monitoring_url: '' };

/** docs/contract/api.md, "Configuration": flat, every value a text; clients fail on anything else. */
export const configurationView = (addresses: { readonly [name: string]: string }) => ({ ...required, ...addresses });
