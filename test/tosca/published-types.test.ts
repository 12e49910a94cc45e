/** The types of the catalog that are no node types against OASIS's own profiles, key by key; what differs has a reason. */

import { describe, expect, it } from 'vitest';
import { catalogProfiles, catalogScope } from '../../src/tosca/catalog/catalog.ts';
import type { Json } from '../../src/tosca/topology.ts';
import type { TypeKind } from '../../src/tosca/types/scope.ts';
import type { TypeDef } from '../../src/tosca/types/type-def.ts';
import type { Version } from '../../src/tosca/versions.ts';
import { toJson } from '../../src/tosca/yaml/scalar.ts';
import { linesOf } from './published-nodes.ts';
import { publishedTypes } from './published-types.ts';

type Bag = { readonly [name: string]: Json };

const bag = (value: Json | undefined): Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Bag) : {};

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

const short = (name: Json | undefined): string =>
  String(name).replace(
    /^tosca\.(?:nodes|capabilities|relationships|datatypes|artifacts|groups|policies|interfaces)\./,
    '',
  );

const typeOf = (value: Json | undefined): Json | undefined => (typeof value === 'string' ? value : bag(value)['type']);

const conditions = (constraints: Json | undefined): string =>
  list(constraints)
    .flatMap((one) => Object.entries(bag(one)))
    .map(([name, value]) => ` [${name} ${JSON.stringify(value)}]`)
    .join('');

const valueLine = (sign: 'p' | 'a', name: string, value: Json): string => {
  const { type, required, default: usual, entry_schema: entry, constraints } = bag(value);
  const of = entry === undefined ? '' : ` of ${short(typeOf(entry))}`;
  const optional = sign === 'p' && required === false ? ' ?' : '';
  const preset = usual === undefined ? '' : ` = ${JSON.stringify(usual)}`;
  return `${sign} ${name} ${short(type)}${of}${optional}${preset}${conditions(constraints)}`;
};

const ourLines = ({ node }: TypeDef): readonly string[] => {
  const own = bag(toJson(node));
  const one = (sign: string, value: Json | undefined): readonly string[] =>
    value === undefined ? [] : [`${sign} ${list(value).length > 0 ? list(value).map(short).join(' ') : short(value)}`];
  return [
    ...one('from', own['derived_from']),
    ...Object.entries(bag(own['properties'])).map(([key, value]) => valueLine('p', key, value)),
    ...Object.entries(bag(own['attributes'])).map(([key, value]) => valueLine('a', key, value)),
    ...Object.entries(bag(own['interfaces'])).map(([key, value]) => `i ${key} ${short(typeOf(value))}`),
    ...one('to', own['valid_target_types']),
    ...one('of', own['members']),
    ...one('mime', own['mime_type']),
    ...one('ext', own['file_ext']),
    ...(conditions(own['constraints']) === '' ? [] : [conditions(own['constraints']).trim()]),
  ].toSorted();
};

type Difference = readonly [place: RegExp, published: string, ours: string, why: string];

const runtime = 'what only the running system knows needs no value in a template';
const usual = 'a property with a default needs no value';
const older = 'libraries of 1.0 give these to Container, from which Compute derives: all versions have them there';
const root = 'each type of our profile has a base, so that what applies to all applies to it';
const validation = '2.0 has no constraints: the same condition is a validation clause';

const ofCompute = [
  'p num_cpus integer ? [greater_or_equal 1]',
  'p cpu_frequency scalar-unit.frequency ? [greater_or_equal "0.1 GHz"]',
  'p disk_size scalar-unit.size ? [greater_or_equal "0 MB"]',
  'p mem_size scalar-unit.size ? [greater_or_equal "0 MB"]',
];

