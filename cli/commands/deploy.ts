import type {
  CreateRequest,
  CreationPlan,
  DeploymentItem,
  Labels,
  OfficeHours,
  Toscanini,
} from '../../client/index.ts';
import { accepted } from '../accepted.ts';
import { briefs } from '../briefs.ts';
import { CliError } from '../cli-error.ts';
import { buildChange } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { shortId } from '../deployment-id.ts';
import {
  callbackAddress,
  connectionFlags,
  count,
  deploymentNameFlag,
  fileArgument,
  followFlags,
  hoursFlag,
  inputFlags,
  jsonFlag,
  labelFlag,
  labelsOf,
  minutes,
  optionalWord,
  ttlFlag,
} from '../flags.ts';
import { declaredBy, readParameters } from '../input-values.ts';
import { followDeployment } from '../progress/follow.ts';
import { sayOutcome } from '../result.ts';
import { painter } from '../screen/paint.ts';
import { nameFor, readTemplate } from '../template.ts';
import { sayUnused } from '../unused-inputs.ts';
import { ofThatName } from './of-that-name.ts';
import { retryWith } from './retry.ts';

export interface DeployFlags extends ConnectionFlags {
  readonly name?: string;
  readonly input?: readonly string[];
  readonly inputs?: string;
  readonly group?: string;
  readonly label?: readonly (readonly [string, string])[];
  readonly ttl?: string;
  readonly hours?: OfficeHours;
  readonly callback?: string;
  readonly timeout?: number;
  readonly providerTimeout?: number;
  readonly maxProviders?: number;
  readonly keepLast: boolean;
  readonly protect: boolean;
  readonly detach: boolean;
  readonly json: boolean;
  readonly wait?: number;
  readonly quiet: boolean;
}

export const requestOf = async (
  cli: CliContext,
  client: Toscanini,
  flags: DeployFlags,
  file: string,
): Promise<CreateRequest> => {
  const { timeout, providerTimeout } = flags;
  if (timeout !== undefined && providerTimeout !== undefined && providerTimeout > timeout)
    throw new CliError('calledWrongly', `--provider-timeout is longer than --timeout: it is a part of it`);
  return creationRequest(client, flags, await readTemplate(cli, client, file));
};

const creationRequest = async (client: Toscanini, flags: DeployFlags, template: string): Promise<CreateRequest> => ({
  template,
  name: flags.name,
  parameters: await readParameters(flags, declaredBy(client, template)),
  userGroup: flags.group,
  labels: labelsOf(flags.label),
  ttl: flags.ttl,
  officeHours: flags.hours,
  callback: flags.callback,
  timeoutMins: flags.timeout,
  providerTimeoutMins: flags.providerTimeout,
  maxProvidersRetry: flags.maxProviders,
  keepLastAttempt: flags.keepLast || undefined,
  protected: flags.protect || undefined,
});

/** Prints where it will run, before it begins. CliError when no provider can run it. */
const plan = async (cli: CliContext, client: Toscanini, request: CreateRequest): Promise<void> => {
  const paint = painter(cli.screen);
  const { resources, candidates, dropped, warnings } = await client.planCreation(request);
  const nodes = new Set(resources.map(({ toscaNodeName }) => toscaNodeName)).size;
  const say = (what: string, text: string): void =>
    cli.screen.write(`${paint('green', '✔')} ${what.padEnd(9)}  ${text}\n`);
  say('checked', `${counted(nodes, 'node')}, ${counted(resources.length, 'resource')}`);
  for (const { line, column, message } of warnings)
    cli.screen.write(`${paint('yellow', '!')} ${line}:${column} ${message}\n`);
  if (candidates.length === 0) {
    const why = dropped.map(({ name, reason }) => `  ${name}: ${reason}`).join('\n');
    throw new CliError('failed', `no provider can run this template${why === '' ? '' : `:\n${why}`}`);
  }
  say('planned', `${candidates.map(({ name }) => name).join(' → ')}${paint('dim', leftOut(dropped))}`);
};

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** `toscanini plan` says why each of several is dropped; there is no room for all here. */
const leftOut = (dropped: CreationPlan['dropped']): string => {
  const [first, ...others] = dropped;
  if (first === undefined) return '';
  return others.length === 0 ? `  (not ${first.name}: ${first.reason})` : `  (${dropped.length} do not fit)`;
};

