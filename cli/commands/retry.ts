import {
  causeLines,
  type DeploymentItem,
  providerName,
  type RetryPlan,
  type RetryRequest,
  type Toscanini,
} from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { type ChangeFlags, changedAsPlanned, changingAliases, changingFlags } from '../changing.ts';
import { buildCommand } from '../command.ts';
import { connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument } from '../deployment-id.ts';
import { dryRunFlag, fileArgument, inputFlags } from '../flags.ts';
import { declaredBy, type InputFlags, readParameters } from '../input-values.ts';
import { painter } from '../screen/paint.ts';
import { readTemplate } from '../template.ts';
import { providersOf } from '../view-of.ts';
import { messageFlag, replaceFlag, updateLines } from './update.ts';

export interface RetryFlags extends ChangeFlags {
  readonly dryRun: boolean;
}

interface Flags extends RetryFlags, InputFlags {
  readonly replace?: readonly string[];
  readonly message?: string;
  readonly anew: boolean;
}

async function retry(this: CliContext, flags: Flags, given: string, file?: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given, flags);
  const template = file === undefined ? undefined : await readTemplate(this, client, file);
  const declared = declaredBy(client, template ?? (await client.template(id)));
  const parameters = await readParameters(flags, declared);
  const { replace, message } = flags;
  const request = { template, parameters, replace, message, anew: flags.anew || undefined };
  await retryWith(this, client, await client.deployment(id), request, flags);
}

/** Shows why it failed and what another try does, asks, does it and follows it. */
export const retryWith = async (
  cli: CliContext,
  client: Toscanini,
  failed: Pick<DeploymentItem, 'uuid' | 'statusReason' | 'causes'>,
  request: RetryRequest,
  flags: RetryFlags,
): Promise<void> => {
  const { uuid: id } = failed;
  const providers = await providersOf(client, id);
  const why = causeLines(failed).map((line) => `  ${line}`);
  await changedAsPlanned(cli, client, id, flags, {
    plan: () => client.planRetry(id, request),
    lines: (planned) => ['it failed before:', ...why, ...planLines(cli, planned, providers)],
    question: (deployment) => `Try ${deployment} again?`,
    change: (only) => client.retry(id, request, only),
  });
};

const planLines = (
  cli: CliContext,
  planned: RetryPlan,
  providers: Parameters<typeof providerName>[1],
): readonly string[] => {
  if (planned.retries === 'kept') return ['what stands of it is completed:', ...updateLines(cli, planned.update, true)];
  const paint = painter(cli.screen);
  const { creation, infrastructures } = planned;
  const removed = infrastructures.map(({ physicalId = 'an infrastructure, if one was made', provider }) =>
    paint('red', `  - ${physicalId} at ${providerName(provider, providers)} is removed first`),
  );
  const tried = creation.candidates.map(({ name }) => name).join(' → ');
  const dropped = creation.dropped.map(({ name, reason }) => `  not ${name}: ${reason}`);
  const none = paint('red', '  no provider can run this template');
  return [...removed, tried === '' ? none : `it is made anew: ${tried}`, ...(tried === '' ? dropped : [])];
};

export const retryCommand = buildCommand<Flags, [string, string?], CliContext>({
  func: retry,
  parameters: {
    positional: { kind: 'tuple', parameters: [idArgument, { ...fileArgument, optional: true }] },
    flags: {
      ...inputFlags,
      ...replaceFlag,
      anew: { kind: 'boolean', default: false, brief: 'remove what is left of it first', withNegated: false },
      ...messageFlag,
      ...dryRunFlag('show what would be made, and change nothing'),
      ...changingFlags,
    },
    aliases: { ...changingAliases, i: 'input', n: 'dryRun', m: 'message' },
  },
  docs: { brief: briefs.retry },
});