/** Where ours says something else than the published line; an empty line is none. */
const differences: readonly Difference[] = [
  ...['network_id string', 'addresses list of string'].flatMap((of): readonly Difference[] => [
    [/ data (?:network\.)?(?:Network|Port)Info$/, `p ${of}`, `p ${of} ?`, runtime],
  ]),
  [/ data (?:network\.)?NetworkInfo$/, 'p network_name string', 'p network_name string ?', runtime],
  ...['port_name', 'port_id', 'mac_address'].map(
    (of): Difference => [/ data (?:network\.)?PortInfo$/, `p ${of} string`, `p ${of} string ?`, runtime],
  ),
  ...ofCompute.flatMap((line): readonly Difference[] => [
    [/^1\.2 capability Container$/, '', line, older],
    [/^1\.2 capability Compute$/, line, '', older],
  ]),
  [/ Endpoint\.Public$/, 'p floating boolean = false', 'p floating boolean ? = false', usual],
  [
    / capability Scalable$/,
    'p default_instances integer ? = 1',
    'p default_instances integer ?',
    "the standard's text has no default: without one it is the lower bound that counts",
  ],
  [/ AttachesTo$/, '', 'a device string', "the standard's text has it as an attribute too"],
  [/^1\.3 group Root$/, '', 'i Standard node.lifecycle.Standard', 'templates of 1.0 to 1.2 are used in 1.3'],
  [/^2\.0 data (?:Credential|TimeInterval|NetworkInfo|PortInfo|PortSpec)$/, '', 'from Root', root],
  [/^2\.0 policy /, '', 'from Root', root],
  [/^2\.0 data PortDef$/, '[in_range [1,65535]]', '', validation],
  [
    /^2\.0 data PortSpec$/,
    'p protocol string = "tcp" [valid_values ["udp","tcp","igmp"]]',
    'p protocol string = "tcp"',
    validation,
  ],
  ...['source', 'target'].map(
    (of): Difference => [
      /^2\.0 data PortSpec$/,
      `p ${of}_range range ? [in_range [1,65535]]`,
      `p ${of}_range list of integer ?`,
      '2.0 has no type range: a list of two integers is its successor',
    ],
  ),
  [/^2\.0 group Root$/, 'of Root', '', 'the version itself lets a group have any members then'],
  [/^2\.0 group Root$/, '', 'i Standard Standard', 'templates of 1.0 to 1.2 are used in 2.0'],
];

const all = Object.entries(publishedTypes).flatMap(([version, kinds]) =>
  Object.entries(kinds).flatMap(([kind, types]) =>
    Object.entries(types).map(([type, text]) => ({
      version: version as Version,
      kind: kind as TypeKind,
      type,
      text,
      place: `${version} ${kind} ${type}`,
    })),
  ),
);

const sections: Partial<Record<TypeKind, string>> = {
  ...{ capability: 'tosca.capabilities.', relationship: 'tosca.relationships.', data: 'tosca.datatypes.' },
  ...{ artifact: 'tosca.artifacts.', group: 'tosca.groups.', policy: 'tosca.policies.' },
};

const profile = 'tosca-simple-2.0.yaml';

const ownType = ({ version, kind, type }: (typeof all)[number]): TypeDef | undefined =>
  version === '2.0'
    ? catalogScope(profile, version).find(kind, type)
    : catalogScope(undefined, version).find(kind, `${sections[kind]}${type}`);

describe('the types of the catalog', () => {
  it.each(all)('are those of the published profile: $place', (published) => {
    const own = ownType(published);
    const known = differences.filter(([place]) => place.test(published.place));
    const expected = [...linesOf(published.text), ''].flatMap((line) => {
      const found = known.filter(([, theirs]) => theirs === line);
      return found.length > 0 ? found.map(([, , ours]) => ours) : [line];
    });
    expect(own === undefined ? ['there is none'] : ourLines(own)).toEqual(
      expected.filter((line) => line !== '').toSorted(),
    );
  });

  it('differ only where a line is published, and for a reason', () => {
    expect(catalogProfiles().length).toBeGreaterThan(0);
    for (const [place, published, ours, why] of differences) {
      const types = all.filter((one) => place.test(one.place));
      expect(types.length, String(place)).toBeGreaterThan(0);
      expect(why).not.toBe('');
      expect(ours).not.toBe(published);
      if (published !== '') for (const { text } of types) expect(linesOf(text), String(place)).toContain(published);
    }
  });
});
