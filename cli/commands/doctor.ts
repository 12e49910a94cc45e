import { clockAdvice, type Fetch, type Info, Toscanini, ToscaniniError } from '../../client/index.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { briefs } from '../briefs.ts';
import { CliError } from '../cli-error.ts';
import { buildCommand } from '../command.ts';
import { certificateAdvice } from '../connection/certificates.ts';
import { type ConnectionFlags, connect, targetOf } from '../connection/connect.ts';
import { configFile } from '../connection/contexts.ts';
import type { Target } from '../connection/target.ts';
import { tokenOf } from '../connection/tokens.ts';
import type { CliContext } from '../context.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument } from '../document.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { connectionFlags } from '../flags.ts';
import { exitCodes, type Outcome } from '../outcome.ts';
import { painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';
import { wrappedLines } from '../screen/wrap.ts';

/** What was looked at: docs/cli.md, "JSON". */
interface Finding {
  readonly check: 'configuration' | 'service' | 'version' | 'clock' | 'token' | 'dashboard';
  readonly result: 'good' | 'doubtful' | 'bad';
  readonly message: string;
  /** what to do; absent: nothing */
  readonly advice?: string;
}

interface Bad extends Finding {
  readonly result: 'bad';
  readonly outcome: Outcome;
}

/** Seconds by which two clocks may differ before tokens seem to be of the past or the future. */
const tolerance = 30;

/** Looks at everything that a command needs, in its order, and ends at the first that keeps the rest from working. */
async function* examined(cli: CliContext, flags: ConnectionFlags): AsyncGenerator<Finding | Bad> {
  const target = await targetOf(cli, flags).catch((cause: unknown) => badly('configuration', cause));
  if ('check' in target) return yield target;
  yield { check: 'configuration', result: 'good', message: `${from(cli, flags, target)}, ${target.url}` };
  const answer = await readInfo(cli, target);
  if ('check' in answer) return yield answer;
  const { info, date, milliseconds } = answer;
  yield { check: 'service', result: 'good', message: `${info.name} answers in ${milliseconds} ms` };
  yield versionOf(info);
  yield clockOf(date, cli.now());
  const client = clientOf(cli, target, () => tokenOf(cli, target, flags.token));
  const me = await client.me().catch((cause: unknown) => badly('token', cause, tokenAdvice(cli, flags, target)));
  if ('check' in me) return yield me;
  const groups = me.groups === undefined || me.groups.length === 0 ? 'no groups' : `groups ${me.groups.join(', ')}`;
  const rights = me.administrator ? ', an administrator' : '';
  yield { check: 'token', result: 'good', message: `${me.subject} of ${me.issuer}, ${groups}${rights}` };
  const address = await client.dashboard('deployments');
  yield { check: 'dashboard', result: 'good', message: address ?? 'this installation has none' };
}

const from = ({ env }: CliContext, flags: ConnectionFlags, { name }: Target): string => {
  if (name !== undefined) return `context ${name} of ${configFile(env)}`;
  return flags.url === undefined
    ? `the environment (${env['TOSCANINI_URL'] ? 'TOSCANINI_URL' : 'ORCHENT_URL'})`
    : '--url';
};

const clientOf = (
  { sleep, fetch, interrupted: signal }: CliContext,
  { url }: Target,
  token: () => Promise<string | undefined>,
): Toscanini => new Toscanini({ url, token, sleep, signal, tries: 1, ...(fetch && { fetch }) });

interface Answered {
  readonly info: Info;
  /** by the service's clock; undefined: it does not say */
  readonly date: Date | undefined;
  readonly milliseconds: number;
}

const readInfo = async (cli: CliContext, target: Target): Promise<Answered | Bad> => {
  const began = performance.now();
  let date: Date | undefined;
  const noting: Fetch = async (url, init) => {
    const response = await (cli.fetch ?? fetch)(url, init);
    const text = response.headers.get('date');
    date = text === null ? undefined : new Date(text);
    return response;
  };
  try {
    const info = await clientOf({ ...cli, fetch: noting }, target, async () => undefined).info();
    return { info, date, milliseconds: Math.round(performance.now() - began) };
  } catch (cause) {
    return badly(
      'service',
      cause,
      certificateAdvice(cause) ?? 'check the address, the network and the proxy; npm start starts one on this machine',
    );
  }
};

const badly = (check: Finding['check'], cause: unknown, advice?: string): Bad => {
  if (!(cause instanceof CliError || cause instanceof ToscaniniError)) throw cause;
  const code = exitCodeOf(cause);
  const outcome = (Object.keys(exitCodes) as Outcome[]).find((each) => exitCodes[each] === code) ?? 'failed';
  return { check, result: 'bad', message: cause.message, outcome, ...(advice !== undefined && { advice }) };
};

const tokenAdvice = ({ env }: CliContext, { token }: ConnectionFlags, { url, sandboxIssuer }: Target): string => {
  const variable = ['TOSCANINI_TOKEN', 'ORCHENT_TOKEN'].find((name) => env[name]);
  if (token !== undefined) return 'this is the token of --token: leave it out to use that of the last login';
  if (variable !== undefined) return `this is the token of ${variable}: unset it to use that of the last login`;
  return sandboxIssuer === undefined ? `log in again: toscanini login ${url}` : 'start the service again: npm start';
};

const versionOf = ({ version }: Info): Finding => {
  const own = packageFile.version;
  if (major(version) === major(own))
    return { check: 'version', result: 'good', message: `${version}, this command ${own}` };
  const message = `the service is ${version}, this command is ${own}: some commands may not work`;
  return { check: 'version', result: 'doubtful', message, advice: 'install the command line of the same release' };
};

/** Before 1.0 the second number changes with what is incompatible (Semantic Versioning 2.0.0, section 4). */
const major = (version: string): string => {
  const [first = '', second = ''] = version.split('.');
  return first === '0' ? `0.${second}` : first;
};

const clockOf = (date: Date | undefined, now: Date): Finding => {
  if (date === undefined) return { check: 'clock', result: 'good', message: 'the service does not tell its time' };
  const seconds = Math.round((now.getTime() - date.getTime()) / 1000);
  if (Math.abs(seconds) <= tolerance) return { check: 'clock', result: 'good', message: 'agrees with the service' };
  const message = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the service: tokens seem ${seconds > 0 ? 'to have ended' : 'to be valid'} when they are not`;
  return { check: 'clock', result: 'doubtful', message, advice: clockAdvice };
};

async function doctor(this: CliContext, flags: ConnectionFlags & DocumentFlags): Promise<void> {
  const findings: (Finding | Bad)[] = [];
  for await (const finding of examined(this, flags)) findings.push(finding);
  await printDocument(this, flags, {
    document: findings.map(({ check, result, message, advice }) => ({ check, result, message, advice })),
    names: findings.filter(({ result }) => result !== 'good').map(({ check }) => check),
    text: (columns) => linesOf(this, findings).flatMap((line) => wrappedLines(line, columns)),
  });
  const bad = findings.find((finding) => 'outcome' in finding);
  if (bad !== undefined) this.endAs(bad.outcome);
}

const linesOf = ({ screen }: CliContext, findings: readonly Finding[]): readonly string[] => {
  const paint = painter(screen);
  const marks = { good: paint('green', '✔'), doubtful: paint('yellow', '!'), bad: paint('red', '✖') };
  const rows = findings.flatMap(({ check, result, message, advice }) => [
    [`${marks[result]} ${check}`, message],
    ...(advice === undefined ? [] : [['', paint('bold', advice)]]),
  ]);
  const isGood = findings.every(({ result }) => result === 'good');
  return [...table(rows), ...(isGood ? ['', 'everything that a command needs is there'] : [])];
};

/** Addresses of the services that this one uses: orchent's `showconf`. */
async function configuration(this: CliContext, flags: ConnectionFlags & DocumentFlags): Promise<void> {
  const found = await (await connect(this, flags)).configuration();
  await printDocument(this, flags, {
    document: found,
    names: Object.keys(found),
    text: () => table(Object.entries(found).map(([name, value]) => [name, value === '' ? 'not configured' : value])),
  });
}

export const configurationCommand = buildCommand<ConnectionFlags & DocumentFlags, [], CliContext>({
  func: configuration,
  parameters: { flags: { ...documentFlags, ...connectionFlags }, aliases: documentAliases },
  docs: { brief: briefs.configuration },
});

export const doctorCommand = buildCommand<ConnectionFlags & DocumentFlags, [], CliContext>({
  func: doctor,
  parameters: { flags: { ...documentFlags, ...connectionFlags }, aliases: documentAliases },
  docs: { brief: briefs.doctor },
});
