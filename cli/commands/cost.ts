import { type CostList, costRows, type DeploymentCost, dollars, isUnknown, withoutPrice } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { CliError } from '../cli-error.ts';
import { buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument } from '../deployment-id.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument } from '../document.ts';
import { connectionFlags, optionalWord } from '../flags.ts';
import { oneLine, type Paint, painter } from '../screen/paint.ts';
import { estimateLines } from '../screen/preview.ts';
import { table } from '../screen/table.ts';
import { wrappedLines } from '../screen/wrap.ts';

interface Flags extends ConnectionFlags, DocumentFlags {
  readonly by?: string;
  readonly group?: string;
}

/** Of one deployment part by part; without one, of all that the caller may see, by group. */
async function cost(this: CliContext, { by, group, ...flags }: Flags, given?: string): Promise<void> {
  const client = await connect(this, flags);
  const paint = painter(this.screen);
  if (given !== undefined) {
    if (by !== undefined || group !== undefined)
      throw new CliError(
        'calledWrongly',
        'ID is one deployment, --by and --group are for the sums of many: name one of them',
      );
    const found = await client.cost(await deploymentId(client, given));
    return printDocument(this, flags, {
      document: found,
      names: [...new Set(found.estimate?.items.flatMap(({ node }) => node ?? []))],
      text: (columns) => partLines(found, paint, columns),
    });
  }
  const found = await client.costs({ createdBy: by, userGroup: group });
  await printDocument(this, flags, {
    document: found,
    names: found.groups.flatMap((one) => one.group ?? []),
    text: (columns) => groupLines(found, paint, columns),
  });
}

const partLines = (
  { estimate, now, unpriced = [], reason = '' }: DeploymentCost,
  paint: Paint,
  columns?: number,
): readonly string[] => {
  if (estimate === undefined) return wrappedLines(reason, columns);
  const head = ['NODE', 'WHAT', 'USD AN HOUR', ''].map((title) => paint('dim', title));
  const rows = costRows(estimate.items).map(({ node, what, count, hourly, whileRunning }) => [
    ...[oneLine(node), oneLine(count > 1 ? `${count} × ${what}` : what), `${hourly}`],
    whileRunning ? paint('dim', 'while it runs') : '',
  ]);
  return [
    ...table([head, ...rows], columns),
    ...estimateLines(estimate, paint).flatMap((line) => wrappedLines(line, columns)),
    ...(now === undefined || now === estimate.hourly
      ? []
      : [`now, with machines that are stopped: ${dollars(now)} an hour`]),
    ...unpriced.map((node) => paint('yellow', `no price is known of a part of ${node === '' ? 'it' : oneLine(node)}`)),
  ];
};

const groupLines = ({ groups, incomplete }: CostList, paint: Paint, columns?: number): readonly string[] => {
  if (groups.length === 0) return ['nothing stands'];
  const head = ['GROUP', 'DEPLOYMENTS', 'USD AN HOUR', 'USD A MONTH'].map((title) => paint('dim', title));
  const rows = groups.map(({ group = '(no group)', deployments, unpriced, hourly, monthly }) => [
    ...[oneLine(group), `${deployments}`],
    ...(isUnknown({ deployments, unpriced }) ? ['–', '–'] : [`${hourly}`, `${monthly}`]),
  ]);
  const notes = groups.map(({ unpriced, partial }) =>
    unpriced > 0 ? withoutPrice(unpriced) : partial ? 'some parts have no known price' : '',
  );
  const [first = '', ...lines] = table([head, ...rows], columns);
  // on a screen there is no room beside it
  const withNote = (line: string, note = ''): readonly string[] => {
    if (note === '') return [line];
    return columns === undefined ? [`${line}  ${note}`] : [line, ...wrappedLines(`  ${note}`, columns)];
  };
  const cut = incomplete ? [paint('yellow', 'there are more than 5,000: the oldest ones are not counted')] : [];
  return [first, ...lines.flatMap((line, at) => withNote(line, notes[at])), ...cut];
};

export const costCommand = buildCommand<Flags, [string?], CliContext>({
  func: cost,
  parameters: {
    positional: { kind: 'tuple', parameters: [{ ...idArgument, optional: true as const }] },
    flags: {
      by: optionalWord('only what this user has, SUBJECT@ISSUER, or "me"', 'USER'),
      group: optionalWord('only what this group has', 'NAME'),
      ...documentFlags,
      ...connectionFlags,
    },
    aliases: documentAliases,
  },
  docs: { brief: briefs.cost },
});
