import type { CreateRequest, CreationPlan, Toscanini } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { CliError } from '../cli-error.ts';
import { buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument } from '../document.ts';
import { connectionFlags, fileArgument, inputFlags } from '../flags.ts';
import { declaredBy, readParameters } from '../input-values.ts';
import { painter } from '../screen/paint.ts';
import { previewLines } from '../screen/preview.ts';
import { table } from '../screen/table.ts';
import { wrappedLines } from '../screen/wrap.ts';
import { readTemplate } from '../template.ts';

interface Flags extends ConnectionFlags, DocumentFlags {
  readonly input?: readonly string[];
  readonly inputs?: string;
}

async function plan(this: CliContext, flags: Flags, file: string): Promise<void> {
  const client = await connect(this, flags);
  const template = await readTemplate(this, client, file);
  const parameters = await readParameters(flags, declaredBy(client, template));
  await showPlan(this, client, { template, parameters }, flags);
}

/** Ends as failed when no provider can run it. */
export const showPlan = async (
  cli: CliContext,
  client: Toscanini,
  request: CreateRequest,
  flags: DocumentFlags,
): Promise<void> => {
  const planned = await client.planCreation(request);
  await printDocument(cli, flags, {
    document: planned,
    names: planned.candidates.map(({ name }) => name),
    text: (columns) => planLines(cli, planned).flatMap((line) => wrappedLines(line, columns)),
  });
  if (planned.candidates.length > 0) return;
  if (flags.json || flags.output !== undefined) return cli.endAs('failed');
  throw new CliError('failed', 'no provider can run this template');
};

const planLines = (
  cli: CliContext,
  { resources, candidates, dropped, notes, warnings }: CreationPlan,
): readonly string[] => {
  const paint = painter(cli.screen);
  const byNode = Map.groupBy(resources, ({ toscaNodeName }) => toscaNodeName);
  const nodes = [...byNode].map(([node, [first, ...more]]) => [
    more.length === 0 ? node : `${node} ×${more.length + 1}`,
    first?.toscaNodeType ?? '',
    first && first.requiredBy.length > 0 ? paint('dim', `needed by ${first.requiredBy.join(', ')}`) : '',
  ]);
  const listed = candidates.findIndex((candidate) => candidate.plan !== undefined);
  return [
    ...table(nodes).map((line) => `  ${paint('green', '+')} ${line}`),
    '',
    ...candidates.flatMap(({ name, score, ...preview }, at) => [
      `  ${at + 1}. ${name}${score === undefined ? '' : paint('dim', `  ${score}`)}`,
      // the list of one provider is enough: those of the others differ in names at most
      ...previewLines(at === listed ? preview : { cost: preview.cost }, paint).map((line) => `     ${line}`),
    ]),
    ...dropped.map(({ name, reason }) => `  ${paint('red', '✖')} ${name}  ${paint('dim', reason)}`),
    ...notes.map((note) => paint('dim', `  ${note}`)),
    ...warnings.map(({ line, column, message }) => paint('yellow', `  ${line}:${column} ${message}`)),
  ];
};

export const planCommand = buildCommand<Flags, [string], CliContext>({
  func: plan,
  parameters: {
    positional: { kind: 'tuple', parameters: [fileArgument] },
    flags: { ...inputFlags, ...documentFlags, ...connectionFlags },
    aliases: { ...documentAliases, i: 'input' },
  },
  docs: { brief: briefs.plan },
});
