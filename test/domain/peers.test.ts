/** Nodes that need each other: what each deployer makes of them, and says in the plan. */

import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { circleIn } from '../../local/sandbox/aws/templates/references.ts';
import { checkLevels } from '../../local/sandbox/im/dependency-levels.ts';
import { parseDocument } from '../../local/sandbox/im/document.ts';
import { fitTemplate } from '../../src/domain/infrastructure-manager/fit-template.ts';
import { unsupportedReasons } from '../../src/domain/infrastructure-manager/unsupported.ts';
import type { Offer } from '../../src/domain/providers/offer.ts';
import { bindTemplate } from '../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../src/tosca/infrastructure-manager/deployable.ts';
import { own, reasonsOf as reasonsOfJobs, translated as translatedJobs } from './batch/translated.ts';
import { reasonsOf, stackOf } from './cloudformation/translated.ts';

const imports = { read: () => Promise.reject(new Error('no imports')) };

const both = /nodes a and b need each other/;

describe('the Infrastructure Manager', () => {
  const sent = async (topology: string, version = 'simple_yaml_1_3') => {
    const template = `tosca_definitions_version: tosca_${version}\n${topology}`;
    const { text, processed } = await deployable(template, { inputs: {}, imports });
    if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
    const { nodes } = processed.topology;
    const { edits, notes = [] } = fitTemplate(processed.topology, { id: 'any', name: 'any' } as Offer);
    const document = bindTemplate(text, { inputs: {}, name: 'x', edits });
    return { document, notes: notes.join('\n'), reasons: unsupportedReasons(nodes).join('\n') };
  };

  const software = (host: string, more: string) =>
    `{ type: tosca.nodes.SoftwareComponent, requirements: [ host: ${host}, ${more} ], interfaces: { Standard: { create: https://x.example/a.yml } } }`;
  const joined = (node: string) =>
    `dependency: { node: ${node}, relationship: { type: tosca.relationships.DependsOn, interfaces: { Configure: { post_configure_source: https://x.example/j.yml } } } }`;
  const pair = (a: string, b: string) => `topology_template:
  node_templates:
    vm: { type: tosca.nodes.Compute }
    a: ${software('vm', a)}
    b: ${software('vm', b)}
`;

  it.each([
    ['in the short form', 'dependency: b'],
    ['with a node', 'dependency: { node: b }'],
    ['with a relationship', 'dependency: { node: b, relationship: tosca.relationships.DependsOn }'],
    [
      'with a relationship of its own',
      'dependency: { node: b, relationship: { type: tosca.relationships.ConnectsTo } }',
    ],
  ])('is sent no order of peers, and the plan says so: %s', async (_, requirement) => {
    const { document, notes, reasons } = await sent(pair(requirement, 'dependency: a'));
    expect(reasons).toBe('');
    expect(notes).toMatch(both);
    expect(() => checkLevels(parseDocument(document))).not.toThrow();
    const [, sentTo] = (load(document) as Sent).topology_template.node_templates.a.requirements;
    expect(sentTo).toEqual({ host: 'vm' });
  });

  it('has no form for operations of a relationship that goes back', async () => {
    const { document, reasons } = await sent(pair(joined('b'), joined('a')));
    expect(reasons).toMatch(both);
    expect(() => checkLevels(parseDocument(document))).toThrow();
  });

  it('keeps operations of the relationship that leads to the first one', async () => {
    const { document, reasons } = await sent(pair('dependency: b', joined('a')));
    expect(reasons).toBe('');
    expect(document).toContain('post_configure_source');
    expect(() => checkLevels(parseDocument(document))).not.toThrow();
  });

  it('says nothing where nodes only come in another order', async () => {
    const { document, notes } = await sent(pair('dependency: b', 'dependency: vm'));
    expect(notes).toBe('');
    expect(document).not.toContain('relationships.Root');
  });

  it('is sent no order of peers of 2.0', async () => {
    const { document, notes } = await sent(
      `imports: [ { profile: org.oasis-open.tosca.simple:2.0 } ]
service_template:
  node_templates:
    vm: { type: Compute }
    a: { type: SoftwareComponent, requirements: [ host: vm, dependency: b ] }
    b: { type: SoftwareComponent, requirements: [ host: vm, dependency: a ] }
`,
      '2_0',
    );
    expect(notes).toMatch(both);
    expect(document).toContain('relationships.Root');
  });
});

interface Sent {
  readonly topology_template: {
    readonly node_templates: { readonly a: { readonly requirements: readonly unknown[] } };
  };
}

describe('CloudFormation', () => {
  it.each([
    ['machines', ['tosca.nodes.Compute', 'tosca.nodes.Compute']],
    [
      'stores',
      ['tosca.nodes.ObjectStorage, properties: { name: x }', 'tosca.nodes.ObjectStorage, properties: { name: y }'],
    ],
  ])('gets no circle of %s, and the plan says so', async (_, [one, other]) => {
    const { template, warnings } = await stackOf(`a: { type: ${one}, requirements: [ dependency: b ] }
b: { type: ${other}, requirements: [ dependency: a ] }`);
    expect(circleIn({ ...template, Parameters: {}, Outputs: {} } as unknown as Parameters<typeof circleIn>[0])).toEqual(
      [],
    );
    expect(warnings.join('\n')).toMatch(both);
  });

  it('is not asked for resources that take values of each other', async () => {
    const queue = (other: string) =>
      `{ type: toscanini.nodes.aws.Resource, properties: { type: "AWS::SQS::Queue", properties: { QueueName: { get_attribute: [ ${other}, id ] } } } }`;
    const offer = { region: 'eu-west-1', allowedTypes: ['AWS::SQS::Queue'] };
    expect(await reasonsOf(`a: ${queue('b')}\nb: ${queue('a')}`, { offer })).toEqual([
      expect.stringMatching(/the nodes a, b take attributes of each other/),
    ]);
    expect(
      await reasonsOf(
        `a: ${queue('b')}\nb: { type: toscanini.nodes.aws.Resource, properties: { type: "AWS::SQS::Queue" } }`,
        { offer },
      ),
    ).toEqual([]);
  });
});

describe('AWS Batch', () => {
  it('runs no jobs that wait for each other', async () => {
    const waiting = (name: string) => own({}, { requirements: [{ dependency: name }] });
    expect(await reasonsOfJobs({ a: waiting('b'), b: waiting('a') })).toMatch(/a .* waits for b, which waits for a/);
    expect(await reasonsOfJobs({ a: waiting('b'), b: waiting('c'), c: waiting('a') })).toMatch(/waits for/);
  });

  it('runs a job that needs itself, or comes later in the text', async () => {
    const made = await translatedJobs({ a: own({}, { requirements: [{ dependency: 'b' }] }), b: own() });
    expect(made.ok).toBe(true);
  });
});
