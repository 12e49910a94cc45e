import { plainAddress } from '../../tosca/network-addresses.ts';
import { machineOf, missingAddresses } from '../../tosca/public-address.ts';
import type { Json, Node, Topology } from '../../tosca/topology.ts';
import { isUnknown, mapOf } from '../deployers/capability-values.ts';
import { type Asker, answerOf, attributeOf } from './forms/known-attributes.ts';
import { beforeTwo, onlyFirst, wrongForm } from './question-forms.ts';
import { unknownAttributes } from './unknown-attributes.ts';

/** What a template asks that the Infrastructure Manager cannot answer (seen with IM 2.0.0 and 1.19.1). */
interface Unanswered {
  /** why it refuses the template, or its software would get no value */
  readonly lacks: readonly string[];
  /** what stays without a value */
  readonly notes: readonly string[];
  /** why an output never gets its value, by its name */
  readonly empty: { readonly [output: string]: string };
  /** the outputs that are not to be sent, since it would refuse the template */
  readonly withoutAnswer: readonly string[];
}

type Questioned = Pick<Topology, 'nodes'> & Partial<Pick<Topology, 'outputs'>>;
type ByName = ReadonlyMap<string, Node>;

export const unanswered = ({ nodes, outputs = [] }: Questioned): Unanswered => {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const questions = outputs
    .filter(({ deferred }) => deferred)
    .flatMap(({ name, value }) =>
      questionsIn(value).map((question) => ({
        ...{ about: `output ${name}`, asker: 'output' as const, output: name },
        ...plain(question, byName),
      })),
    );
  const missing = missingAddresses(nodes, byName);
  const ofSoftware = nodes.flatMap((node) => questionsOf(node, byName)).map((one) => plain(one, byName));
  const unknown = unknownAttributes(nodes, byName);
  const never = (one: Placed): readonly string[] => [
    ...missing(one.about, one.path),
    ...unset(one, byName),
    ...(one.call === 'get_attribute' ? unknown(one) : []),
  ];
  return {
    lacks: [...new Set([...questions, ...ofSoftware].flatMap((one) => refusal(one, byName)))],
    notes: [
      ...new Set(
        [...questions, ...ofSoftware].flatMap((one) => [
          ...never(one),
          ...onlyFirst(one, byName),
          ...beforeTwo(one, byName),
        ]),
      ),
    ],
    withoutAnswer: [...new Set(questions.filter((one) => unset(one, byName).length > 0).map(({ output }) => output))],
    empty: Object.fromEntries(
      questions.flatMap((one) =>
        never(one)
          .slice(0, 1)
          .map((why) => [one.output, why]),
      ),
    ),
  };
};

interface Question {
  readonly call: string;
  readonly path: readonly Json[];
}

interface Placed extends Question {
  readonly about: string;
  readonly asker: Asker;
}

const questionsIn = (value: Json): readonly Question[] => {
  if (typeof value !== 'object' || value === null || !isUnknown(value)) return [];
  if (Array.isArray(value)) return value.flatMap((one: Json) => questionsIn(one));
  return Object.entries(mapOf(value)).flatMap(([call, path]) =>
    /^get_(?:attribute|operation_output|artifact)$/.test(call) && Array.isArray(path)
      ? [{ call, path: path as readonly Json[] }]
      : questionsIn(path),
  );
};

/** An address in a network is asked for as that of its machine, where it is clear which one it is. */
const plain = <T extends Question>(question: T, byName: ByName): T => {
  const path = question.call === 'get_attribute' ? plainAddress(question.path, byName) : undefined;
  return path === undefined ? question : { ...question, path };
};

/** Of the operations of a node and of its relationships; words such as SELF are replaced by names. */
const questionsOf = (node: Node, byName: ByName): readonly Placed[] => {
  const all = [
    { operations: node.operations, target: undefined },
    ...node.requirements.map(({ operations, node: target }) => ({ operations, target })),
  ];
  return all.flatMap(({ operations = {}, target }) =>
    Object.values(operations).flatMap(({ interface: face, name, inputs }) =>
      Object.values(inputs)
        .flatMap(questionsIn)
        .filter(({ call }) => call === 'get_attribute')
        .map(({ call, path: [first = '', ...rest] }) => ({
          about: `the operation ${face}.${name} of node ${node.name}`,
          asker: 'software',
          call,
          path: [named(first, node, target, byName), ...rest],
        })),
    ),
  );
};

const named = (word: Json, node: Node, target: string | undefined, byName: ByName): Json => {
  if (word === 'SELF' || word === 'SOURCE') return node.name;
  if (word === 'TARGET') return target ?? word;
  return word === 'HOST' ? (machineOf(node, byName)?.name ?? word) : word;
};

const refusal = (question: Placed, byName: ByName): readonly string[] => [
  ...wrongForm(question, byName),
  ...unknownAttribute(question, byName),
];

/** What becomes of a question for an attribute of a node; undefined: it is another one, or the manager works it out. */
const failing = ({ about, asker, call, path: [name, ...path] }: Placed, byName: ByName) => {
  if (call !== 'get_attribute') return undefined;
  const node = byName.get(String(name));
  // what is no node is a relationship template, which the manager knows nothing of
  const answer = node === undefined ? 'unset' : answerOf(node, path, asker, byName);
  if (answer === 'known') return undefined;
  const attribute = node === undefined ? path.map(String).join(', ') : attributeOf(node, path);
  const what = `asks for ${attribute} of ${String(name)}`;
  return { about, asked: what, is: answer === 'unset' && asker === 'output' ? 'empty' : answer } as const;
};

/** It would refuse the template, or write None into a text, or answer no output at all. */
const unknownAttribute = (question: Placed, byName: ByName): readonly string[] => {
  const found = failing(question, byName);
  if (found === undefined || found.is === 'empty') return [];
  const whole = `${found.about} ${found.asked}`;
  if (found.is === 'absent')
    return [
      `${whole}, which is on no machine, and the Infrastructure Manager knows attributes of machines only: leave it out`,
    ];
  return [
    `${whole}, which the Infrastructure Manager does not know: it knows tosca_id, tosca_name, private_address, public_address, and ip_address of endpoints`,
  ];
};

const unset = (question: Placed, byName: ByName): readonly string[] => {
  const found = failing(question, byName);
  if (found?.is !== 'empty') return [];
  return [`${found.about} stays empty: it ${found.asked}, which the Infrastructure Manager does not know`];
};
