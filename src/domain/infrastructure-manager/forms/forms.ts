import type { Node } from '../../../tosca/topology.ts';
import { firstDisk } from './disks.ts';
import { droppedByPackages } from './dropped.ts';
import { endpoints } from './endpoints.ts';
import { interfaces, portsByMachine } from './interfaces.ts';
import type { Judged, Rule } from './judged.ts';
import {
  abstractTypes,
  ansibleHosts,
  containers,
  containersOnMachines,
  copies,
  functions,
  names,
  proxies,
} from './lacking.ts';
import { oneOfEach } from './one-of-each.ts';
import { operatingSystem } from './operating-system.ts';
import { operations, unmetRequirements } from './operations.ts';
import { packaged } from './packaged.ts';
import { peers } from './peers.ts';
import { ports } from './ports.ts';
import { sections } from './sections.ts';
import { sharedInputs } from './shared-inputs.ts';
import { sizes, volumes } from './sizes.ts';
import { textsOfInputs } from './texts.ts';

const rules: readonly Rule[] = [
  ...[
    abstractTypes,
    names,
    operatingSystem,
    sizes,
    volumes,
    firstDisk,
    interfaces,
    ports,
    endpoints,
    containers,
    containersOnMachines,
  ],
  ...[
    unmetRequirements,
    operations,
    copies,
    proxies,
    ansibleHosts,
    functions,
    textsOfInputs,
    droppedByPackages,
    packaged,
  ],
];

const judged = (nodes: readonly Node[]): readonly Judged[] => {
  const around = { byName: new Map(nodes.map((node) => [node.name, node])), portsOf: portsByMachine(nodes) };
  return [
    ...nodes.flatMap((node) => rules.flatMap((rule) => rule(node, around))),
    ...peers(nodes),
    ...oneOfEach(nodes),
    ...sections(nodes, around),
    ...sharedInputs(nodes),
  ];
};

/** The edits that give the manager what it can read, and what they narrow. */
export const formsOf = (nodes: readonly Node[]): Required<Pick<Judged, 'edits' | 'notes'>> => {
  const all = judged(nodes);
  return { edits: all.flatMap(({ edits = [] }) => edits), notes: all.flatMap(({ notes = [] }) => notes) };
};

/** Why the manager can be given nothing that means the same. */
export const formlessReasons = (nodes: readonly Node[]): readonly string[] =>
  judged(nodes).flatMap(({ reasons = [] }) => reasons);
