/** @module-tag full */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownToGroup, topologyShown } from '../../../src/domain/deployments/record/disclosure.ts';
import { secretPlaces } from '../../../src/domain/deployments/record/secret-places.ts';
import { templateShownTo } from '../../../src/http/deployments/template.ts';
import { describeDeployment } from '../../../src/http/deployments/views.ts';
import { processTemplate } from '../../../src/tosca/process.ts';
import type { Json, Topology } from '../../../src/tosca/topology.ts';
import { people } from '../../http/requests.ts';
import { sampleDeployment } from '../../http/samples.ts';
import { sampled } from '../../support/sampled.ts';
import { noImports } from '../fixtures.ts';

/** Neither a name nor a look speaks of a secret: only where it goes does. */
const hidden = 'Birkenallee';
const open = 'Lindenhof';
const mask = '********';

/** Where a value is written, as a function that reads it. */
const sources = {
  'given input': { get_input: 'given' },
  'default of an input': { get_input: 'preset' },
  'member of a map': { get_input: ['several', 'inner'] },
  'item of a list': { get_input: ['some', 0] },
  'member within a member': { get_input: ['deep', 'outer', 'inner'] },
  property: { get_property: ['q', 'setting'] },
  'default of a property': { get_property: ['q', 'standard'] },
  'member of a property': { get_property: ['q', 'all', 'inner'] },
  'property of a capability': { get_property: ['q', 'port', 'note'] },
  attribute: { get_attribute: ['q', 'state_note'] },
} as const satisfies Readonly<Record<string, Json>>;

type Source = keyof typeof sources;

/** The same value in other words: what becomes a secret is all of it. */
const ways: Readonly<Record<string, (value: Json) => Json>> = {
  concat: (value) => ({ concat: ['', value] }),
  join: (value) => ({ join: [[value], '-'] }),
  token: (value) => ({ token: [value, '~', 0] }),
};

/** Places that are secret, as members of the node or of the template; `value` becomes one of them. */
const places = {
  property: (value) => ({ properties: { password: value } }),
  'declared property': (value) => ({ properties: { hint: value } }),
  credential: (value) => ({ properties: { login: { user: 'olga', token: value } } }),
  'member of a map': (value) => ({ properties: { all: { db_password: value, mode: 'fast' } } }),
  'member of a list': (value) => ({ properties: { logins: [{ user: 'olga', token: value }] } }),
  'property of a capability': (value) => ({ capabilities: { port: { properties: { access_token: value } } } }),
  'operation input': (value) => ({ interfaces: interfaceWith({ db_password: value }) }),
  'member of an operation input': (value) => ({ interfaces: interfaceWith({ env: { DB_PASSWORD: value } }) }),
} as const satisfies Readonly<Record<string, (value: Json) => { readonly [member: string]: Json }>>;

const interfaceWith = (inputs: Json) => ({ Standard: { create: { implementation: 'x.sh', inputs } } });

interface Case {
  readonly source: Source;
  readonly place: keyof typeof places;
  /** between the source and the place, and between the source and the output */
  readonly inner: readonly string[];
  readonly outer: readonly string[];
  /** how many properties hand the value on */
  readonly links: number;
}

const keysOf = <T extends object>(of: T) => fc.constantFrom(...(Object.keys(of) as (keyof T & string)[]));
const words = fc.array(keysOf(ways), { maxLength: 2 });
const cases: fc.Arbitrary<Case> = fc.record({
  source: keysOf(sources),
  place: keysOf(places),
  inner: words,
  outer: words,
  links: fc.nat({ max: 3 }),
});

const said = (value: Json, by: readonly string[]): Json => by.reduce((all, way) => ways[way]?.(all) ?? all, value);

