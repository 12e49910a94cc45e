/** Our catalog of 1.0, 1.2 and 1.3 against OASIS's own profiles, key by key; what differs has a reason. */

import { describe, expect, it } from 'vitest';
import { catalogScope } from '../../src/tosca/catalog/catalog.ts';
import type { Json } from '../../src/tosca/topology.ts';
import { membersOf } from '../../src/tosca/types/members.ts';
import type { TypeDef } from '../../src/tosca/types/type-def.ts';
import type { Version } from '../../src/tosca/versions.ts';
import { toJson } from '../../src/tosca/yaml/scalar.ts';
import { linesOf, publishedNodes } from './published-nodes.ts';

type Bag = { readonly [name: string]: Json };

const bag = (value: Json | undefined): Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Bag) : {};

const short = (name: Json | undefined): string =>
  name === undefined ? '-' : String(name).replace(/^tosca\.(?:nodes|capabilities|relationships|datatypes)\./, '');

/** A text stands for a map with this key. */
const long = (value: Json, key: string): Bag => (typeof value === 'string' ? { [key]: value } : bag(value));

const times = (given: Json | undefined, usual: string): string => {
  if (!Array.isArray(given)) return usual;
  const [from, to] = given as readonly Json[];
  return ` ${String(from)}..${to === 'UNBOUNDED' ? '' : String(to)}`;
};

const valueLine = (sign: 'p' | 'a', name: string, value: Json): string => {
  const { type, required, default: usual, entry_schema: entry } = bag(value);
  const of = entry === undefined ? '' : ` of ${short(long(entry, 'type')['type'])}`;
  const optional = sign === 'p' && required === false ? ' ?' : '';
  return `${sign} ${name} ${short(type)}${of}${optional}${usual === undefined ? '' : ` = ${JSON.stringify(usual)}`}`;
};

const capabilityLine = (name: string, value: Json): string => {
  const { type, valid_source_types: sources, occurrences } = long(value, 'type');
  const from = Array.isArray(sources) ? ` < ${(sources as readonly Json[]).map(short).join(' ')}` : '';
  return `c ${name} ${short(type)}${from}${times(occurrences, '')}`;
};

const requirementLine = (name: string, value: Json): string => {
  const { capability, node, relationship, occurrences } = long(value, 'capability');
  const type = relationship === undefined ? undefined : long(relationship, 'type')['type'];
  return `r ${name} ${short(capability)} ${short(node)} ${short(type)}${times(occurrences, ' 1..1')}`;
};

const ourLines = ({ node, name }: TypeDef): readonly string[] => {
  const own = bag(toJson(node));
  const requirements = Array.isArray(own['requirements']) ? (own['requirements'] as readonly Json[]) : [];
  return [
    ...(name === 'tosca.nodes.Root' ? [] : [`from ${short(own['derived_from'])}`]),
    ...Object.entries(bag(own['properties'])).map(([key, value]) => valueLine('p', key, value)),
    ...Object.entries(bag(own['attributes'])).map(([key, value]) => valueLine('a', key, value)),
    ...Object.entries(bag(own['capabilities'])).map(([key, value]) => capabilityLine(key, value)),
    ...requirements.flatMap((one) => Object.entries(bag(one)).map(([key, value]) => requirementLine(key, value))),
  ].toSorted();
};

type Difference = readonly [place: RegExp, published: string, ours: string, why: string];

const older =
  'libraries of 1.0 are used in later versions: Compute derives from Container, and the types of then are bases of their successors';
const usual = 'a property with a default needs no value';
const examples = "the standard's own examples leave it out";

