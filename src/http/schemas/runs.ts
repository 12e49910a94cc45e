/** The schemas of single operations and workflows of a template: docs/decisions/0092. */

import * as v from 'valibot';
import { callStates, entryStates, runStates } from '../../domain/runs/run.ts';
import { declaredInput } from './inputs.ts';
import { described, instant, text, uuid, whole } from './parts.ts';

const place = {
  node: v.string(),
  requirement: described(text, 'of the node, on whose relationship the operation is; absent: it is of the node itself'),
};

const machine = v.strictObject({
  machine: described(v.string(), 'id of the virtual machine'),
  is: v.picklist(callStates),
  since: described(instant, 'when it was sent'),
  command: described(text, "the provider's id of it, such as that of a command of Systems Manager"),
  said: described(text, 'what became of it, in the words of the provider'),
});

const run = described(
  v.strictObject({
    uuid,
    what: v.string(),
    acceptedAt: instant,
    is: described(v.picklist(runStates), 'stopped: somebody has stopped it'),
    why: described(text, 'why it failed or was stopped'),
    endedAt: v.optional(instant),
    steps: v.array(
      v.strictObject({
        step: described(v.string(), 'name of the step, after those of the workflows around it'),
        what: v.string(),
        is: described(v.picklist(entryStates), 'skipped: nothing leads to it any more'),
        why: described(text, 'why it was not sent'),
        machines: described(v.optional(v.array(machine)), 'to which it was sent'),
      }),
    ),
  }),
  'the run that was accepted last',
);

export const runSchemas = {
  Operations: described(
    v.strictObject({
      possible: described(v.boolean(), 'false: this provider runs no single operation, and `why` says why'),
      why: text,
      operations: v.array(
        v.strictObject({
          ...place,
          interface: v.string(),
          operation: v.string(),
          inputs: described(v.array(v.string()), 'names of those that have a value'),
        }),
      ),
      workflows: v.array(
        v.strictObject({
          name: v.string(),
          description: text,
          inputs: v.array(declaredInput),
          refused: described(text, 'why it cannot run here; absent: nothing is known against it'),
        }),
      ),
      run: v.optional(run),
    }),
    'what the template in force defines to be run on what stands, and the last run',
  ),
  RunDryRun: described(
    v.strictObject({
      what: v.string(),
      steps: v.array(
        v.strictObject({
          step: v.string(),
          what: v.string(),
          onSuccess: described(v.array(v.string()), 'steps that come after it'),
          onFailure: v.array(v.string()),
        }),
      ),
      calls: described(
        v.array(
          v.strictObject({
            node: v.string(),
            target: described(text, 'the other end of the relationship'),
            operation: v.string(),
            on: described(v.string(), 'the node on whose machines it runs'),
            machines: described(whole, 'that run now'),
            inputs: described(v.record(v.string(), v.unknown()), '`********` in the place of a secret'),
          }),
        ),
        'each operation that a step may call',
      ),
    }),
    'what would be run',
  ),
  StopDryRun: described(
    v.strictObject({ run: uuid, running: described(v.array(v.string()), 'what would be cancelled') }),
    'what a stop would end',
  ),
};
