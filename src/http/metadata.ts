/** What a resource's metadata holds beyond plain text: the properties of a VM, credentials among them. */

import type { Resource } from '../domain/resources/resource.ts';
import { mask, masking, namesSecret } from './secrets.ts';

type Metadata = Resource['metadata'];
type Properties = { readonly [key: string]: unknown };

const vmKey = 'VirtualMachineInfo';

/** The metadata as those see it who may not see secrets (design section 3, Who sees secrets). */
export const withoutSecrets = (metadata: Metadata): Metadata =>
  Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, masked(key, value)]));

const masked = (key: string, value: string): string => {
  if (namesSecret(key)) return mask;
  const document = parsed(value);
  return document === undefined ? value : JSON.stringify(document, masking);
};

/** The JSON object or array in a text, if there is one. */
const parsed = (text: string): unknown => {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** interface.md, Extended info of a deployment: all VMs in one list, each network once. */
export const extendedInfo = (resources: readonly Pick<Resource, 'metadata'>[]): { vmProperties: Properties[] } => {
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
