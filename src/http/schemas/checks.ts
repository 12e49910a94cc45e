/** The schemas of the checks of what stands: docs/decisions/0079. */

import * as v from 'valibot';
import { statuses } from '../../domain/deployments/record/deployment.ts';
import { repairWays } from '../../domain/deployments/record/mends.ts';
import { findingKinds, verdicts } from '../../domain/drift/finding.ts';
import { described, instant, text, uuid, whole } from './parts.ts';

export const drift = described(
  v.strictObject({
    since: described(instant, 'when a check first found it so'),
    drifted: described(whole, 'instances that are missing, changed, stopped or unknown; 0: all is in order again'),
    of: described(whole, 'instances that the deployment has'),
  }),
  'what the checks since the last operation found; absent: all was in order, or nothing was checked',
);

export const finding = v.strictObject({
  node: described(v.string(), 'name of the node template, or of a part that belongs to no node'),
  is: described(
    v.picklist(findingKinds),
    'missing, changed, stopped and unknown are drift; ignored: a difference that is none; not-checked: nothing was heard of it',
  ),
  resource: v.optional(uuid),
  part: described(text, 'what the provider calls it'),
  property: text,
  old: described(text, 'as it was when the last operation or action ended'),
  new: described(text, 'as it is; absent: it is gone'),
  why: text,
});

export const checkSchemas = {
  Checks: described(
    v.strictObject({
      state: described(
        v.picklist(['NONE', 'WAITING', 'RUNNING']),
        'of a check; WAITING: it begins within three minutes',
      ),
      startedAt: v.optional(instant),
      requestedAt: v.optional(instant),
      nextAt: described(v.optional(instant), 'when the next look is due; absent: none is planned'),
      last: described(
        v.optional(
          v.strictObject({
            at: instant,
            verdict: v.picklist(verdicts),
            why: described(text, 'why nothing could be checked'),
            notComparable: described(v.optional(v.array(v.string())), 'what the provider cannot compare'),
          }),
        ),
        'the result of the last check; absent: none has ended',
      ),
      drift: v.optional(drift),
      findings: v.array(finding),
    }),
    'what stands, compared with what was asked for',
  ),
  RepairDryRun: described(
    v.strictObject({
      checkedAt: described(v.optional(instant), 'when the check ended whose findings these are'),
      accepted: described(v.boolean(), 'false: the service would refuse the repair (400)'),
      items: v.array(
        v.strictObject({
          ...finding.entries,
          how: described(
            v.picklist(repairWays),
            'remade: what is gone is made again; started, stopped: the machine is; altered: it gets its size, or as a part of a stack its properties, back; left: nothing is done, `why` says the reason; refused: data would be lost',
          ),
        }),
      ),
    }),
    'what a repair would overwrite',
  ),
  CheckDryRun: described(
    v.strictObject({
      status: v.picklist(statuses),
      provider: described(text, 'that would be asked; absent: none, and nothing stands'),
      physicalId: described(text, 'of the infrastructure that would be looked at'),
    }),
    'what a check would look at; it changes nothing there',
  ),
} as const;
