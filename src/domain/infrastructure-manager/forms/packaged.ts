import { addressAttributes, hasAddressList, machinesWithLists } from '../../../tosca/network-addresses.ts';
import type { Json, Node, PackagedOperation } from '../../../tosca/topology.ts';
import { isMap } from '../../changes/differences.ts';
import { hostOf } from '../../changes/kinds.ts';
import { mapOf } from '../../deployers/capability-values.ts';
import type { Judged, Rule } from './judged.ts';
import { answerOf, attributeOf } from './known-attributes.ts';
import { runByManager } from './operations.ts';
import { type Call, callsIn, machineAt, type Place, propertyAt } from './package-reads.ts';
import { textOfInput } from './texts.ts';

/**
 * What operations of a package's types read. The manager fetches these types itself, so nothing of them can be written in
 * another way: it refuses a template in which one of them reads what nothing gives.
 */
export const packaged: Rule = (node, { byName }) => {
  if (!node.types.includes('tosca.nodes.Compute') && hostOf(node, byName).length === 0) return [];
  return [
    ...givenInputs(node),
    ...ofOperations(node.packaged, { owner: node, type: node.type, source: undefined, target: undefined, byName }),
    ...node.requirements.flatMap((one) => {
      const target = byName.get(one.node ?? '');
      const values = { name: `the requirement ${one.name} of node ${node.name}`, properties: one.properties ?? {} };
      const place = { type: one.relationship ?? '', source: node, target, byName };
      return ofOperations(one.packaged, { ...place, owner: { ...values, capabilities: {}, requirements: [] } });
    }),
  ];
};

/** It runs the file of the type with the inputs of the type, or what the template assigns with a file of its own. */
const givenInputs = ({ name, interfaces, packaged: all = [] }: Node): readonly Judged[] =>
  all.flatMap((operation) => {
    const assigned = mapOf(mapOf(interfaces)[operation.interface]);
    const own = mapOf(assigned[operation.name] ?? mapOf(assigned['operations'])[operation.name]);
    const inputs = Object.keys({ ...mapOf(assigned['inputs']), ...mapOf(own['inputs']) });
    return inputs.length === 0
      ? []
      : [
          {
            reasons: [
              `node ${name} gives inputs (${inputs.join(', ')}) to the operation ${operation.name} of its type, and the Infrastructure Manager would run it without them: set the properties that it reads, or give the operation an implementation too`,
            ],
          },
        ];
  });

const ofOperations = (all: readonly PackagedOperation[] = [], place: Place): readonly Judged[] =>
  all
    .filter(({ name }) => runByManager.has(name))
    .flatMap((operation) => {
      const where = `the operation ${operation.name} of the type ${place.type}`;
      return Object.entries(operation.inputs).flatMap(([input, value]) => [
        ...callsIn(value).flatMap((call) => unread(where, call, place)),
        ...ownValue(`the input ${input} of ${where}`, value, place),
      ]);
    });

const unread = (where: string, { name, path: [word, ...path] }: Call, place: Place): readonly Judged[] => {
  if (name === 'get_attribute') return unindexed(where, word, path, place);
  const read = propertyAt(String(word), path, place);
  if (read === undefined || read.value !== undefined) return [];
  return [
    {
      reasons: [
        `${where} reads ${path.map(String).join(', ')} of ${read.of}, which has no value, and the Infrastructure Manager refuses a template for it: give it one`,
      ],
    },
  ];
};

/** Only one type of machines has a list of addresses there, and the parser takes no index of a text. */
const unindexed = (where: string, word: Json | undefined, path: readonly Json[], place: Place): readonly Judged[] => {
  const [attribute, index] = path;
  if (index === undefined || !addressAttributes.includes(String(attribute))) return [];
  const machine = machineAt(word, place);
  if (machine === undefined || hasAddressList(machine) || !machine.types.includes('tosca.nodes.Compute')) return [];
  return [
    {
      reasons: [
        `${where} asks for the first ${attribute} of node ${machine.name}, and the Infrastructure Manager has a list of addresses only for machines of the type ${machinesWithLists}: give node ${machine.name} that type in place of ${machine.type}`,
      ],
    },
  ];
};

/** What an input takes over from a property: a text, or an attribute of a machine. */
const ownValue = (about: string, value: Json, place: Place): readonly Judged[] => {
  const [call, ...more] = isMap(value) ? callsIn(value) : [];
  if (call?.name !== 'get_property' || more.length > 0) return [];
  const [word, ...path] = call.path;
  const read = propertyAt(String(word), path, place);
  if (read?.value === undefined) return [];
  const whole = `${about}, which is ${path.map(String).join(', ')} of ${read.of},`;
  if (typeof read.value === 'string') return textOfInput(whole, read.value);
  return callsIn(read.value).flatMap((one) => (one.name === 'get_attribute' ? unanswered(whole, one.path, place) : []));
};

/** It refuses an operation of which an input has no value. */
const unanswered = (about: string, [word, ...path]: readonly Json[], place: Place): readonly Judged[] => {
  const { byName } = place;
  const node = machineAt(word, place);
  if (node === undefined || answerOf(node, path, 'software', byName) === 'known') return [];
  const attribute = attributeOf(node, path);
  return attribute === 'tls_certificates'
    ? [
        {
          notes: [
            `${about} asks for tls_certificates of ${node.name}, and releases of the Infrastructure Manager before 2.0 refuse a template for it`,
          ],
        },
      ]
    : [{ reasons: [`${about} asks for ${attribute} of ${node.name}, which the Infrastructure Manager does not know`] }];
};
