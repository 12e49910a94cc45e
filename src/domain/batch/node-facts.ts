import { fargateSize } from '../deployers/fargate.ts';
import type { FactsByNode } from '../deployers/node-facts.ts';
import type { BatchBlueprint } from './blueprint.ts';

const mebibyte = 2 ** 20;
const gibibyte = 2 ** 30;

const largestOf = ({ cpus, memory, mostMemory, platform }: BatchBlueprint['jobs'][number]) => {
  const size = { cpus: Number(cpus), memory: mostMemory ?? memory };
  return platform === 'FARGATE' ? (fargateSize(size) ?? size) : size;
};

/** What the jobs of a blueprint (its text, as `fit` wrote it) say of each node. */
export const factsInBlueprint = (text: string): FactsByNode => {
  const { jobs } = JSON.parse(text) as Pick<BatchBlueprint, 'jobs'>;
  return new Map(
    // the largest that it may get: what judges a plan judges its last try too
    jobs
      .map((job) => ({ ...job, ...largestOf(job) }))
      .map(({ node, cpus, memory, gpus = 0, disk, image, publicAddress, arraySize }) => [
        node,
        {
          ...{ cpus: Number(cpus), memory: (memory * mebibyte) / 1e6, gpus, image, public: publicAddress, ports: [] },
          ...(arraySize !== undefined && { parts: arraySize }),
          // Fargate gives a job 20 GiB where it asks for none
          disk: ((disk ?? 20) * gibibyte) / 1e9,
        },
      ]),
  );
};
