import type { Json } from '../../../tosca/topology.ts';
import { parseExactly } from '../../../tosca/values/exact-json.ts';
import { isEqual } from '../../changes/differences.ts';
import type { PlannedOperation } from '../../deployers/preview.ts';
import type { Software, Step } from './software.ts';

/**
 * The operations that an update runs on machines that exist: those whose script, inputs or outputs differ from those of the
 * finished run (operation-command.ts). Of secret inputs, and of inputs that are known only at the run, it compares the
 * expression in the template. New machines run all operations of their node.
 */
export const plannedOperations = (inForce: Software, planned: Software): readonly PlannedOperation[] => {
  const known = new Map(inForce.steps.map((step) => [step.key, step]));
  return planned.steps.flatMap((step) => {
    const why = reasonFor(step, known.get(step.key));
    return why === undefined ? [] : [{ node: step.node, operation: nameOf(step), why }];
  });
};

const nameOf = ({ operation, target }: Step): string =>
  target === undefined ? operation : `${operation} (to ${target})`;

const reasonFor = (step: Step, before: Step | undefined): string | undefined => {
  if (before === undefined) return 'it is new';
  if (step.host !== before.host) return `it moves from ${before.host} to ${step.host}`;
  const changed = (['script', 'inputs', 'secrets', 'outputs'] as const).filter(
    (part) => !isEqual(asJson(step[part]), asJson(before[part])),
  );
  return changed.length === 0 ? undefined : `other ${changed.map((part) => words[part]).join(' and ')}`;
};

const words = { script: 'script', inputs: 'inputs', secrets: 'secret inputs', outputs: 'outputs' } as const;

/** Absent members are as absent as in the stack, which keeps JSON. */
const asJson = (value: object | undefined) => parseExactly<Json>(JSON.stringify(value ?? null));
