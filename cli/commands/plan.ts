import { buildCommand } from '@stricli/core';
import type { CreationPlan } from '../../client/index.ts';
import { CliError } from '../cli-error.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { connectionFlags, fileArgument, inputFlags, jsonFlag } from '../flags.ts';
import { painter } from '../screen/paint.ts';
import { previewLines } from '../screen/preview.ts';
import { table } from '../screen/table.ts';
import { readParameters, readTemplate } from '../template.ts';

interface Flags extends ConnectionFlags {
  readonly input?: readonly string[];
  readonly inputs?: string;
  readonly json: boolean;
}

async function plan(this: CliContext, flags: Flags, file: string): Promise<void> {
  const client = await connect(this, flags);
  const request = { template: await readTemplate(this, file), parameters: await readParameters(flags) };
  const planned = await client.planCreation(request);
  this.screen.write(flags.json ? `${JSON.stringify(planned)}\n` : planText(this, planned));
  if (planned.candidates.length > 0) return;
  if (flags.json) return this.endAs('failed');
  throw new CliError('failed', 'no provider can run this template');
}

const planText = (cli: CliContext, { resources, candidates, dropped, notes, warnings }: CreationPlan): string => {
  const paint = painter(cli.screen);
  const byNode = Map.groupBy(resources, ({ toscaNodeName }) => toscaNodeName);
  const nodes = [...byNode].map(([node, [first, ...more]]) => [
    more.length === 0 ? node : `${node} ×${more.length + 1}`,
    first?.toscaNodeType ?? '',
    first && first.requiredBy.length > 0 ? paint('dim', `needed by ${first.requiredBy.join(', ')}`) : '',
  ]);
  const listed = candidates.findIndex((candidate) => candidate.plan !== undefined);
  const lines = [
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
  return lines.map((line) => `${line}\n`).join('');
};

export const planCommand = buildCommand<Flags, [string], CliContext>({
  func: plan,
  parameters: {
    positional: { kind: 'tuple', parameters: [fileArgument] },
    flags: { ...inputFlags, ...jsonFlag, ...connectionFlags },
    aliases: { i: 'input' },
  },
  docs: { brief: 'Show what a template would make, and where' },
});
