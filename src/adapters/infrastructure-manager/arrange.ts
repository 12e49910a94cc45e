import type { VirtualMachine } from '../../domain/deployers/machines.ts';
import type { Policy } from '../../domain/deployers/policy.ts';
import { isContainer } from '../../domain/resources/states.ts';

/** In the order in which they were made, each with the name of its node. */
export const arrange: Policy['arrange'] = (machines, resources) =>
  withNodeNames(resources, machines).toSorted(byNumber);

/** VM ids are numbers as text; other ids sort after them, as text. */
const byNumber = (a: VirtualMachine, b: VirtualMachine): number =>
  Number(a.id) - Number(b.id) || a.id.localeCompare(b.id, 'en');

/**
 * The machines, each with the name of its node template. Release 2.0.0 of the Infrastructure Manager gives a container
 * another name: characters that Kubernetes refuses become `-`, and a suffix of eight hexadecimal digits follows
 * (docs/contract/infrastructure-manager.md, "Machines"). A machine of no known node keeps the name that it has.
 */
const withNodeNames = (
  resources: Parameters<Policy['arrange']>[1],
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
