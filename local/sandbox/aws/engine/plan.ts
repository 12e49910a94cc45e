import type { PlannedChange, PlannedDetail } from './planned-change.ts';
/** What an update would do, without doing it: the content of a change set. */

import { type Bag, isBag, type Json } from '../protocol/json.ts';
import { knownRow } from '../rows/rows.ts';
import { evaluate, type Scope } from '../templates/intrinsics.ts';
import { needsOfResource, referencesIn } from '../templates/references.ts';
import type { ResourceDefinition } from '../templates/template.ts';
import type { Place } from '../world/place.ts';
import { changesOf } from './compare.ts';
import { type Lookup, scopeWith, shownValue, wantedIn } from './scope.ts';
import { canonicalMetadata } from './site.ts';
import type { Design, Member, Stack } from './stack.ts';

/** What stands for a value that only the deployment will tell. */
const knownAfterApply = '{{changeSet:KNOWN_AFTER_APPLY}}';

const holdsUnknown = (value: Json): boolean => JSON.stringify(value ?? null).includes(knownAfterApply);

function causeOf(definition: Json, parameters: readonly string[]): PlannedDetail['cause'] {
  const [first] = referencesIn(definition).filter(({ kind }) => kind === 'Ref' || kind === 'GetAtt');
  if (!first) return undefined;
  if (first.kind === 'GetAtt') return { source: 'ResourceAttribute', entity: `${first.name}.${first.attribute}` };
  return { source: parameters.includes(first.name) ? 'ParameterReference' : 'ResourceReference', entity: first.name };
}

function detailsOf(before: Member, after: Bag, design: Design): readonly PlannedDetail[] {
  const definition = design.template.Resources[before.logicalId];
  const row = knownRow(before.type);
  const parameters = Object.keys(design.template.Parameters);
  const properties = changesOf(row, before.properties, after).map((change): PlannedDetail => {
    const cause = causeOf(definition?.Properties?.[change.name], parameters);
    const evaluation = holdsUnknown(change.after) ? 'Dynamic' : 'Static';
    const attribute = change.name === 'Tags' ? 'Tags' : 'Properties';
    const { name, recreation } = change;
    return { name, recreation, attribute, evaluation, ...(cause && { cause }) };
  });
  const plain = { recreation: 'Never', evaluation: 'Static' } as const;
  const metadata = canonicalMetadata(definition?.Metadata);
  const tagged =
    row.specification.properties.includes('Tags') && JSON.stringify(before.tags) !== JSON.stringify(design.tags);
  return [
    ...properties,
    ...(tagged && !properties.some(({ attribute }) => attribute === 'Tags')
      ? [{ ...plain, name: '', attribute: 'Tags' as const }]
      : []),
    ...(metadata === before.metadata ? [] : [{ ...plain, name: '', attribute: 'Metadata' as const }]),
  ];
}

function replacementOf(details: readonly PlannedDetail[]): NonNullable<PlannedChange['replacement']> {
  const always = details.filter(({ recreation }) => recreation === 'Always');
  if (always.some(({ evaluation }) => evaluation === 'Static')) return 'True';
  return always.length > 0 || details.some(({ recreation }) => recreation === 'Conditionally')
    ? 'Conditional'
    : 'False';
}

/** The logical ids, each after those that it needs. */
function inOrder(design: Design, wanted: readonly string[]): readonly string[] {
  const done: string[] = [];
  const visit = (logicalId: string): void => {
    if (done.includes(logicalId) || !wanted.includes(logicalId)) return;
    const definition = design.template.Resources[logicalId];
    if (definition) for (const need of needsOfResource(design.template, definition)) visit(need);
    done.push(logicalId);
  };
  for (const logicalId of wanted) visit(logicalId);
  return done;
}

interface Sight {
  readonly scope: Scope;
  /** sees `****` in place of NoEcho values */
  readonly masked: Scope;
}

const seen = (definition: ResourceDefinition | undefined, scope: Scope): Bag => {
  const value = evaluate(definition?.Properties ?? {}, scope);
  return isBag(value) ? value : {};
};

function changeOf(
  stack: Stack,
  design: Design,
  logicalId: string,
  { scope, masked }: Sight,
): PlannedChange | undefined {
  const definition = design.template.Resources[logicalId];
  const member = stack.members[logicalId];
  const after = seen(definition, masked);
  if (member?.thingId === undefined)
    return { logicalId, type: definition?.Type ?? '', action: 'Add', details: [], after };
  const details = detailsOf(member, seen(definition, scope), design);
  if (details.length === 0) return undefined;
  const { type, thingId, shown: before } = member;
  return { logicalId, type, thingId, action: 'Modify', replacement: replacementOf(details), details, before, after };
}

const removalOf = ({ logicalId, type, thingId = '', shown, retain }: Member): PlannedChange => ({
  logicalId,
  type,
  thingId,
  action: 'Remove',
  details: [],
  before: shown,
  ...(retain && { retain: true as const }),
});

export function planOf(place: Place, stack: Stack, design: Design): readonly PlannedChange[] {
  const renewed = new Set<string>();
  const lookup: Lookup = (logicalId, attribute) => {
    const thing = place.things[stack.members[logicalId]?.thingId ?? ''];
    return !thing || renewed.has(logicalId) ? knownAfterApply : shownValue(place, thing, attribute);
  };
  const sight = {
    scope: scopeWith(place, stack, design, lookup),
    masked: scopeWith(place, stack, design, lookup, true),
  };
  const wanted = inOrder(design, wantedIn(sight.scope));
  const changes = wanted.flatMap((logicalId): PlannedChange[] => {
    const change = changeOf(stack, design, logicalId, sight);
    if (change?.replacement === 'True') renewed.add(logicalId);
    return change ? [change] : [];
  });
  const removed = Object.values(stack.members).filter(
    ({ logicalId, thingId }) => thingId !== undefined && !wanted.includes(logicalId),
  );
  return [...changes, ...removed.map(removalOf)];
}
