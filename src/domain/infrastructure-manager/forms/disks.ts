import { isAttachment } from '../../changes/kinds.ts';
import { inCapability, isOf, type Rule } from './judged.ts';

/** The properties that say something of the first disk, by their capability. */
const ofFirstDisk = {
  os: ['type', 'distribution', 'version', 'image', 'credential'],
  host: ['disk_size', 'disk_type'],
};

/**
 * RADL numbers disks from 0, the one with the system: where the template says nothing of it and attaches another, the
 * numbers have a gap. The manager's machines run Linux unless the template says something else.
 */
export const firstDisk: Rule = (node, { byName }) => {
  if (!isOf(node, 'tosca.nodes.Compute')) return [];
  const hasVolume = node.requirements.some(
    (one) => isAttachment(one) && byName.get(one.node ?? '')?.types.some((type) => type.endsWith('.BlockStorage')),
  );
  const isKnown = Object.entries(ofFirstDisk).some(([capability, names]) =>
    names.some((name) => (node.capabilities[capability]?.properties[name] ?? null) !== null),
  );
  return hasVolume && !isKnown ? [{ edits: [inCapability(node, 'os', 'type', 'linux')] }] : [];
};
