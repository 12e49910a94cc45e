import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeployment } from '../../src/domain/deployments/accepting/create.ts';
import { limits } from '../domain/deployments/world.ts';
import { type Engine, engineWorld, startEngine } from './engine-world.ts';
import { type Scenario, scenarioOf } from './scenario.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const template = (nodes: string): string => `tosca_definitions_version: tosca_2_0
imports: [ { profile: "org.oasis-open.tosca.simple:2.0" } ]
node_types: { Worker: { derived_from: Compute } }
service_template:
  inputs: { workers: { type: integer, default: 2 } }
  node_templates:
    front: { type: Compute }
${nodes}
  outputs: { url: { value: { $get_attribute: [ front, private_address ] } } }
`;
const workers = '    worker: { type: Worker, count: { $get_input: workers }, requirements: [ { dependency: front } ] }';

const machines = ({ world }: Scenario): Record<string, number> => {
  const standing = world.clouds.standing.flatMap((each) =>
    each.machines.filter(({ removed }) => removed === undefined),
  );
  const count = (name: string) => standing.filter(({ node }) => node === name).length;
  return { front: count('front'), worker: count('worker') };
};

describe('a deployment of a TOSCA 2.0 template', () => {
  it('is created, changed in number by its inputs, and loses a node that is left out', async () => {
    const text = template(workers);
    const world = engineWorld(engine);
    const owner = { issuer: 'https://issuer.example', subject: 'user' };
    const one = scenarioOf(world, await createDeployment(world, { template: text, parameters: {}, limits, owner }));
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', outputs: { url: 'http://192.0.2.10/' } });
    expect(machines(one)).toEqual({ front: 1, worker: 2 });
    expect(await one.world.files.getTemplate(one.deployment.id, one.deployment.templateOf)).toBe(text);

    await one.run(await one.update(text, { parameters: { workers: 4 } }));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE', parameters: { workers: 4 } });
    expect(machines(one)).toEqual({ front: 1, worker: 4 });

    await one.run(await one.update(template('')));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(machines(one)).toEqual({ front: 1, worker: 0 });
    await one.delete();
    expect(one.world.clouds.standing).toEqual([]);
  });
});
