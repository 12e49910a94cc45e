import type { Kind } from '../changes/kinds.ts';
import type { RequestedNode, Values } from '../changes/requested.ts';
import { scalingPath } from '../scaling/scaling-policies.ts';

/** Paths of values, by kind of node, that a machine gets once, when it is made. */
const ofMachines: { readonly [K in Kind]: RegExp } = {
  compute: /^(properties\.(instance_name|tags|public_ip)|capabilities\.(host|os|endpoint)\.|attachments$|policies\.)/,
  container: /^(properties|capabilities|artifacts|policies)\.|^(attachments|requirements\.host)$/,
  port: /^properties\.|^requirements\.(binding|link)$/,
  network: /^properties\./,
  volume: /^properties\./,
  runtime: /^capabilities\.host\./,
  // only its endpoints: see below
  software: /^$/,
};

/** Properties of a software's endpoint from which the Infrastructure Manager sets up the network of its host. */
const network = /^(network_name|dns_name|additional_dns_names|private_ip|additional_ip|tls)$/;
const opening = /^(port|ports|protocol|remote_cidr)$/;

/** The values that concern a machine; `otherValues`: those that do not. `other` is the same node in another template. */
export const machineValues = (requested: RequestedNode, other: RequestedNode = requested): Values =>
  chosen(requested, other, true);
export const otherValues = (requested: RequestedNode, other: RequestedNode = requested): Values =>
  chosen(requested, other, false);

const chosen = (requested: RequestedNode, other: RequestedNode, wanted: boolean): Values => {
  const endpoints = new Map(
    requested.endpoints.map((name) => [name, hasPort(requested, name) || hasPort(other, name)]),
  );
  const isPart = (path: string): boolean =>
    ofMachines[requested.kind].test(path) || (requested.kind === 'software' && isOfEndpoint(path, endpoints));
  return Object.fromEntries(
    Object.entries(requested.values).filter(([path]) => isPart(path) === wanted && !path.startsWith(scalingPath)),
  );
};

const isOfEndpoint = (path: string, endpoints: ReadonlyMap<string, boolean>): boolean => {
  const [, name = '', property = ''] = /^capabilities\.(.+)\.properties\.([^.]+)$/.exec(path) ?? [];
  const isOpening = endpoints.get(name);
  if (isOpening === undefined) return false;
  return network.test(property) || (isOpening && opening.test(property));
};

/** Whether the endpoint has a port, or several. */
export const hasPort = ({ values }: RequestedNode, endpoint: string): boolean =>
  ['port', 'ports'].some((name) => {
    const value = values[`capabilities.${endpoint}.properties.${name}`];
    return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined;
  });
