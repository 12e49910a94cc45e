import { mapOf, numberOf, textOf } from '../../deployers/capability-values.ts';
import type { StackResource, StackResources } from '../blueprint/blueprint.ts';
import { targetOf } from '../blueprint/scalable-target.ts';
import { addressPrice, fargatePrices } from './prices.ts';

/** What the copies of a container cost, USD an hour. */
export interface ServiceCost {
  readonly what: string;
  readonly hourly: number;
  /** with as many copies as automatic scaling may make; absent: nothing scales */
  readonly most?: number;
}

/** GiB of disk that a task has without being asked. */
const ownDisk = 20;

/** Of the service with this id, by its task; undefined: one of them is not as the translation writes it. */
export const serviceCost = (id: string, service: StackResource, all: StackResources): ServiceCost | undefined => {
  const task = all[textOf(mapOf(service.Properties['TaskDefinition'])['Ref']) ?? '']?.Properties;
  const [cpus, memory] = [Number(textOf(task?.['Cpu'])) / 1024, Number(textOf(task?.['Memory'])) / 1024];
  const most = numberOf(all[targetOf(id)]?.Properties['MaxCapacity']);
  // an update leaves the number of copies to the scaling: then the smallest counts
  const copies = numberOf(service.Properties['DesiredCount']) ?? numberOf(all[targetOf(id)]?.Properties['MinCapacity']);
  if (!(cpus > 0 && memory > 0) || copies === undefined) return undefined;
  const disk = Math.max(0, (numberOf(mapOf(task?.['EphemeralStorage'])['SizeInGiB']) ?? ownDisk) - ownDisk);
  const network = mapOf(mapOf(service.Properties['NetworkConfiguration'])['AwsvpcConfiguration']);
  const each =
    cpus * fargatePrices.cpu +
    memory * fargatePrices.memory +
    disk * fargatePrices.disk +
    (network['AssignPublicIp'] === 'ENABLED' ? addressPrice : 0);
  const size = `${cpus} vCPU, ${memory} GiB`;
  return {
    what: copies === 1 ? `a container of ${size}` : `${copies} containers of ${size}`,
    hourly: copies * each,
    ...(most !== undefined && { most: most * each }),
  };
};
