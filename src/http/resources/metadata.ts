/** The part of a resource's metadata that is not plain text: the properties of a VM. */

import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { Resource } from '../../domain/resources/resource.ts';
import { jobKey } from '../../domain/resources/states.ts';

type Properties = { readonly [key: string]: unknown };

const vmKey = 'VirtualMachineInfo';

/** The JSON object or array in a text; undefined if the text is neither. */
const parsed = (text: string): unknown => {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** docs/contract/api.md, "Extended information": all jobs, or all VMs in one list, each network once. */
export const extendedInfo = (
  resources: readonly Pick<Resource, 'metadata'>[],
): { vmProperties: Properties[] } | readonly Properties[] => {
  const jobs = resources.flatMap(({ metadata }) => [parsed(metadata[jobKey] ?? '')].filter(isRecord));
  if (jobs.length > 0) return jobs;
  const networks = new Set<unknown>();
  const all = resources.flatMap(({ metadata }) => vmProperties(metadata[vmKey]));
  const isNew = (element: Properties) => {
    if (element['class'] !== 'network') return true;
    const before = networks.size;
    return networks.add(element['id']).size > before;
  };
  return { vmProperties: all.filter(isNew) };
};

const isRecord = (value: unknown): value is Properties => typeof value === 'object' && value !== null;

const vmProperties = (text = ''): readonly Properties[] => {
  const document = parsed(text) as { readonly vmProperties?: unknown } | undefined;
  return Array.isArray(document?.vmProperties) ? document.vmProperties.filter(isRecord) : [];
};

/** The address of a resource's machine, the public one if there is one, and what its provider says of it. */
export const machineFacts = ({
  [vmKey]: text,
}: Resource['metadata']): { readonly address?: string; readonly state?: string } => {
  const elements = vmProperties(text);
  const system = elements.find((element) => element['class'] === 'system') ?? {};
  const outside = new Set(
    elements.filter(({ class: is, outbound }) => is === 'network' && outbound === 'yes').map(({ id }) => id),
  );
  const addresses = Object.entries(system).flatMap(([key, address]) => {
    const [, number] = /^net_interface\.(\d+)\.ip$/.exec(key) ?? [];
    if (number === undefined || typeof address !== 'string') return [];
    return [{ address, isPublic: outside.has(system[`net_interface.${number}.connection`]) }];
  });
  const address = (addresses.find(({ isPublic }) => isPublic) ?? addresses[0])?.address;
  const { state } = system;
  return { ...(address !== undefined && { address }), ...(typeof state === 'string' && { state }) };
};

/**
 * Where a resource is, in addition to its own metadata: its infrastructure, its provider, and the last known state of its
 * machine. So readers need not search the log for it.
 */
export const placeOfResource = (
  { infrastructureId, providerId }: Pick<Deployment, 'infrastructureId' | 'providerId'>,
  { metadata }: Pick<Resource, 'metadata'>,
): Resource['metadata'] => {
  const state = vmProperties(metadata[vmKey]).find((element) => element['class'] === 'system')?.['state'];
  return {
    ...(infrastructureId !== undefined && { InfrastructureId: infrastructureId }),
    ...(providerId !== undefined && { CloudProviderName: providerId }),
    ...(typeof state === 'string' && { VirtualMachineState: state }),
  };
};
