import { tokenParts } from '../../../tosca/functions/token-parts.ts';
import type { Json } from '../../../tosca/topology.ts';
import { isUnknown, listOf, mapOf } from '../../deployers/capability-values.ts';
import { loginCall } from '../../deployers/requested-logins.ts';
import { type KnownLogins, loginValue } from './known-logins.ts';
import type { Step } from './software.ts';
import { machinesOf, type SoftwareMachine } from './software-machines.ts';

/** What is known of a deployment while its software is set up. */
export interface Known extends KnownLogins {
  readonly steps: readonly Step[];
  /** values of attributes of nodes without machines, by `node attribute` */
  readonly attributes: { readonly [name: string]: Json };
  /** the outputs of a step that is done, on one machine */
  outputsOf(step: Step, machine: SoftwareMachine): Promise<{ readonly [name: string]: string }>;
}

/**
 * Works out a value on a machine, or of the whole deployment. What a node has once for each of its machines is the
 * machine's own there, the only one, or a list.
 */
export const evaluate = async (value: Json, known: Known, at?: SoftwareMachine): Promise<Json> => {
  if (!isUnknown(value)) return value;
  if (Array.isArray(value)) return Promise.all((value as readonly Json[]).map((one) => evaluate(one, known, at)));
  const entries = Object.entries(mapOf(value));
  const [[name, given] = ['', null]] = entries;
  const call = listOf(given);
  if (entries.length === 1) {
    switch (name) {
      case 'get_attribute': {
        const login = loginCall(call);
        return login === undefined ? attribute(call, known, at) : loginValue(login, known);
      }
      case 'get_operation_output':
        return operationOutput(call, known, at);
      case 'concat':
        return (await evaluateAll(call, known, at)).map(textIn).join('');
      case 'join': {
        const parts = listOf(await evaluate(call[0] ?? [], known, at));
        return parts.map(textIn).join(typeof call[1] === 'string' ? call[1] : '');
      }
      case 'token':
        return tokenParts(textIn(await evaluate(call[0] ?? '', known, at)), String(call[1]))[Number(call[2])] ?? '';
    }
  }
  const values = await Promise.all(entries.map(async ([key, one]) => [key, await evaluate(one, known, at)] as const));
  return Object.fromEntries(values);
};

const evaluateAll = (
  values: readonly Json[],
  known: Known,
  at: SoftwareMachine | undefined,
): Promise<readonly Json[]> => Promise.all(values.map((one) => evaluate(one, known, at)));

/** As a shell sees it: a list of texts with commas between them, anything else as JSON. */
export const textIn = (value: Json): string => {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const attribute = (
  [node, name, index]: readonly Json[],
  { machines, attributes }: Known,
  at?: SoftwareMachine,
): Json => {
  const other = attributes[`${String(node)} ${String(name)}`];
  if (other !== undefined) return other;
  const address = (one: SoftwareMachine): string =>
    name === 'public_address' ? one.publicAddress : one.privateAddress;
  const mine = machines.find(({ id, node: own }) => id === at?.id && own === node);
  if (mine && index === undefined) return address(mine);
  const all = machinesOf(machines, String(node)).map(address);
  return typeof index === 'number' ? (all[index] ?? '') : single(all);
};

const operationOutput = async ([key, name]: readonly Json[], known: Known, at?: SoftwareMachine): Promise<Json> => {
  const step = known.steps.find((one) => one.key === key);
  if (step === undefined) return '';
  const all = machinesOf(known.machines, step.host);
  const mine = all.filter(({ id }) => id === at?.id);
  const own = mine.length > 0 ? mine : all;
  const found = await Promise.all(own.map((machine) => known.outputsOf(step, machine)));
  return single(found.map((outputs) => outputs[String(name)] ?? ''));
};

const single = (all: readonly string[]): Json => (all.length === 1 ? (all[0] ?? '') : all);
