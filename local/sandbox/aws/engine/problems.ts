/** What CloudFormation looks at before it makes anything: the properties of all resources, and for change sets more. */

import { knownRow } from '../rows/rows.ts';
import type { Place } from '../world/place.ts';
import { mistakesIn } from './compare.ts';
import type { PlannedChange } from './planned-change.ts';
import type { Design, Problem } from './stack.ts';

/** What the status of a stack or change set says; DescribeEvents has the rest. */
export const withProblems =
  'The following hook(s)/validation failed: [AWS::EarlyValidation::PropertyValidation]. To troubleshoot Early Validation ' +
  'errors, use the DescribeEvents API for detailed failure information.';

/** Mistakes in the names of properties. Those that a function may leave out count as there. */
export const propertyProblems = ({ template }: Design): readonly Problem[] =>
  Object.entries(template.Resources).flatMap(([logicalId, { Type: type, Properties: properties = {} }]) => {
    const { missing, strange } = mistakesIn(knownRow(type), Object.keys(properties));
    const path = `/Resources/${logicalId}/Properties`;
    const common = { logicalId, type, name: 'PROPERTY_VALIDATION', mode: 'FAIL' } as const;
    return [
      ...missing.map((name) => ({ ...common, path, reason: `Required property [${name}] not found` })),
      ...strange.map((name) => ({ ...common, path: `${path}/${name}`, reason: `Unsupported property [${name}]` })),
    ];
  });

/** Buckets that the plan deletes although they are not empty: a warning, because they may be emptied in time. */
export const bucketProblems = (place: Place, plan: readonly PlannedChange[]): readonly Problem[] =>
  plan
    .filter(
      ({ action, retain, thingId = '' }) =>
        action === 'Remove' && !retain && Number(place.things[thingId]?.facts['objects']) > 0,
    )
    .map(({ logicalId, type, thingId }) => ({
      logicalId,
      type,
      name: 'BUCKET_EMPTINESS_VALIDATION',
      mode: 'WARN',
      path: `/Resources/${logicalId}`,
      reason:
        `The bucket '${thingId}' is not empty. You must either delete all objects and versions or use the deletion policy to ` +
        'retain it, otherwise the delete operation will fail.',
    }));
