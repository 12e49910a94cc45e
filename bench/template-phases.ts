/**
 * Where the time for processing a service template goes, by phase, as a share of the time that js-yaml needs to load the
 * same text. A sampling profiler measures both, which makes both slower.
 */

import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { load } from 'js-yaml';
import { processTemplate } from '../src/tosca/process.ts';
import type { Row } from './row.ts';
import { template } from './template.ts';

const nodes = 1_000;
const rounds = 20;
const everyMicroseconds = 200;

const measured = 'js-yaml';

const loadWithJsYaml = (text: string): unknown => load(text);

/**
 * The functions of the phases, and the measure; whatever they call counts as theirs. Phases 6 to 8 call each other: a
 * node is instantiated when phase 7 or 8 asks for it.
 */
const phases: Readonly<Record<string, string>> = {
  readDocument: '1, YAML to located nodes',
  importDocuments: '2, imports',
  checkGrammar: '3, grammar',
  defineTypes: '4, types',
  bindInputs: '5, inputs',
  nodeInstance: '6, templates',
  instantiateRequirements: '6, templates',
  Values: '7, values',
  settle: '7, values',
  settleOthers: '7, values',
  addNode: '8, result and its secrets',
  topology: '8, result and its secrets',
  '(garbage collector)': 'garbage of both',
  [loadWithJsYaml.name]: measured,
};

const profiled = async (work: () => Promise<void>): Promise<Profiler.Profile> => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: everyMicroseconds });
  await session.post('Profiler.start');
  await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return profile;
};

/** Microseconds by phase; the innermost function of a call path that is a phase decides. */
const byPhase = ({ nodes: calls, samples = [], timeDeltas = [] }: Profiler.Profile): ReadonlyMap<string, number> => {
  const phaseOf = new Map<number, string | undefined>();
  const children = new Map(calls.map((call) => [call.id, call]));
  const visit = (id: number, outer: string | undefined): void => {
    const call = children.get(id);
    const phase = outer === measured ? outer : (phases[call?.callFrame.functionName ?? ''] ?? outer);
    phaseOf.set(id, phase);
    for (const child of call?.children ?? []) visit(child, phase);
  };
  const [root] = calls;
  if (root) visit(root.id, undefined);
  const taken = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const phase = phaseOf.get(id);
    if (phase) taken.set(phase, (taken.get(phase) ?? 0) + (timeDeltas[index] ?? 0));
  }
  return taken;
};

export const run = async function* (): AsyncIterable<Row> {
  const text = template(nodes);
  const imports = { read: async () => Promise.reject(new Error('no imports here')) };
  const work = async () => {
    for (let round = 0; round < rounds; round += 1) {
      loadWithJsYaml(text);
      await processTemplate(text, { inputs: {}, imports });
    }
  };
  await work();
  const taken = byPhase(await profiled(work));
  const measure = taken.get(measured) ?? Number.NaN;
  for (const phase of new Set(Object.values(phases))) {
    const microseconds = taken.get(phase) ?? 0;
    if (phase === measured) continue;
    const detail = `${(microseconds / 1_000 / rounds).toFixed(1)} ms of ${nodes} nodes, under a profiler`;
    yield {
      name: `template, phase ${phase}`.replace('phase garbage', 'garbage'),
      ratio: microseconds / measure,
      detail,
    };
  }
};
