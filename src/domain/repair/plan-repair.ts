import { entryOf } from '../../foundation/entry-of.ts';
import type { Replace } from '../changes/change.ts';
import type { RequestedNodes } from '../changes/requested.ts';
import type { DeployerKind } from '../deployers/kinds.ts';
import { type Finding, isDrift, keyOf } from '../drift/finding.ts';
import { whatNow } from './lost.ts';
import type { RepairItem } from './repair.ts';

interface RepairRequest {
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
export const planRepair = (
  findings: readonly Finding[],
  { nodes, ...options }: RepairRequest,
): readonly RepairItem[] => {
  const all = findings
    .filter(isDrift)
    .map((finding): RepairItem => ({ ...shown(finding), ...decided(finding, options) }));
  const isWanted = ({ node }: RepairItem): boolean => nodes === undefined || nodes.includes(node);
  // a machine that is made again is not altered before
  const remade = new Set(all.flatMap((one) => (one.how === 'remade' ? [keyOf(one)] : [])));
  const items = all.map((one): RepairItem => {
    if (!isWanted(one)) return { ...plain(one), how: 'left', why: 'the request does not name its node' };
    if (one.how !== 'remade' && remade.has(keyOf(one))) return { ...plain(one), how: 'remade' };
    return one;
  });
  const others = all.filter((one) => isSetBack(one) && !isWanted(one)).map(({ node }) => node);
  return options.deployer === 'infrastructure-manager' || others.length === 0 ? items : items.map(allOrNone(others));
};

const isSetBack = ({ how }: Pick<RepairItem, 'how'>): boolean => how === 'remade' || how === 'altered';

/** What an engine sets back as a whole. */
const allOrNone =
  (others: readonly string[]) =>
  (one: RepairItem): RepairItem =>
    isSetBack(one)
      ? {
          ...plain(one),
          how: 'left',
          why: `CloudFormation sets back all that has drifted at once, also of ${[...new Set(others)].join(', ')}: leave nodes out of the request`,
        }
      : one;

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

const decided = (finding: Finding, options: Omit<RepairRequest, 'nodes'>): Decided => {
  const { is, property, resource } = finding;
  if (finding.isWhole) return left(`${finding.why}: ${whatNow}`);
  const isStack = options.deployer !== 'infrastructure-manager';
  if ((resource === undefined && !isStack) || is === 'unknown')
    return left('nothing in the template asks for it, and a repair removes nothing that may be in use');
  if (is === 'stopped') return { how: 'started' };
  if (property === 'state' && finding.old === 'stopped') return { how: 'stopped' };
  if (isStack) return partOfStack(finding);
  if (is === 'missing') return lostMachine(finding, options);
  if (property === 'state' && finding.new === 'failed') return brokenMachine(finding, options);
  if (property === 'state') return left(`it is ${finding.new}: an update of the deployment runs its software again`);
  if (property !== undefined && sizes.includes(property)) return { how: 'altered' };
  return left('its cloud gives no address back: an update that replaces the machine makes another one');
};

/** CloudFormation says itself what it would do about it, before anything is done: judge-reverts.ts. */
const partOfStack = ({ is, property = '' }: Finding): Decided => {
  if (is === 'missing') return { how: 'remade' };
  if (property.startsWith('address.') || property === 'state')
    return left('AWS gives no address back: an update that replaces the machine makes another one');
  return { how: 'altered' };
};

const isNamed = (replace: Replace | undefined, node: string): boolean =>
  typeof replace === 'object' ? replace.includes(node) : replace === true;

/** The machine is gone with its own disk. The manager would remove its volumes with what is left of it. */
const lostMachine = ({ node }: Finding, { asked: requested, replace }: Omit<RepairRequest, 'nodes'>): Decided => {
  if (requested === undefined && !isNamed(replace, node)) return { how: 'refused', why: unknownVolumes(node) };
  const volumes = volumesAt(requested, node).filter((name) => !isNamed(replace, name));
  if (volumes.length === 0) return { how: 'remade' };
  const why = `the volumes of the machine (${volumes.join(', ')}) may still have their data, and go with what is left of it; with "replace": ${JSON.stringify(volumes)} in the request they are made anew`;
  return { how: 'refused', why };
};

const unknownVolumes = (node: string): string =>
  `an earlier release deployed it, so nobody knows of volumes that would go with what is left of it; with "replace": ${JSON.stringify([node])} in the request they go`;

/** It may hold data. */
const brokenMachine = (
  { node, new: now }: Finding,
  { asked: requested, replace }: Omit<RepairRequest, 'nodes'>,
): Decided => {
  const names = [node, ...volumesAt(requested, node)].filter((name) => !isNamed(replace, name));
  if (names.length === 0) return { how: 'remade' };
  const why = `it is ${now ?? 'not as it was'}, and may hold data; with "replace": ${JSON.stringify(names)} in the request the machine is removed with all its data and created again`;
  return { how: 'refused', why };
};

/** A volume that the template only names is not removed. */
const volumesAt = (requested: RequestedNodes = {}, machine: string): readonly string[] =>
  Object.keys(requested).filter((name) => {
    const one = entryOf(requested, name);
    return one?.kind === 'volume' && one.values['properties.volume_id'] === undefined && one.machines.includes(machine);
  });
