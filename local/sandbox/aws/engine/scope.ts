/** What the functions of a stack's template see. */

import type { Json } from '../protocol/json.ts';
import { knownRow } from '../rows/rows.ts';
import { holds, type Scope } from '../templates/intrinsics.ts';
import { parameterValues } from '../templates/parameters.ts';
import type { Template } from '../templates/template.ts';
import type { Place, Thing } from '../world/place.ts';
import type { Design, Stack, StackParameter } from './stack.ts';

type Identity = Pick<Stack, 'id' | 'name'>;

/** The value of a resource: of the attribute, or of `Ref` when there is none. */
export type Lookup = (logicalId: string, attribute?: string) => Json;

/** masked: NoEcho parameters are `****`, as in events and change sets. */
export function scopeWith(place: Place, { id, name }: Identity, design: Design, lookup: Lookup, masked = false): Scope {
  const parameters = masked ? design.parameters.map((one) => hidden(design.template, one)) : design.parameters;
  return {
    template: design.template,
    parameters: parameterValues(design.template, parameters),
    pseudo: {
      'AWS::AccountId': place.account,
      'AWS::Region': place.region,
      'AWS::StackId': id,
      'AWS::StackName': name,
      'AWS::Partition': 'aws',
      'AWS::URLSuffix': 'amazonaws.com',
      'AWS::NotificationARNs': [],
      'sandbox:zones': [...place.zones],
    },
    ref: (logicalId) => lookup(logicalId),
    attribute: (logicalId, attribute) => lookup(logicalId, attribute),
  };
}

export const isHidden = ({ Parameters: definitions }: Template, key: string): boolean =>
  String(definitions[key]?.NoEcho) === 'true';

const hidden = (template: Template, one: StackParameter): StackParameter =>
  isHidden(template, one.key) ? { key: one.key, value: '****' } : one;

export const physicalIdOf = (thing: Thing): string => knownRow(thing.type).physicalId?.(thing) ?? thing.id;

export function shownValue(place: Place, thing: Thing, attribute?: string): Json {
  if (attribute === undefined) return physicalIdOf(thing);
  const value = knownRow(thing.type).attributes[attribute];
  if (!value) throw new Error(`the sandbox does not work out ${attribute} of ${thing.type}`);
  return value(thing, place);
}

/** Sees the things that the stack has now. */
export const presentScope = (place: Place, stack: Stack, masked = false): Scope => {
  const lookup: Lookup = (logicalId, attribute) => {
    const thing = place.things[stack.members[logicalId]?.thingId ?? ''];
    if (!thing) throw new Error(`${logicalId} has no resource yet`);
    return shownValue(place, thing, attribute);
  };
  return scopeWith(place, stack, stack.design, lookup, masked);
};

/** The resources whose condition holds. */
export const wantedIn = (scope: Scope): readonly string[] =>
  Object.entries(scope.template.Resources)
    .filter(([, { Condition }]) => Condition === undefined || holds(Condition, scope))
    .map(([logicalId]) => logicalId);
