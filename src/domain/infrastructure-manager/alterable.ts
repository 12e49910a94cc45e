import { entryOf } from '../../foundation/entry-of.ts';
import type { Json } from '../../tosca/topology.ts';
import { isEqual, isMap } from '../changes/differences.ts';
import type { Found } from '../changes/found.ts';
import type { RequestedNodes } from '../changes/requested.ts';

/** What the Infrastructure Manager can change on an existing machine, if its cloud can: docs/decisions/0018. */
const size = /^capabilities\.host\.properties\.(num_cpus|mem_size|instance_type|num_gpus)$/;

export const isAlterable = ({ node, difference, resources }: Found, after: RequestedNodes): boolean => {
  const { path, old, new: wanted } = difference;
  const isItsOwn = resources.every(({ toscaNodeName }) => toscaNodeName === node);
  if (!isItsOwn || entryOf(after, node)?.kind !== 'compute') return false;
  return path === 'attachments' ? isAdded(old, wanted, after) : size.test(path) && wanted !== undefined;
};

/**
 * Disks are identified by position, so disks can only be added at the end. Only new disks, which have a size, can be
 * added.
 */
const isAdded = (old: Json | undefined, wanted: Json | undefined, after: RequestedNodes): boolean => {
  const [before, now] = [listOf(old), listOf(wanted)];
  return before.every((one, index) => isEqual(one, now[index])) && now.slice(before.length).every(isNew(after));
};

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

const isNew =
  (after: RequestedNodes) =>
  (attachment: Json): boolean => {
    const values = isMap(attachment) ? after[String(attachment['node'])]?.values : undefined;
    if (values === undefined) return false;
    const given = (name: string): Json => values[`properties.${name}`] ?? '';
    return given('size') !== '' && given('volume_id') === '' && given('snapshot_id') === '';
  };