/** The secret where this source is written, and a word that is none everywhere else. */
const templateOf = ({ source, place, inner, outer, links }: Case): string => {
  const at = (one: Source): string => (one === source ? hidden : open);
  const text = { type: 'string' };
  const chain = Array.from({ length: links }, (_, index) => [
    `l${index}`,
    {
      type: 'my.App',
      properties: {
        setting: index === 0 ? said(sources[source], inner) : { get_property: [`l${index - 1}`, 'setting'] },
      },
    },
  ]);
  const last: Json = links === 0 ? said(sources[source], inner) : { get_property: [`l${links - 1}`, 'setting'] };
  const others = (Object.keys(sources) as Source[]).filter((one) => one !== source);
  return JSON.stringify({
    tosca_definitions_version: 'tosca_simple_yaml_1_3',
    data_types: { 'my.Login': { derived_from: 'tosca.datatypes.Credential' } },
    capability_types: {
      'my.Port': {
        derived_from: 'tosca.capabilities.Root',
        properties: { note: { ...text, required: false }, access_token: { ...text, required: false } },
      },
    },
    node_types: {
      'my.App': {
        derived_from: 'tosca.nodes.Root',
        properties: {
          password: { ...text, required: false },
          hint: { ...text, required: false, metadata: { sensitive: 'true' } },
          setting: { ...text, required: false },
          standard: { ...text, default: at('default of a property') },
          login: { type: 'my.Login', required: false },
          logins: { type: 'list', entry_schema: { type: 'my.Login' }, required: false },
          all: { type: 'map', entry_schema: text, required: false },
        },
        attributes: { state_note: { ...text } },
        capabilities: { port: { type: 'my.Port' } },
        interfaces: { Standard: { type: 'tosca.interfaces.node.lifecycle.Standard' } },
      },
    },
    topology_template: {
      inputs: {
        given: text,
        preset: { ...text, default: at('default of an input') },
        several: { type: 'map', entry_schema: text, default: { inner: at('member of a map'), outer: open } },
        some: { type: 'list', entry_schema: text, default: [at('item of a list'), open] },
        deep: {
          type: 'map',
          entry_schema: { type: 'map', entry_schema: text },
          default: { outer: { inner: at('member within a member'), other: open } },
        },
      },
      node_templates: {
        q: {
          type: 'my.App',
          properties: { setting: at('property'), all: { inner: at('member of a property'), other: open } },
          attributes: { state_note: at('attribute') },
          capabilities: { port: { properties: { note: at('property of a capability') } } },
        },
        ...Object.fromEntries(chain),
        p: { type: 'my.App', ...places[place](last) },
        r: { type: 'my.App', properties: { password: { get_attribute: ['Rosengarten', 'state_note'] } } },
        Rosengarten: { type: 'my.App' },
      },
      outputs: {
        reached: { value: said(sources[source], outer) },
        within: { value: { kept: said(sources[source], outer), beside: open } },
        joined: { value: { concat: ['x ', sources[source]] } },
        ...Object.fromEntries(others.map((one, index) => [`other${index}`, { value: sources[one] }])),
        besides: { value: { get_input: ['several', 'outer'] } },
        named: { value: 'Rosengarten is the node, and its state_note is secret' },
      },
    },
  });
};

const topologyOf = async (text: string, inputs: Readonly<Record<string, Json>>): Promise<Topology> => {
  const processed = await processTemplate(text, { inputs, imports: noImports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  return processed.topology;
};

/** All that a member of the group reads of it: the deployment, the template, and what a plan says. */
const readByGroup = async (one: Case) => {
  const text = templateOf(one);
  const parameters = { given: one.source === 'given input' ? hidden : open };
  const topology = await topologyOf(text, parameters);
  const outputs = Object.fromEntries(topology.outputs.map(({ name, value }) => [name, value]));
  const made = sampleDeployment({
    userGroup: 'physics',
    status: 'CREATE_FAILED',
    statusReason: `${hidden} is refused`,
    outputs,
    parameters,
    ...secretPlaces(topology, parameters),
  });
  const { text: template } = await templateShownTo(people.mia, made, text);
  return { shown: describeDeployment(shownToGroup(made)), template, planned: topologyShown(topology) };
};

describe('whatever reaches a secret place', () => {
  it('is masked for the group, and an output that holds no secret stays readable', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const { shown, template, planned } = await readByGroup(one);
        expect(JSON.stringify([shown, template, planned])).not.toContain(hidden);
        expect(shown.outputs).toMatchObject({ reached: mask, within: { kept: mask, beside: open }, joined: mask });
        // a name in a function is no secret
        expect(shown.outputs['named']).toContain('Rosengarten is the node');
        expect(JSON.stringify(planned)).toContain('"name":"Rosengarten"');
        const others = Object.entries(shown.outputs).filter(([name]) => name.startsWith('other') || name === 'besides');
        expect(others.filter(([, value]) => value !== open)).toEqual([]);
      }),
      { numRuns: sampled(20, 200) },
    );
  });
});
