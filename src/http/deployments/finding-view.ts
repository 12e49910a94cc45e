import type { Finding } from '../../domain/drift/finding.ts';
import type { BodyOf } from '../schemas/answers.ts';

/** Names and values are shown to the caller as `shown` leaves them. */
export const findingView = (
  { node, is, resource, part, property, old, new: now, why }: Finding,
  shown: (text: string) => string,
): BodyOf<'Checks'>['findings'][number] => ({
  ...{ node, is },
  ...(resource !== undefined && { resource }),
  ...(part !== undefined && { part: shown(part) }),
  ...(property !== undefined && { property: shown(property) }),
  ...(old !== undefined && { old: shown(old) }),
  ...(now !== undefined && { new: shown(now) }),
  ...(why !== undefined && { why: shown(why) }),
});
