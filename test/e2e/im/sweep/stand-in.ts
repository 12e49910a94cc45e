import { isDeepStrictEqual } from 'node:util';
import type { privateAddress } from '../../../../local/sandbox/im/addresses.ts';
import { blueprintOf } from '../../../../local/sandbox/im/blueprint.ts';
import { parseDocument } from '../../../../local/sandbox/im/document.ts';
import { outputsOf } from '../../../../local/sandbox/im/outputs.ts';
import { Refusal } from '../../../../local/sandbox/im/refusal.ts';
import type { System } from '../../../../local/sandbox/im/system.ts';
import { validate } from '../../../../local/sandbox/im/validation.ts';
import type { Judgement } from './judge.ts';

/** What can be compared of the real manager and of the laptop's stand-in for it. */
export interface View {
  /** absent: it is taken */
  readonly refused?: string;
  /** the node of each machine, in the order of their numbers */
  readonly machines: readonly string[];
  /** what is opened at the machines of a node, sorted */
  readonly ports: { readonly [node: string]: readonly string[] };
  readonly configures: boolean;
  /** addresses and ids as the words for them */
  readonly outputs: { readonly [name: string]: unknown };
}

const nothing = { machines: [], ports: {}, configures: false, outputs: {} };

export const viewOfReal = (judged: Judgement): View => {
  if (!judged.taken) return { ...nothing, refused: judged.error };
  const ports = Object.entries(judged.systems).map(([name, features]) => {
    const connected = Object.entries(features).filter(([key]) => /^net_interface\.\d+\.connection$/.test(key));
    const opened = connected.map(([, network]) => String(judged.networks[String(network)]?.['outports'] ?? ''));
    return [name, sorted(opened.join())] as const;
  });
  return {
    machines: judged.machines,
    ports: Object.fromEntries(ports.filter(([name]) => judged.machines.includes(name))),
    configures: judged.configures,
    outputs: worded(judged.outputs ?? {}),
  };
};

export const viewOfStandIn = (text: string): View => {
  try {
    const document = parseDocument(text);
    validate(document);
    const { wanted, software } = blueprintOf(document);
    const systems = wanted.flatMap(({ system, count }) => Array.from({ length: count }, () => system));
    return {
      machines: systems.map(({ node }) => node),
      ports: Object.fromEntries(systems.map((system) => [system.node, portsOf(system)])),
      configures: software,
      outputs: worded(outputsIn(systems, text)),
    };
  } catch (error) {
    return { ...nothing, refused: error instanceof Error ? error.message : String(error) };
  }
};

/** It answers none where one cannot be worked out, as the real one does. */
const outputsIn = (systems: readonly System[], text: string): { readonly [name: string]: unknown } => {
  try {
    return outputsOf(launched(systems, text), cloud, 2);
  } catch (error) {
    if (error instanceof Refusal) return {};
    throw error;
  }
};

const cloud = { id: 'a', name: 'a', host: 'https://a.example:5000' } as Parameters<typeof privateAddress>[1];

const launched = (systems: readonly System[], template: string): Parameters<typeof outputsOf>[0] => {
  const times = { appearsAt: 1, runsAt: 1, addressedAt: 1, settlesAt: 1, end: 'configured' as const };
  const machines = systems.map((system, id) => ({ id, instanceId: `vm-${id}`, serial: id, system, ...times }));
  return {
    ...{ id: 'x', owners: [], cloudId: 'a', name: 'x', privateKey: 'key', software: false },
    ...{ template, createdAt: 0, addedAt: 0, machines },
  };
};

const portsOf = ({ ports, networks, public: isPublic }: System): readonly string[] =>
  sorted([networks?.private ?? ports, isPublic ? (networks?.public ?? '') : ''].join());

const sorted = (ports: string): readonly string[] =>
  [...new Set(ports.split(',').filter((port) => port !== ''))].toSorted();

/** Both number machines from 0, and neither has a cloud's addresses. */
const worded = (value: unknown): { readonly [name: string]: unknown } =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/\b(?:158\.42\.\d+|192\.0\.2|198\.51\.100|203\.0\.113|198\.1[89]\.\d+)\.\d+/g, 'outside')
      .replace(/\b10\.\d+\.\d+\.\d+/g, 'inside'),
  );

/** The stand-in fetches no scripts (local/sandbox/README.md), of which the real one reads those of one line only. */
const isAboutScript = ({ refused = '' }: View): boolean => refused.includes('Error parsing YAML');

/** Where they differ; undefined: nowhere. */
export const difference = (real: View, standIn: View): string | undefined => {
  if (isAboutScript(real)) return undefined;
  if ((real.refused === undefined) !== (standIn.refused === undefined))
    return real.refused === undefined
      ? `the stand-in refuses: ${standIn.refused}`
      : `the stand-in takes it: ${real.refused}`;
  const key = (['machines', 'ports', 'configures', 'outputs'] as const).find(
    (each) => !isDeepStrictEqual(real[each], standIn[each]),
  );
  return key && `${key}: ${JSON.stringify(real[key])} and ${JSON.stringify(standIn[key])}`;
};
