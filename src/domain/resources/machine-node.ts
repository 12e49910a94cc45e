import type { VirtualMachine } from '../deployers/machines.ts';
import type { Resource } from './resource.ts';
import { isContainer } from './states.ts';

type OfNode = Pick<Resource, 'toscaNodeName' | 'toscaTypes'>;

/**
 * The machines, each with the name of its node template. Release 2.0.0 of the Infrastructure Manager gives a container
 * another name: characters that Kubernetes refuses become `-`, and a suffix of eight hexadecimal digits follows
 * (docs/contract/infrastructure-manager.md, "Machines"). A machine of no known node keeps the name that it has.
 */
export const withNodeNames = (
  resources: readonly OfNode[],
  machines: readonly VirtualMachine[],
): readonly VirtualMachine[] => {
  const names = new Set(resources.map(({ toscaNodeName }) => toscaNodeName));
  const containers = new Map(
    resources.filter(isContainer).map(({ toscaNodeName: name }) => [kubernetesName(name), name]),
  );
  return machines.map((machine) => {
    const node = names.has(machine.node) ? undefined : containers.get(machine.node.replace(suffix, ''));
    return node === undefined ? machine : { ...machine, node };
  });
};

const suffix = /-[0-9a-f]{8}$/;

const kubernetesName = (node: string): string => node.replace(/[!"#$%&'()*+,/:;<=>?@[\\\]^`{|}~_ ]/g, '-');
