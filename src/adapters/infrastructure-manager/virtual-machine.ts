import * as v from 'valibot';
import type { InfrastructureState, VirtualMachine } from '../../domain/deployers/machines.ts';
import { conform } from '../../foundation/shape/examine.ts';

const states = [
  'pending',
  'running',
  'configured',
  'unconfigured',
  'stopped',
  'off',
  'failed',
  'unknown',
  'deleting',
] as const satisfies readonly InfrastructureState[];

/** An unknown state of a later server counts as `unknown`, so the service polls again. */
export const stateSchema = v.fallback(v.picklist(states), 'unknown');

/** The id of a system is a text; that of a description is a number, and nobody reads it. */
const elementSchema = v.looseObject({ class: v.string(), id: v.optional(v.unknown()) });

/**
 * docs/contract/infrastructure-manager.md, "Machines": `{"radl":[network*, system]}`, with more elements after a resize.
 */
export const vmSchema = v.pipe(
  v.object({ radl: v.array(elementSchema) }),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { radl } = dataset.value;
    const system = radl.find((element) => element.class === 'system');
    if (typeof system?.id === 'string') {
      return { node: system.id, system, networks: radl.filter((element) => element.class === 'network') };
    }
    addIssue({ message: 'no element of class system with an id' });
    return NEVER;
  }),
);

export type VmReply = v.InferOutput<typeof vmSchema>;

/** A VM as the extended information shows it: the networks, then the system. */
export const virtualMachine = (id: string, { node, system, networks }: VmReply): VirtualMachine => ({
  id,
  node,
  state: conform(stateSchema, system['state']),
  properties: [...networks, system].map(scalars),
});

type Scalar = string | number | boolean;

/**
 * Scalar values only (docs/contract/api.md, "Extended information"). A list of scalars is joined by commas; other
 * structures are left out. If the provider has not reported a value, its lower bound is shown: `cpu.count_min` as
 * `cpu.count`.
 */
const scalars = (element: Readonly<Record<string, unknown>>): { readonly [key: string]: Scalar } =>
  Object.fromEntries(
    Object.entries(element).flatMap(([key, value]): [string, Scalar][] => {
      const scalar = asScalar(value);
      if (scalar === undefined) return [];
      const name = key.endsWith('_min') ? key.slice(0, -'_min'.length) : key;
      return name !== key && asScalar(element[name]) !== undefined ? [] : [[name, scalar]];
    }),
  );

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);

const asScalar = (value: unknown): Scalar | undefined => {
  if (isScalar(value)) return value;
  return Array.isArray(value) && value.length > 0 && value.every(isScalar) ? value.join(',') : undefined;
};
