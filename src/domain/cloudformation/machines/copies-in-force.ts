import type { Json } from '../../../tosca/topology.ts';
import { isEqual } from '../../changes/differences.ts';
import { mapOf } from '../../deployers/capability-values.ts';
import { targetOf } from '../blueprint/scalable-target.ts';
import { type Section, sectionOf, type Template } from './referred.ts';

const typeOf = (resource: Json | undefined): Json | undefined => mapOf(resource)['Type'];

/**
 * A service that stands and is scaled keeps the number of its copies: with a number, ECS would go back to it at each change.
 * Without one it leaves the number alone [UpdateService, `desiredCount`].
 */
export const withScaledInForce = (template: Template, inForce: Template): Template => {
  const [wanted, standing] = [sectionOf(template, 'Resources'), sectionOf(inForce, 'Resources')];
  const isScaled = (id: string): boolean =>
    typeOf(wanted[id]) === 'AWS::ECS::Service' &&
    typeOf(standing[id]) === 'AWS::ECS::Service' &&
    wanted[targetOf(id)] !== undefined;
  const scaled = Object.keys(wanted).filter(isScaled);
  if (scaled.length === 0) return template;
  const kept = Object.fromEntries(scaled.map((id) => [id, withoutNumber(wanted[id] ?? null)]));
  return { ...template, Resources: { ...wanted, ...kept } };
};

/** Where nothing else changes, the numbers that the stack was sent with stay in its template: then it is no update at all. */
export const asInForceIfSame = (template: Template, inForce: Template): Template => {
  const [wanted, standing] = [sectionOf(template, 'Resources'), sectionOf(inForce, 'Resources')];
  const asBefore = Object.entries(wanted).map(([id, one]): [string, Json] => {
    const { DesiredCount: number } = mapOf(mapOf(standing[id])['Properties']);
    const isLeftOut =
      wanted[targetOf(id)] !== undefined && number !== undefined && typeOf(one) === typeOf(standing[id]);
    return [id, isLeftOut ? withNumber(one, number) : one];
  });
  const before = Object.fromEntries(asBefore);
  return isEqual(before, standing) ? { ...template, Resources: before } : template;
};

const withNumber = (resource: Json, number: Json): Json => ({
  ...mapOf(resource),
  Properties: { ...mapOf(mapOf(resource)['Properties']), DesiredCount: number },
});

const withoutNumber = (resource: Json): Json => {
  const { DesiredCount: _, ...properties }: Section = mapOf(mapOf(resource)['Properties']);
  return { ...mapOf(resource), Properties: properties };
};
