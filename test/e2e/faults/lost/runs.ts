/** Single operations and workflows of a template, whose scripts really run. */

import { created, place, type Scenario } from './prepared.ts';
import { printedAt } from './printed.ts';
import type { Scene } from './scene.ts';

const print = (text: string) => `"#!/bin/bash\\necho ${text} >> ${printedAt}"`;

const template = `\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Shop:
    derived_from: tosca.nodes.SoftwareComponent
    interfaces:
      Care:
        type: Care
interface_types:
  Care:
    derived_from: tosca.interfaces.Root
    operations:
      backup: { inputs: { WORD: { type: string } } }
      check: { inputs: {} }
topology_template:
  inputs:
    secret: { type: string, default: Sesame-street-12, metadata: { secret: true } }
  node_templates:
    machine: { type: tosca.nodes.Compute, capabilities: { scalable: { properties: { default_instances: 2 } } } }
    shop:
      type: Shop
      requirements: [ host: machine ]
      interfaces:
        Standard:
          create: { implementation: ${print('created')} }
          stop: { implementation: ${print('stopped')} }
        Care:
          backup: { inputs: { WORD: { get_input: secret } }, implementation: ${print('saved')} }
          check: { implementation: ${print('checked')} }
  workflows:
    care:
      steps:
        save: { target: shop, activities: [ { call_operation: Care.backup } ], on_success: look }
        look: { target: shop, activities: [ { call_operation: Care.check }, { set_state: started } ] }
`;

const standing = (scene: Scene): Promise<void> => created(scene, { template });

const startWorkflow = async (scene: Scene): Promise<void> => {
  await scene.ask('runWorkflow', { path: { ...(await place(scene)), name: 'care' }, body: {}, key: 'run' });
};

const run = async (scene: Scene): Promise<void> => {
  await startWorkflow(scene);
  await scene.work();
};

const call = async (scene: Scene): Promise<void> => {
  const body = { node: 'shop', interface: 'Care', operation: 'backup' };
  await scene.ask('callOperation', { path: await place(scene), body, key: 'call' });
  await scene.work();
};

const stop = async (scene: Scene): Promise<void> => {
  await scene.ask('stopRun', { path: await place(scene), key: 'stop' });
  await scene.work();
};

/** Up to the end of a step, so that what it has called is under way. */
const underWay =
  (step: string) =>
  async (scene: Scene): Promise<void> => {
    await standing(scene);
    await startWorkflow(scene);
    await scene.work(step);
  };

const all: readonly Scenario[] = [
  { name: 'operation', prepare: standing, act: call },
  { name: 'workflow', prepare: standing, act: run },
  { name: 'stop a workflow before it calls', prepare: underWay('BeginUpdate'), act: stop },
  { name: 'stop a workflow', prepare: underWay('PollUpdate'), act: stop },
];

/** Only machines of AWS run them. */
export const runs = all.map((one): Scenario => ({ ...one, name: `AWS: ${one.name}`, deployer: 'cloudformation' }));
