import type { Node } from '../../../tosca/topology.ts';
import { isMap } from '../../changes/differences.ts';
import { inCapability, isCall, isOf, type Judged, type Rule, textIn } from './judged.ts';

/** The two processors that RADL names, by the names that the standard and others give them. */
const architectures: { readonly [name: string]: string } = {
  ...{ x86_32: 'i386', i386: 'i386', i486: 'i386', i586: 'i386', i686: 'i386', x86: 'i386' },
  ...{ x86_64: 'x86_64', amd64: 'x86_64', x64: 'x86_64' },
};

/** The three systems that RADL names. */
const systems: { readonly [name: string]: string } = {
  ...{ linux: 'linux', windows: 'windows' },
  ...{ mac: 'Mac OS X', macos: 'Mac OS X', 'mac os x': 'Mac OS X' },
};

/** RADL's own lists (radl.py, `system.check`): a processor, a system, and a version of numbers only. */
export const operatingSystem: Rule = (node) => {
  if (!isOf(node, 'tosca.nodes.Compute')) return [];
  const properties = node.capabilities['os']?.properties ?? {};
  const listed = (property: string, names: { readonly [name: string]: string }, what: string): readonly Judged[] => {
    const wanted = textIn(properties, property);
    if (wanted === undefined)
      return properties[property] === '' ? [{ edits: [inCapability(node, 'os', property)] }] : [];
    const known = names[wanted.toLowerCase()];
    if (known === undefined) {
      const takes = [...new Set(Object.values(names))].join(', ');
      return [
        {
          reasons: [`node ${node.name} asks for the ${what} ${wanted}, and the Infrastructure Manager knows ${takes}`],
        },
      ];
    }
    return known.toLowerCase() === wanted.toLowerCase() ? [] : [{ edits: [inCapability(node, 'os', property, known)] }];
  };
  return [
    ...listed('architecture', architectures, 'architecture'),
    ...listed('type', systems, 'operating system'),
    ...version(node),
    ...credential(node),
  ];
};

/** It logs in with the user that the credential of an image names. */
const credential = (node: Node): readonly Judged[] => {
  const given = node.capabilities['os']?.properties['credential'];
  if (!isMap(given) || isCall(given) || (given['user'] ?? '') !== '') return [];
  const reason = `the credential of the system of node ${node.name} names no user, which the Infrastructure Manager needs`;
  return [{ reasons: [reason] }];
};

const version = (node: Node): readonly Judged[] => {
  const wanted = textIn(node.capabilities['os']?.properties ?? {}, 'version');
  const [numbers] = /^\d+(?:\.\d+)*/.exec(wanted ?? '') ?? [];
  if (wanted === undefined || numbers === undefined || numbers === wanted) return [];
  return [
    {
      edits: [inCapability(node, 'os', 'version', numbers)],
      notes: [
        `node ${node.name} asks for version ${wanted} of its system, and the Infrastructure Manager compares numbers only: it looks for ${numbers}`,
      ],
    },
  ];
};
