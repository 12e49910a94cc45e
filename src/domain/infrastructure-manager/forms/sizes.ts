import { scalarUnit } from '../../../tosca/values/units.ts';
import { inCapability, inNode, isOf, type Judged, type Rule, textIn } from './judged.ts';

/** RADL counts memory in whole bytes (radl.py: `memory.size` is an integer), and knows no frequency of a processor. */
export const sizes: Rule = (node) => {
  if (!isOf(node, 'tosca.nodes.Compute')) return [];
  const properties = node.capabilities['host']?.properties ?? {};
  const memory = textIn(properties, 'mem_size');
  const bytes = memory === undefined ? undefined : scalarUnit(memory, 'scalar-unit.size');
  const frequency = properties['cpu_frequency'];
  return [
    ...(bytes !== undefined && !Number.isInteger(bytes)
      ? [{ edits: [inCapability(node, 'host', 'mem_size', `${Math.ceil(bytes)} B`)] }]
      : []),
    ...(frequency === undefined || frequency === null
      ? []
      : [
          {
            edits: [inCapability(node, 'host', 'cpu_frequency')],
            notes: [
              `node ${node.name} asks for a processor of ${String(frequency)}, and no cloud of the Infrastructure Manager can be asked for a frequency: it takes any`,
            ],
          },
        ]),
  ];
};

const isVolume = (types: readonly string[]): boolean =>
  types.some((type) => type.endsWith('.BlockStorage')) && !types.some((type) => type.startsWith('toscanini.nodes.'));

/**
 * Its type demands a size of at least 1 MB (TOSCA_definition.yaml of tosca-parser), which it does not use for a volume that
 * exists. It makes no volume from a snapshot, and makes an empty one without a word.
 */
export const volumes: Rule = (node): readonly Judged[] => {
  if (!isVolume(node.types)) return [];
  const size = node.properties['size'];
  const bytes = typeof size === 'string' ? scalarUnit(size, 'scalar-unit.size') : undefined;
  const [volume, snapshot] = [textIn(node.properties, 'volume_id'), textIn(node.properties, 'snapshot_id')];
  if (volume === undefined && snapshot !== undefined)
    return [
      {
        reasons: [
          `the volume ${node.name} is made from the snapshot ${snapshot}, and the Infrastructure Manager makes only empty volumes: name a volume_id`,
        ],
      },
    ];
  const isGiven = size !== undefined && size !== null && bytes !== 0;
  if (isGiven) return [];
  if (volume !== undefined) return [{ edits: [inNode(node, 'size', '1 MB')] }];
  // templates ask for no volume with 0, which the manager makes, but its parser refuses a 0 that no function gives
  if (bytes === 0) return [{ edits: [inNode(node, 'size', { concat: ['0 MB'] })] }];
  return [
    {
      reasons: [
        `the volume ${node.name} has neither a size nor a volume_id, and the Infrastructure Manager needs one of them`,
      ],
    },
  ];
};
