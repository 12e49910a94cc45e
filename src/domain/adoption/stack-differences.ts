import type { StackResource } from '../cloudformation/blueprint/blueprint.ts';
import { nodeOf, partName, resourcesIn } from '../cloudformation/blueprint/stack-parts.ts';
import type { Finding } from '../drift/finding.ts';

type Text = { readonly [section: string]: unknown };

/**
 * How the text that a template becomes differs from the text that a stack was made of: parts that only one of them has, and
 * plain values of those that both have. Functions are not compared, since a later release writes them in another way, and
 * of values only sizes and kinds are shown, since others may be secrets.
 */
export const stackDifferences = (wanted: Text, inForce: Text): readonly Finding[] => {
  const [requested, stands] = [resourcesIn(wanted), resourcesIn(inForce)];
  const ids = [...new Set([...Object.keys(requested), ...Object.keys(stands)])];
  return ids.flatMap((id) => ofPart(id, requested[id], stands[id]));
};

const ofPart = (id: string, requested?: StackResource, stands?: StackResource): readonly Finding[] => {
  if (requested === undefined || stands === undefined || requested.Type !== stands.Type)
    return [
      ...(requested === undefined || requested.Type === stands?.Type ? [] : [oneSided(id, requested, 'missing')]),
      ...(stands === undefined || stands.Type === requested?.Type ? [] : [oneSided(id, stands, 'unknown')]),
    ];
  const node = nodeOf(stands) ?? id;
  const [before, after] = [stands.Properties ?? {}, requested.Properties ?? {}] as const;
  return Object.keys(after).flatMap((property) => {
    const [old, now] = [after[property], before[property]];
    if (!isPlain(old) || !isPlain(now) || `${old}` === `${now}`) return [];
    const values = isShown(property) ? { old: `${old}`, new: `${now}` } : {};
    return [{ node, part: partName(id, stands.Type), is: 'changed' as const, property, ...values }];
  });
};

const oneSided = (id: string, resource: StackResource, is: 'missing' | 'unknown'): Finding => ({
  ...{ node: nodeOf(resource) ?? id, part: partName(id, resource.Type), is },
  why: is === 'missing' ? 'the template asks for it, and the stack has none' : 'it stands, and the template has none',
});

/** Sizes and kinds; any other text may be a secret. */
const isShown = (property: string): boolean =>
  /(?:Capacity|Class|Count|Engine|Size|Storage|Type|Version)$/.test(property);

type Plain = string | number | boolean;
const isPlain = (value: unknown): value is Plain => ['string', 'number', 'boolean'].includes(typeof value);
