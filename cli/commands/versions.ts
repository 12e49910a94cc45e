import type { Version, VersionItem } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { type ChangeFlags, changedAsPlanned, changingAliases, changingFlags } from '../changing.ts';
import { buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument } from '../deployment-id.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument } from '../document.ts';
import { connectionFlags, count, dryRunFlag, inputFlags } from '../flags.ts';
import { declaredBy, type InputFlags, readParameters } from '../input-values.ts';
import { inUtc } from '../screen/moment.ts';
import { painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';
import { wrappedLines } from '../screen/wrap.ts';
import { fromTo, messageFlag, type OnFailure, onFailureFlag, replaceFlag, updateLines } from './update.ts';

interface Flags extends ConnectionFlags, DocumentFlags {
  readonly compare?: number;
}

async function versions(this: CliContext, flags: Flags, given: string, number?: number): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  const all = number === undefined ? await client.versions(id) : [];
  // the list has the newest first
  const compared = flags.compare === undefined ? undefined : (all.find(({ inForce }) => inForce) ?? all[0])?.number;
  const shown = number ?? compared;
  if (shown === undefined) {
    const names = all.map((one) => `${one.number}`);
    return printDocument(this, flags, {
      document: all,
      names,
      text: (columns) => listLines(this, all, columns),
      cutLines: true,
    });
  }
  const one = await client.version(id, shown, flags.compare);
  const text = (columns?: number) =>
    one.comparison
      ? comparedLines(this, one.comparison).flatMap((line) => wrappedLines(line, columns))
      : [one.template.trimEnd()];
  await printDocument(this, flags, { document: one, names: [`${one.number}`], text });
}

const listLines = (cli: CliContext, all: readonly VersionItem[], columns?: number): readonly string[] => {
  const paint = painter(cli.screen);
  const titles = ['VERSION', 'ACCEPTED (UTC)', 'BY', 'WHY'].map((title) => paint('dim', title));
  const rows = all.map(({ number, acceptedAt, requestedBy, message = '', restores, inForce }) => [
    paint('bold', `${number}${inForce ? ' *' : ''}`),
    inUtc(acceptedAt),
    requestedBy?.subject ?? '',
    [...(restores === undefined ? [] : [`back to ${restores}`]), message].filter(Boolean).join(': '),
  ]);
  return table([titles, ...rows], columns);
};

const comparedLines = (cli: CliContext, compared: NonNullable<Version['comparison']>): readonly string[] => {
  const paint = painter(cli.screen);
  const { lines, inputs, changes, added, removed, notes } = compared;
  return [
    ...lines.map(({ is, line, text }) =>
      is === 'added' ? paint('green', `+ ${line}: ${text}`) : paint('red', `- ${line}: ${text}`),
    ),
    ...inputs.map((one) => `input ${one.name}: ${one.secret ? 'another secret' : fromTo(one)}`),
    ...added.map((node) => paint('green', `node ${node} is added`)),
    ...removed.map((node) => paint('red', `node ${node} is removed`)),
    ...changes.map(({ node, property, how, ...change }) => `${node}.${property}: ${fromTo(change)}  (${how})`),
    ...notes.map((note) => paint('dim', note)),
  ];
};

const numberArgument = { brief: 'number of a version', parse: count, placeholder: 'N' } as const;

export const versionsCommand = buildCommand<Flags, [string, number?], CliContext>({
  func: versions,
  parameters: {
    positional: { kind: 'tuple', parameters: [idArgument, { ...numberArgument, optional: true }] },
    flags: {
      compare: {
        kind: 'parsed',
        parse: count,
        optional: true,
        brief: 'what is other than in this version; without a number of that in force',
        placeholder: 'N',
      },
      ...documentFlags,
      ...connectionFlags,
    },
    aliases: documentAliases,
  },
  docs: { brief: briefs.versions },
});

interface RollbackFlags extends ChangeFlags, InputFlags {
  readonly replace?: readonly string[];
  readonly onFailure?: OnFailure;
  readonly message?: string;
  readonly dryRun: boolean;
}

async function rollback(this: CliContext, flags: RollbackFlags, given: string, version: number): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given, flags);
  const { template } = await client.version(id, version);
  const parameters = await readParameters(flags, declaredBy(client, template));
  const request = { version, parameters, replace: flags.replace, message: flags.message, onFailure: flags.onFailure };
  await changedAsPlanned(this, client, id, flags, {
    plan: () => client.planRollback(id, request),
    lines: (plan) => updateLines(this, plan, false),
    question: (deployment) => `Take ${deployment} back to version ${version}?`,
    change: (only) => client.rollback(id, request, only),
  });
}

export const rollbackCommand = buildCommand<RollbackFlags, [string, number], CliContext>({
  func: rollback,
  parameters: {
    positional: { kind: 'tuple', parameters: [idArgument, numberArgument] },
    flags: {
      ...inputFlags,
      ...replaceFlag,
      ...onFailureFlag,
      ...messageFlag,
      ...dryRunFlag('show what would change, and change nothing'),
      ...changingFlags,
    },
    aliases: { ...changingAliases, i: 'input', n: 'dryRun', m: 'message' },
  },
  docs: { brief: briefs.rollback },
});
