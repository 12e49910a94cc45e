import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { conform } from '../../../../src/foundation/shape/examine.ts';
import { pythonEnvironment } from '../../python-environment.ts';
import type { Release } from '../im-server.ts';

const features = v.record(v.string(), v.record(v.string(), v.unknown()));
const answer = v.variant('taken', [
  v.object({ taken: v.literal(false), error: v.string() }),
  v.object({
    taken: v.literal(true),
    /** RADL's features of each system and network, by name */
    systems: features,
    networks: features,
    /** something is installed */
    configures: v.boolean(),
    recipes: v.array(v.string()),
    /** when a recipe runs, by its name */
    steps: v.record(v.string(), v.number()),
    /** the node of each machine, in the order of the machines' numbers */
    machines: v.array(v.string()),
    outputs: v.optional(v.record(v.string(), v.unknown())),
    outputError: v.optional(v.string()),
  }),
]);

/** What the manager says of a document. */
export type Judgement = v.InferOutput<typeof answer>;

export interface Judge {
  readonly name: string;
  judge(document: string): Promise<Judgement>;
  stop(): void;
}

/** A process with the manager's own parser and RADL check, which fetches nothing: `files` has the imports by address. */
export const startJudge = async (release: Release, files: { readonly [address: string]: string }): Promise<Judge> => {
  const python = await pythonEnvironment(release.name, join(import.meta.dirname, '..', release.requirements));
  const child = spawn(python, [join(import.meta.dirname, 'judge.py')], { stdio: ['pipe', 'pipe', 'pipe'] });
  let printed = '';
  child.stderr.on('data', (chunk) => {
    printed = `${printed}${chunk}`.slice(-2000);
  });
  const waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  createInterface(child.stdout).on('line', (line) => waiting.shift()?.resolve(line));
  child.on('exit', () => {
    for (const one of waiting.splice(0)) one.reject(new Error(`the manager's parser ended; it printed:\n${printed}`));
  });
  child.stdin.write(`${JSON.stringify(files)}\n`);
  const judge = async (document: string): Promise<Judgement> => {
    const line = new Promise<string>((resolve, reject) => waiting.push({ resolve, reject }));
    child.stdin.write(`${JSON.stringify(document)}\n`);
    const judged = conform(answer, JSON.parse(await line));
    return judged.taken ? judged : { taken: false, error: withoutTrace(judged.error) };
  };
  return { name: release.name, judge, stop: () => child.stdin.end() };
};

const run = promisify(execFile);

/** What the parser's own copy of the normative types has. */
export const parserTypes = async (release: Release): Promise<unknown> => {
  const python = await pythonEnvironment(release.name, join(import.meta.dirname, '..', release.requirements));
  return JSON.parse((await run(python, [join(import.meta.dirname, 'parser_types.py')])).stdout);
};

/** The parser's report has a Python trace below each error. */
const withoutTrace = (error: string): string =>
  error
    .split('\n')
    .filter((line) => !/^\t\t/.test(line) && line.trim() !== '')
    .map((line) => line.trim())
    .join(' ');
