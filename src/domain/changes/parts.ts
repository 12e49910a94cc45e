import type { Asked, Values } from './asked.ts';
import type { Kind } from './kinds.ts';

/** Paths of what a node of each kind says of machines: they are set up with it once, when they are made. */
const ofMachines: { readonly [K in Kind]: RegExp } = {
  compute: /^(properties\.(instance_name|tags|public_ip)|capabilities\.(host|os|endpoint)\.|attachments$|policies\.)/,
  container: /^(properties|capabilities|artifacts|policies)\.|^(attachments|requirements\.host)$/,
  port: /^properties\.|^requirements\.(binding|link)$/,
  network: /^properties\./,
  volume: /^properties\./,
  runtime: /^capabilities\.host\./,
  // nothing but its endpoints: see below
  software: /^$/,
};

/** Of a software's endpoint, what the Infrastructure Manager makes of the network of its host. */
const network = /^(network_name|dns_name|additional_dns_names|private_ip|additional_ip|tls)$/;
const opening = /^(port|ports|protocol|remote_cidr)$/;

/** The values that have a part in a machine, or those that have none. `other` is the same node of another template. */
export const machineValues = (asked: Asked, other: Asked = asked): Values => chosen(asked, other, true);
export const otherValues = (asked: Asked, other: Asked = asked): Values => chosen(asked, other, false);

const chosen = (asked: Asked, other: Asked, wanted: boolean): Values => {
  const endpoints = new Map(asked.endpoints.map((name) => [name, opens(asked, name) || opens(other, name)]));
  const isPart = (path: string): boolean =>
    ofMachines[asked.kind].test(path) || (asked.kind === 'software' && isOfEndpoint(path, endpoints));
  return Object.fromEntries(Object.entries(asked.values).filter(([path]) => isPart(path) === wanted));
};

const isOfEndpoint = (path: string, endpoints: ReadonlyMap<string, boolean>): boolean => {
  const [, name = '', property = ''] = /^capabilities\.(.+)\.properties\.([^.]+)$/.exec(path) ?? [];
  const isOpening = endpoints.get(name);
  if (isOpening === undefined) return false;
  return network.test(property) || (isOpening && opening.test(property));
};

/** Whether it has a port, or several. */
export const opens = ({ values }: Asked, endpoint: string): boolean =>
  ['port', 'ports'].some((name) => {
    const value = values[`capabilities.${endpoint}.properties.${name}`];
    return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined;
  });
