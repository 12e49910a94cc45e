import type { Approval, ApprovalPlan } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { CliError } from '../cli-error.ts';
import { buildChange, buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { shortId, typedId } from '../deployment-id.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument, printDone } from '../document.ts';
import { connectionFlags, jsonFlag, optionalWord } from '../flags.ts';
import { inUtc, moment } from '../screen/moment.ts';
import { oneLine, painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';

const nameOf = ({ deployment: { uuid, name } }: Approval): string => (name === undefined ? uuid : oneLine(name));

const rowOf = (one: Approval): readonly string[] => [
  shortId(one.deployment.uuid),
  nameOf(one),
  oneLine(one.requestedBy?.subject ?? one.deployment.createdBy.subject),
  inUtc(one.expiresAt),
  one.rules.map(({ rule, approvers }) => `${rule} (${approvers.join(', ')})`).join(', '),
];

/** An id, its end, or the name of a deployment. CliError unless exactly one that waits has it. */
const found = (all: readonly Approval[], given: string): Approval => {
  const text = typedId(given, 'give a name, a uuid, or its end');
  const fitting = all.filter(({ deployment: { uuid, name } }) => uuid.endsWith(text) || name === given);
  const [first, ...others] = fitting;
  if (first !== undefined && others.length === 0) return first;
  const why = first === undefined ? 'nothing that you may see waits under' : 'several deployments wait under';
  throw new CliError('calledWrongly', `${why} ${given}: toscanini approvals lists what waits, with ids`);
};

async function list(this: CliContext, flags: ConnectionFlags & DocumentFlags, given?: string): Promise<void> {
  const client = await connect(this, flags);
  const all = await client.approvals();
  if (given !== undefined) {
    const whole = await client.approval(found(all, given).deployment.uuid);
    return printDocument(this, flags, { document: whole, names: [whole.deployment.uuid], text: () => linesOf(whole) });
  }
  const paint = painter(this.screen);
  const head = ['ID', 'NAME', 'ASKED BY', 'UNTIL (UTC)', 'RULES'].map((title) => paint('dim', title));
  await printDocument(this, flags, {
    document: { approvals: all },
    names: all.map(({ deployment }) => deployment.uuid),
    text: (columns) =>
      all.length === 0 ? ['nothing waits for an approval'] : table([head, ...all.map(rowOf)], columns, [3], [1]),
    cutLines: true,
  });
}

const linesOf = (one: Approval & { readonly plans: readonly ApprovalPlan[] }): readonly string[] => [
  `${nameOf(one)} waits until ${moment(one.expiresAt)}`,
  ...one.rules.map(({ rule, message, approvers }) => `  ${rule} (${approvers.join(', ')}): ${oneLine(message)}`),
  ...one.plans.flatMap(planLines),
];

const planLines = ({ operation, provider, nodes, removed, cost }: ApprovalPlan): readonly string[] => [
  `${operation} at ${oneLine(provider.name ?? provider.id ?? 'a provider')}${cost.hourly === undefined ? '' : `, ${cost.hourly} USD an hour`}`,
  ...nodes.map(
    ({ name, change, count, size, cpus, memory }) =>
      `  ${change} ${count} × ${oneLine(name)}${[
        size,
        cpus && `${cpus} processors`,
        memory && `${Math.round(memory)} MB`,
      ]
        .filter((part) => part)
        .map((part) => `, ${part}`)
        .join('')}`,
  ),
  ...removed.map(({ name, count }) => `  removed ${count} × ${oneLine(name)}`),
];

export const approvalsCommand = buildCommand<ConnectionFlags & DocumentFlags, [string?], CliContext>({
  func: list,
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'one that waits, with its plan', parse: String, placeholder: 'ID', optional: true }],
    },
    flags: { ...documentFlags, ...connectionFlags },
    aliases: documentAliases,
  },
  docs: { brief: briefs.approvals },
});

interface DecisionFlags extends ConnectionFlags {
  readonly json: boolean;
  readonly message?: string;
}

const deciding = (decision: 'approve' | 'refuse') =>
  async function decide(this: CliContext, flags: DecisionFlags, given: string): Promise<void> {
    const client = await connect(this, flags);
    const { deployment, digest } = found(await client.approvals(), given);
    const after = await client.decide(deployment.uuid, { decision, digest, comment: flags.message });
    const open = after.rules.filter(({ rule }) => !after.approvals.some(({ rules }) => rules.includes(rule)));
    const waits = open.map(({ rule, approvers }) => `${rule} (${approvers.join(', ')})`).join(', ');
    const text = after.state === 'waiting' ? `approved; it still waits for ${waits}` : after.state;
    printDone(this, flags.json, after, `${shortId(deployment.uuid)}: ${text}`);
  };

const decisionCommand = (decision: 'approve' | 'refuse') =>
  buildChange<DecisionFlags, [string], CliContext>({
    func: deciding(decision),
    parameters: {
      positional: {
        kind: 'tuple',
        parameters: [{ brief: 'what waits: an id, its end, or a name', parse: String, placeholder: 'ID' }],
      },
      flags: { message: optionalWord('why', 'TEXT'), ...jsonFlag, ...connectionFlags },
      aliases: { m: 'message' },
    },
    docs: { brief: briefs[decision] },
  });

export const approveCommand = decisionCommand('approve');
export const refuseCommand = decisionCommand('refuse');
