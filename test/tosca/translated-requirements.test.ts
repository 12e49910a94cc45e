import { expect, it } from 'vitest';
import { unsupportedReasons } from '../../src/domain/infrastructure-manager/unsupported.ts';
import { deployable } from '../../src/tosca/infrastructure-manager/deployable.ts';
import { noImports } from './fixtures.ts';

const requirementsOf = async (host: string) => {
  const text = `tosca_definitions_version: tosca_2_0
imports: [ { profile: "org.oasis-open.tosca.simple:2.0" } ]
node_types: { my.Machine: { derived_from: Compute } }
service_template:
  node_templates:
    machine: { type: my.Machine }
    app: { type: SoftwareComponent, requirements: [ { host: ${host} } ] }
`;
  const { processed } = await deployable(text, { inputs: {}, imports: noImports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  const { nodes } = processed.topology;
  return { requirements: nodes.find(({ name }) => name === 'app')?.requirements, reasons: unsupportedReasons(nodes) };
};

it.each(['Compute', '{ node: Compute }', '{ node: my.Machine }'])(
  'a requirement of 2.0 that names a type stays one when it is translated: %s',
  async (host) => {
    const { requirements, reasons } = await requirementsOf(host);
    expect(requirements).toMatchObject([{ name: 'host', nodeType: 'tosca.nodes.Compute' }]);
    expect(reasons).toEqual([expect.stringContaining('the requirement host of node app names the type')]);
  },
);

it('a requirement of 2.0 that names a node leads to that node', async () => {
  expect(await requirementsOf('machine')).toMatchObject({ requirements: [{ node: 'machine' }], reasons: [] });
});
