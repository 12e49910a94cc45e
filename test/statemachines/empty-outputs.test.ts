import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeployment } from '../../src/domain/deployments/accepting/create.ts';
import type { Json } from '../../src/tosca/topology.ts';
import { limits } from '../domain/deployments/world.ts';
import { type Engine, engineWorld, startEngine } from './engine-world.ts';
import { scenarioOf } from './scenario.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const template = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Compute:
    derived_from: tosca.nodes.Compute
    properties: { users: { type: list, entry_schema: { type: string }, default: [] } }
topology_template:
  inputs: { users: { type: list, entry_schema: { type: string }, default: [] } }
  node_templates: { web: { type: my.Compute, properties: { users: { get_input: users } } } }
  outputs:
    url: { value: { get_attribute: [ web, private_address ] } }
    user: { value: { get_property: [ web, users, 0 ] } }
`;

const owner = { issuer: 'https://issuer.example', subject: 'user' };
const url = 'http://192.0.2.10/';

/** `told`: what the provider says of the output that the template alone decides. */
const deployed = async (parameters: { readonly [name: string]: Json }, told: { readonly [name: string]: Json }) => {
  const world = engineWorld(engine);
  world.clouds.outputsWhenReady = { url, ...told };
  const one = scenarioOf(world, await createDeployment(world, { template, parameters, limits, owner }));
  await one.run();
  return one;
};

describe('an output that is nothing', () => {
  it.each([[{}], [{ user: null }]])('is left out when the provider says %j', async (told) => {
    const one = await deployed({}, told);
    const { status, outputs } = (await one.now()) ?? {};
    expect({ status, outputs }).toEqual({ status: 'CREATE_COMPLETE', outputs: { url } });
  });

  it('is not asked of the provider, who would refuse the template for it', async () => {
    const { world } = await deployed({}, {});
    const sent = load(world.clouds.made[0]?.template ?? '') as { topology_template: { outputs: Json } };
    expect(Object.keys(sent.topology_template.outputs as object)).toEqual(['url']);
  });

  it('is there once an update makes it something', async () => {
    const one = await deployed({}, {});
    one.world.clouds.outputsWhenReady = { url, user: 'ada' };
    await one.run(await one.update(template, { parameters: { users: ['ada'] } }));
    const { status, outputs } = (await one.now()) ?? {};
    expect({ status, outputs }).toEqual({ status: 'UPDATE_COMPLETE', outputs: { url, user: 'ada' } });
  });

  it('cannot become nothing by a list that the Infrastructure Manager would keep', async () => {
    const one = await deployed({ users: ['ada'] }, { user: 'ada' });
    const asked = one.update(template, { parameters: { users: [] } });
    await expect(asked).rejects.toThrow(/web: properties\.users from \["ada"\] to \[\]: refused: .* keeps/);
  });
});