async function deploy(
  this: CliContext,
  flags: DeployFlags & { readonly another: boolean },
  file: string,
): Promise<void> {
  const client = await connect(this, flags);
  const given = await requestOf(this, client, flags, file);
  const request = { ...given, name: flags.name ?? (await nameFor(client, file, given.template)) };
  const failed = flags.name === undefined || flags.another ? undefined : await failedOfThatName(client, flags.name);
  if (failed === undefined) return create(this, client, request, flags);
  const { userGroup: _, labels, ttl, officeHours, protected: protect, ...again } = request;
  await addLabels(client, failed, labels);
  if (ttl !== undefined) await client.extend(failed.uuid, { ttl });
  if (officeHours) await client.setOfficeHours(failed.uuid, officeHours);
  if (protect) await client.protect(failed.uuid, true);
  await retryWith(this, client, failed, again, { ...flags, yes: true, dryRun: false });
}

/** Neither an update nor a retry changes labels, so those that a command gives are added before it. */
export const addLabels = async (
  client: Toscanini,
  { uuid, labels: before = {} }: Pick<DeploymentItem, 'uuid' | 'labels'>,
  labels: Labels = {},
): Promise<void> => {
  const isNew = Object.entries(labels).some(([name, value]) => before[name] !== value);
  if (isNew) await client.label(uuid, { ...before, ...labels });
};

/** A second deployment of one name is made only where that is asked for; a creation that failed is tried again. */
const failedOfThatName = async (client: Toscanini, name: string): Promise<DeploymentItem | undefined> => {
  const [one, ...others] = await ofThatName(client, name);
  if (one === undefined) return undefined;
  if (others.length === 0 && one.status === 'CREATE_FAILED') return one;
  const known = [one, ...others].map(({ uuid, status }) => `${shortId(uuid)} (${status})`).join(', ');
  throw new CliError(
    'conflict',
    `you have a deployment ${name} already: ${known}; toscanini up --name ${JSON.stringify(name)} updates it, and --another makes another one of that name`,
  );
};

/** Shows where it will run, deploys it and follows it. */
export const create = async (
  cli: CliContext,
  client: Toscanini,
  request: CreateRequest,
  flags: DeployFlags,
): Promise<void> => {
  const speaks = !flags.json && !flags.quiet && !flags.detach;
  await (speaks ? plan : sayUnused)(cli, client, request);
  const { uuid, ...others } = await accepted(client.create(request), 'ls --mine');
  if (flags.detach) {
    cli.screen.write(flags.json ? `${JSON.stringify({ uuid, ...others })}\n` : `${uuid}\n`);
    return;
  }
  if (flags.quiet && !flags.json) cli.screen.write(`${uuid}\n`);
  const started = cli.now();
  const last = await followDeployment(cli, client, uuid, { ...flags, accepted: true });
  const page = speaks && cli.screen.live ? await client.dashboard(`deployments/${uuid}`) : undefined;
  await sayOutcome(cli, last, { ...flags, started, id: uuid, page });
};

const nameFlag = {
  name: deploymentNameFlag('what you call it; default: as the template calls itself, else its file'),
  another: {
    kind: 'boolean',
    default: false,
    brief: 'even if you have a deployment of that name',
    withNegated: false,
  },
} as const;

/** Flags of a creation, except those of its template. */
export const creationFlags = {
  group: optionalWord('group whose members may see it', 'NAME'),
  ...labelFlag,
  ...ttlFlag,
  ...hoursFlag,
  callback: {
    kind: 'parsed',
    parse: callbackAddress,
    optional: true,
    brief: 'address that is told the progress',
    placeholder: 'URL',
  },
  timeout: {
    kind: 'parsed',
    parse: minutes,
    optional: true,
    brief: 'of the whole deployment, such as 2h',
    placeholder: 'TIME',
  },
  providerTimeout: {
    kind: 'parsed',
    parse: minutes,
    optional: true,
    brief: 'of each provider',
    placeholder: 'TIME',
  },
  maxProviders: {
    kind: 'parsed',
    parse: count,
    optional: true,
    brief: 'how many providers to try',
    placeholder: 'N',
  },
  keepLast: {
    kind: 'boolean',
    default: false,
    brief: 'keep what the last attempt made, if it fails',
    withNegated: false,
  },
  protect: {
    kind: 'boolean',
    default: false,
    brief: 'it cannot be deleted until the protection is taken off',
    withNegated: false,
  },
  detach: { kind: 'boolean', default: false, brief: 'print the id and do not wait', withNegated: false },
} as const;

export const deployCommand = buildChange<DeployFlags & { readonly another: boolean }, [string], CliContext>({
  func: deploy,
  parameters: {
    positional: { kind: 'tuple', parameters: [fileArgument] },
    flags: { ...nameFlag, ...inputFlags, ...creationFlags, ...jsonFlag, ...followFlags, ...connectionFlags },
    aliases: { i: 'input', d: 'detach', q: 'quiet' },
  },
  docs: { brief: briefs.deploy },
});
