import { describe, expect, it } from 'vitest';
import { expectFound, found, simple } from './found.ts';

describe('types in definitions of 1.x', () => {
  const node = (members: string): string => simple(`node_types: { N: { derived_from: tosca.nodes.Root, ${members} } }`);

  it.each([
    ['a capability', 'capabilities: { c: { type: no.C } }', 'capability type "no.C"'],
    ['a capability in short', 'capabilities: { c: no.C }', 'capability type "no.C"'],
    ["a requirement's capability", 'requirements: [ { r: { capability: no.C } } ]', 'capability type "no.C"'],
    ["a requirement's capability in short", 'requirements: [ { r: no.C } ]', 'capability type "no.C"'],
    [
      "a requirement's node",
      'requirements: [ { r: { capability: tosca.capabilities.Node, node: no.N } } ]',
      'node type "no.N"',
    ],
    [
      "a requirement's relationship",
      'requirements: [ { r: { capability: tosca.capabilities.Node, relationship: no.R } } ]',
      'relationship type "no.R"',
    ],
    [
      "a requirement's relationship at length",
      'requirements: [ { r: { capability: tosca.capabilities.Node, relationship: { type: no.R } } } ]',
      'relationship type "no.R"',
    ],
    ['an interface', 'interfaces: { i: { type: no.I, go: go.sh } }', 'interface type "no.I"'],
    ['an artifact', 'artifacts: { a: { type: no.A, file: a.sh } }', 'artifact type "no.A"'],
    ['a property', 'properties: { p: { type: no.D } }', 'data type "no.D"'],
    ['an entry', 'properties: { p: { type: list, entry_schema: { type: no.D } } }', 'data type "no.D"'],
    ['an attribute', 'attributes: { p: { type: no.D } }', 'data type "no.D"'],
  ])('%s of a type that nobody knows', async (_, members, name) => {
    await expectFound(node(members), [`error type-unknown node_types.N`]);
    expect((await found(node(members)))[0]).toContain(name);
  });

  it('says what was most likely meant', async () => {
    const [problem] = await found(node('capabilities: { c: { type: tosca.capabilities.Endpiont } }'));
    expect(problem).toContain('did you mean "tosca.capabilities.Endpoint"?');
  });

  it('takes the name of a capability for its type, where the node that has it is named', async () => {
    const named = 'requirements: [ { r: { capability: host, node: tosca.nodes.Compute } } ]';
    expect(await found(node(named))).toEqual([]);
    await expectFound(node(named.replace('host', 'hots')), ['the capability type "hots" is not known']);
  });

  it('warns of those in templates, whose deployer may know more', async () => {
    const text = simple(`topology_template:
  node_templates:
    n: { type: tosca.nodes.Compute, artifacts: { a: { type: no.A, file: a.sh } }, interfaces: { Standard: { type: no.I } } }`);
    await expectFound(text, ['warning type-unknown', 'warning type-unknown']);
  });
});
