/** The schemas of the versions of a deployment: docs/decisions/0076. */

import * as v from 'valibot';
import { kinds } from '../../domain/deployments/record/deployment.ts';
import { change } from './dry-runs.ts';
import { described, identity, instant, text, whole } from './parts.ts';

const item = {
  number: described(whole, 'from 1, in the order of acceptance'),
  acceptedAt: instant,
  operation: described(v.string(), 'id of the operation that brought it'),
  kind: v.picklist(kinds),
  inForce: described(v.boolean(), 'it is the last one that was complete'),
  requestedBy: v.optional(identity),
  message: described(text, 'why, in the words of who asked'),
  restores: described(v.optional(whole), 'number of the version that it brought back'),
};

const comparison = described(
  v.strictObject({
    with: described(whole, 'number of the version that it is compared with'),
    lines: described(
      v.array(v.strictObject({ is: v.picklist(['added', 'removed']), line: whole, text: v.string() })),
      'lines of the template that only one of them has; `line` is that of the text which has it. Only for owner and administrators',
    ),
    inputs: v.array(
      v.strictObject({
        name: v.string(),
        old: v.optional(v.unknown()),
        new: v.optional(v.unknown()),
        secret: described(v.optional(v.boolean()), 'its values are not told'),
      }),
    ),
    changes: described(v.array(change), 'what an update from the other version to this one does, by node and property'),
    added: described(v.array(v.string()), 'nodes of which it has more instances, a name for each'),
    removed: described(v.array(v.string()), 'nodes of which it has fewer instances, a name for each'),
    notes: described(v.array(v.string()), 'why it is not known what it does'),
  }),
  'what is other than in the version that `compareWith` names',
);

export const versionSchemas = {
  VersionList: described(v.array(v.strictObject(item)), 'the newest first'),
  Version: described(
    v.strictObject({
      ...item,
      template: v.string(),
      inputs: described(
        v.optional(v.record(v.string(), v.unknown())),
        'the inputs that were given, without secret ones; only for owner and administrators',
      ),
      secrets: described(
        v.optional(v.array(v.strictObject({ name: v.string(), since: whole, known: v.boolean() }))),
        'secret inputs: the version with which the value was given, and whether the service still has it; only for owner and administrators',
      ),
      comparison: v.optional(comparison),
    }),
    'an accepted template with its inputs',
  ),
};
