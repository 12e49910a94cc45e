import type { Node, Operation, Operations, Requirement } from '../../../tosca/topology.ts';
import { hostOf } from '../../changes/kinds.ts';
import type { Around, Judged, Rule } from './judged.ts';

/** The manager's parser counts the requirements of each type, and takes none for optional unless the type says so. */
export const unmetRequirements: Rule = ({ name, unmet = [] }) =>
  unmet.map((requirement) => ({
    reasons: [
      `node ${name} leaves out its requirement ${requirement}, and the Infrastructure Manager takes a node only with all that its type demands`,
    ],
  }));

/** What it runs when machines are configured (Tosca.py, `_gen_configure_from_interfaces`). */
export const runByManager: ReadonlySet<string> = new Set([
  ...['create', 'configure', 'start', 'pre_configure_source', 'pre_configure_target', 'post_configure_source'],
  ...['post_configure_target', 'add_source', 'add_target'],
]);

/** What the standard runs later, when machines stop or relationships end, and the manager never does. */
const never = new Set(['stop', 'delete', 'remove_target', 'remove_source', 'target_changed']);

/** Operations of a relationship that it runs on the machine of the target. */
export const atTarget: ReadonlySet<string> = new Set(['pre_configure_target', 'post_configure_target', 'add_target']);

/** Operations that the manager does not run, and files that it cannot. */
export const operations: Rule = (node, { byName }) => {
  if (!isPlaced(node, byName)) return [];
  return [
    ...node.requirements.flatMap((one) => mixed(node.name, one)),
    ...node.requirements.flatMap((one) => withoutMachine(node.name, one, byName)),
    ...ofPlace(`node ${node.name}`, node.operations),
    ...node.requirements.flatMap((one) => ofPlace(`the requirement ${one.name} of node ${node.name}`, one.operations)),
  ];
};

const isPlaced = (node: Node, byName: Around['byName']): boolean =>
  node.types.includes('tosca.nodes.Compute') || hostOf(node, byName).length > 0;

/** It leaves out what would run on the machine of a node that has none, and says so only in its log. */
const withoutMachine = (source: string, { name, node, operations }: Requirement, byName: Around['byName']) => {
  const target = byName.get(node ?? '');
  if (target === undefined || isPlaced(target, byName)) return [];
  return Object.values(operations ?? {})
    .filter(({ of, name: operation }) => of === 'configure' && atTarget.has(operation))
    .map(({ name: operation }) => ({
      notes: [
        `the operation ${operation} of the requirement ${name} of node ${source} is not run: it would run at ${target.name}, which stands on no machine`,
      ],
    }));
};

/** Of one operation in several places it takes the file and the inputs of the relationship's own type, and says nothing. */
const mixed = (node: string, { name, mixed: operations = [] }: Requirement): readonly Judged[] =>
  operations.map((operation) => ({
    reasons: [
      `the operation ${operation} of the requirement ${name} of node ${node} is given by its type and again, and the Infrastructure Manager runs only what the relationship's own type gives: give it in one place`,
    ],
  }));

const ofPlace = (where: string, all: Operations = {}): readonly Judged[] =>
  Object.values(all).flatMap((one) => judged(where, one));

const judged = (where: string, { of, name, script }: Operation): readonly Judged[] => {
  if (of === undefined) return [];
  if (never.has(name))
    return [
      {
        notes: [
          `the operation ${name} of ${where} is not run: the Infrastructure Manager runs operations only when it configures machines`,
        ],
      },
    ];
  if (!runByManager.has(name) || isPlaybook(script.file) || isOneLine(script.text)) return [];
  return [
    {
      reasons: [
        `the operation ${name} of ${where} is the script ${script.file}, and the Infrastructure Manager takes Ansible playbooks (.yml, .yaml): it cannot read a script of more than one line`,
      ],
    },
  ];
};

export const isPlaybook = (file: string): boolean => /\.ya?ml$/.test(file.split(/[?#]/, 1)[0] ?? '');

/** The text becomes part of a line of a playbook as it is, so not even its end may have a line break. */
const isOneLine = (text: string | undefined): boolean => text !== undefined && !/[\r\n]/.test(text);
