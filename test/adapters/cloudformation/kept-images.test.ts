import { describe, expect, it } from 'vitest';
import { imagesOf } from '../../../local/sandbox/aws/world/images.ts';
import { planner } from '../../../src/adapters/cloudformation/planner.ts';
import { stackReach } from '../../../src/domain/cloudformation/fit.ts';
import type { StackImage } from '../../../src/domain/providers/stack-offer.ts';
import { machinesOf } from '../../domain/cloudformation/translated.ts';
import { topologyOf } from '../../tosca/fixtures.ts';
import { name, nodesOf, region, sandboxForTests, server } from './deployer-on-sandbox.ts';

const { aws, deployer } = sandboxForTests();

/** Images of the operator for x86_64. */
const [before, after] = imagesOf(region)
  .filter(({ architecture, parameter }) => architecture === 'x86_64' && parameter.includes('debian'))
  .map(({ id }): StackImage => ({ id, distribution: 'ubuntu' }));
if (before === undefined || after === undefined) throw new Error('the sandbox has too few images');

/** What is sent where the configuration of the provider names these images. */
const planned = async (images: readonly StackImage[], host: object) => {
  const template = nodesOf({ server: server(host, { distribution: 'ubuntu' }) });
  const topology = await topologyOf(template);
  const { blueprint } = stackReach.fit(topology, { id: 'aws', name: 'AWS', priority: 1, stack: { region, images } });
  return planner.plan({ template, inputs: {}, name, edits: [], blueprint, machines: machinesOf(topology) });
};

describe('an update after the operator has changed the images of the provider', () => {
  it.each([
    ['named another image', [before], [after]],
    ['named an image for the first time', [], [after]],
    ['named no image any more', [before], []],
    ['named another place for the disk of the image', [before], [{ ...before, rootDevice: '/dev/xvda' }]],
  ])('keeps the machine with its data, and changes what it asks for, where he %s', async (_, first, then) => {
    const disk = { disk_size: '30 GB' };
    const id = await deployer().create(await planned(first, disk));
    aws().pass(600);
    const machine = async () => {
      const { vms, change } = await deployer().status(id);
      const [found] = await deployer().virtualMachines(id, Object.keys(vms));
      const system = found?.properties.at(-1);
      return { id: found?.id, image: system?.['disk.0.image.url'], cpus: system?.['cpu.count'], change: change?.is };
    };
    const made = await machine();
    for (const cpus of [4, 8]) {
      await deployer().update(id, await planned(then, { ...disk, num_cpus: cpus }));
      aws().pass(900);
      expect(await machine()).toEqual({ ...made, cpus, change: 'done' });
    }
  });
});