/** Where ours says something else than the published line; an empty line is none. */
const differences: readonly Difference[] = [
  [
    /^1\.[23] SoftwareComponent$/,
    'r host Compute Compute HostedOn 1..1',
    'r host Container Compute HostedOn 1..1',
    older,
  ],
  [
    /^1\.[23] WebApplication$/,
    'r host Compute WebServer HostedOn 1..1',
    'r host Container WebServer HostedOn 1..1',
    older,
  ],
  [/^1\.[23] Database$/, 'r host Compute DBMS HostedOn 1..1', 'r host Container DBMS HostedOn 1..1', older],
  [
    /^1\.[23] Container\.Application$/,
    'r host Compute Container.Runtime HostedOn 1..1',
    'r host Container Container.Runtime HostedOn 1..1',
    older,
  ],
  [
    /^1\.3 Compute$/,
    'r local_storage Attachment Storage.BlockStorage AttachesTo 0..',
    'r local_storage Attachment BlockStorage AttachesTo 0..',
    older,
  ],
  [/^1\.[23] Container\.Application$/, 'r network Endpoint - - 1..1', 'r network Endpoint - - 0..', examples],
  [/^1\.[23] Container\.Application$/, 'r storage Storage - - 1..1', 'r storage Storage - - 0..', examples],
  [/ network\.Port$/, 'p order integer = 0', 'p order integer ? = 0', usual],
  [/^1\.3 Abstract\.Storage$/, 'p size scalar-unit.size = "0 MB"', 'p size scalar-unit.size ? = "0 MB"', usual],
  [/^1\.[23] Abstract\.Storage$/, 'p name string', 'p name string ?', examples],
  [
    /^1\.0 BlockStorage$/,
    'p size scalar-unit.size',
    'p size scalar-unit.size ?',
    'an existing volume has its own size',
  ],
  [/^1\.0 BlockStorage$/, '', 'a volume_id string', "the standard's text has it as an attribute too"],
  [/ Storage\.ObjectStorage$/, 'from Abstract.Storage', 'from ObjectStorage', older],
  [/ Storage\.ObjectStorage$/, 'p maxsize scalar-unit.size ?', '', older],
  [/ Storage\.ObjectStorage$/, 'c storage_endpoint Endpoint', '', older],
  [/ Storage\.BlockStorage$/, 'from Abstract.Storage', 'from BlockStorage', older],
  [/ Storage\.BlockStorage$/, 'p size - = "1 MB"', '', older],
  [/ Storage\.BlockStorage$/, 'p volume_id string ?', '', older],
  [/ Storage\.BlockStorage$/, 'p snapshot_id string ?', '', older],
  [/ Storage\.BlockStorage$/, 'c attachment Attachment', '', older],
];

const differencesOf = (version: string, type: string): readonly Difference[] =>
  differences.filter(([place]) => place.test(`${version} ${type}`));

const all = Object.entries(publishedNodes).flatMap(([version, types]) =>
  Object.entries(types).map(([type, text]) => ({ version: version as Version, type, text })),
);

describe('the node types of the catalog', () => {
  it.each(all)('are those of the published profile: $version $type', ({ version, type, text }) => {
    const own = catalogScope(undefined, version).find('node', `tosca.nodes.${type}`);
    const known = differencesOf(version, type);
    const expected = [...linesOf(text), ''].flatMap((line) => {
      const found = known.filter(([, published]) => published === line);
      return found.length > 0 ? found.map(([, , ours]) => ours) : [line];
    });
    expect(own === undefined ? [] : ourLines(own)).toEqual(expected.filter((line) => line !== '').toSorted());
  });

  it('differ only where a line is published, and for a reason', () => {
    for (const [place, published, ours, why] of differences) {
      const types = all.filter(({ version, type }) => place.test(`${version} ${type}`));
      expect(types.length, String(place)).toBeGreaterThan(0);
      expect(why).not.toBe('');
      expect(ours).not.toBe(published);
      if (published !== '') for (const { text } of types) expect(linesOf(text), String(place)).toContain(published);
    }
  });

  it.each([
    ['Storage.BlockStorage', 'BlockStorage', ['size', 'volume_id', 'snapshot_id']],
    ['Storage.ObjectStorage', 'ObjectStorage', ['name', 'size', 'maxsize']],
  ])('have all members of %s by its base', (type, base, properties) => {
    for (const version of ['1.2', '1.3'] as const) {
      const found = catalogScope(undefined, version).find('node', `tosca.nodes.${type}`);
      expect(found?.ancestry).toContain(`tosca.nodes.${base}`);
      expect(found?.ancestry).toContain('tosca.nodes.Abstract.Storage');
      expect([...(found === undefined ? [] : membersOf(found).properties.keys())]).toEqual(
        expect.arrayContaining(properties),
      );
    }
  });
});
