import { entryOf } from '../../foundation/entry-of.ts';
import type { Replace } from '../changes/change.ts';
import type { RequestedNodes } from '../changes/requested.ts';
import type { DeployerKind } from '../deployers/kinds.ts';
import { type Finding, isDrift } from '../drift/finding.ts';
import type { RepairItem } from './repair.ts';

interface Asked {
  readonly deployer: DeployerKind;
  /** what the template in force asks; absent: an earlier release stored nothing, so nobody knows of volumes */
  readonly asked?: RequestedNodes | undefined;
  /** names of nodes; absent: all */
  readonly nodes?: readonly string[] | undefined;
  /** nodes whose data may go */
  readonly replace?: Replace | undefined;
}

type Decided = Pick<RepairItem, 'how' | 'why'>;

/** What a repair does about each finding that is drift. */
export const planRepair = (findings: readonly Finding[], { nodes, ...asked }: Asked): readonly RepairItem[] => {
  const all = findings
    .filter(isDrift)
    .map((finding): RepairItem => ({ ...shown(finding), ...decided(finding, asked) }));
  const isWanted = ({ node }: RepairItem): boolean => nodes === undefined || nodes.includes(node);
  // a machine that is made again is not altered before
  const remade = new Set(all.flatMap(({ resource, how }) => (how === 'remade' ? [resource] : [])));
  return all.map((one): RepairItem => {
    if (!isWanted(one)) return { ...plain(one), how: 'left', why: 'the request does not name its node' };
    if (one.how !== 'remade' && remade.has(one.resource)) return { ...plain(one), how: 'remade' };
    return one;
  });
};

const plain = ({ why: _, ...item }: RepairItem): RepairItem => item;

const shown = ({ node, is, resource, part, property, old, new: now }: Finding) => ({
  ...{ node, is },
  ...(resource !== undefined && { resource }),
  ...(part !== undefined && { part }),
  ...(property !== undefined && { property }),
  ...(old !== undefined && { old }),
  ...(now !== undefined && { new: now }),
});

const left = (why: string): Decided => ({ how: 'left', why });

const sizes: readonly string[] = ['cpu.count', 'memory.size', 'instance_type', 'gpu.count'];

const decided = (finding: Finding, asked: Omit<Asked, 'nodes'>): Decided => {
  const { is, property, resource } = finding;
  if (resource === undefined || is === 'unknown')
    return left('nothing in the template asks for it, and a repair removes nothing that may be in use');
  if (is === 'stopped') return { how: 'started' };
  if (property === 'state' && finding.old === 'stopped') return { how: 'stopped' };
  if (asked.deployer !== 'infrastructure-manager') return left(ofStacks);
  if (is === 'missing') return lostMachine(finding, asked);
  if (property === 'state' && finding.new === 'failed') return brokenMachine(finding, asked);
  if (property === 'state') return left(`it is ${finding.new}: an update of the deployment runs its software again`);
  if (property !== undefined && sizes.includes(property)) return { how: 'altered' };
  return left('its cloud gives no address back: an update that replaces the machine makes another one');
};

const ofStacks =
  'a repair of a stack starts and stops machines only: set it back at AWS, or with a change set of CloudFormation in the mode REVERT_DRIFT';

const isNamed = (replace: Replace | undefined, node: string): boolean =>
  typeof replace === 'object' ? replace.includes(node) : replace === true;

/** The machine is gone with its own disk. The manager would remove its volumes with what is left of it. */
const lostMachine = ({ node }: Finding, { asked, replace }: Omit<Asked, 'nodes'>): Decided => {
  if (asked === undefined && !isNamed(replace, node)) return { how: 'refused', why: unknownVolumes(node) };
  const volumes = volumesAt(asked, node).filter((name) => !isNamed(replace, name));
  if (volumes.length === 0) return { how: 'remade' };
  const why = `the volumes of the machine (${volumes.join(', ')}) may still have their data, and go with what is left of it; with "replace": ${JSON.stringify(volumes)} in the request they are made anew`;
  return { how: 'refused', why };
};

const unknownVolumes = (node: string): string =>
  `an earlier release deployed it, so nobody knows of volumes that would go with what is left of it; with "replace": ${JSON.stringify([node])} in the request they go`;

/** It may hold data. */
const brokenMachine = ({ node, new: now }: Finding, { asked, replace }: Omit<Asked, 'nodes'>): Decided => {
  const names = [node, ...volumesAt(asked, node)].filter((name) => !isNamed(replace, name));
  if (names.length === 0) return { how: 'remade' };
  const why = `it is ${now ?? 'not as it was'}, and may hold data; with "replace": ${JSON.stringify(names)} in the request the machine is removed with all its data and created again`;
  return { how: 'refused', why };
};

/** A volume that the template only names is not removed. */
const volumesAt = (asked: RequestedNodes = {}, machine: string): readonly string[] =>
  Object.keys(asked).filter((name) => {
    const one = entryOf(asked, name);
    return one?.kind === 'volume' && one.values['properties.volume_id'] === undefined && one.machines.includes(machine);
  });
