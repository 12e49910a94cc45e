import type { Json, Node } from '../../tosca/topology.ts';
import { scalarUnit } from '../../tosca/values/units.ts';

/** Values of a capability as a template asks for them. */
export type CapabilityValues = { readonly [name: string]: Json };

export const capabilityValues = (node: Pick<Node, 'capabilities'>, capability: string): CapabilityValues =>
  node.capabilities[capability]?.properties ?? {};

/** Absent, empty and still unknown values (a function call) ask for nothing. */
export const textOf = (value: Json | undefined): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;

export const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** A size such as `2 GB`, in bytes. */
export const bytesOf = (value: Json | undefined): number | undefined =>
  typeof value === 'string' ? scalarUnit(value, 'scalar-unit.size') : undefined;

export const gibibyte = 2 ** 30;

/** A size such as `10 GB` in whole GiB, rounded up, as AWS takes sizes of disks. */
export const gibibytesOf = (value: Json | undefined): number | undefined => {
  const bytes = bytesOf(value);
  return bytes === undefined ? undefined : Math.max(1, Math.ceil(bytes / gibibyte));
};

export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

export const mapOf = (value: Json | undefined): { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [name: string]: Json })
    : {};

/** Whether a value, or something in it, is known only after the deployment. */
export const isUnknown = (value: Json | undefined): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const members = Array.isArray(value) ? value : Object.values(value);
  return calls.some((name) => name in value) || members.some(isUnknown);
};

const calls = ['get_attribute', 'get_operation_output', 'get_artifact'];
