import type { Labels, Toscanini } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { CliError } from '../cli-error.ts';
import { buildChange } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument, shortId } from '../deployment-id.ts';
import { printDone } from '../document.ts';
import { connectionFlags, jsonFlag } from '../flags.ts';

interface Flags extends ConnectionFlags {
  readonly json: boolean;
}

type Change = (labels: Labels) => Labels;

/** `team=physics` sets a label, `team-` takes it off. CliError for another word. */
const change = (text: string): Change => {
  const [, name = '', value] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (value !== undefined) return (labels) => ({ ...labels, [name]: value });
  const [, gone] = /^([^=]+)-$/.exec(text) ?? [];
  if (gone === undefined)
    throw new CliError(
      'calledWrongly',
      `${text} is no change of a label: write NAME=VALUE to set it, or NAME- to take it off`,
    );
  return (labels) => Object.fromEntries(Object.entries(labels).filter(([one]) => one !== gone));
};

/** As one line. */
export const labelsLine = (labels: Labels = {}): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');

/** The labels are read first, and only that version of them is replaced: nobody's change in between is lost. */
async function label(this: CliContext, flags: Flags, ...[given, ...words]: readonly string[]): Promise<void> {
  const changes = words.map(change);
  const client = await connect(this, flags);
  const id = await deploymentId(client, given ?? '');
  const { labels: before = {}, version } = await viewed(client, id);
  const labels = changes.reduce((all, one) => one(all), before);
  if (changes.length > 0) await client.label(id, labels, { version });
  const line = labelsLine(labels);
  const text = line === '' ? `${shortId(id)} has no labels` : `${shortId(id)} has the labels ${line}`;
  printDone(this, flags.json, { uuid: id, labels }, text);
}

const viewed = async (client: Toscanini, id: string) => {
  const read = await client.view(id);
  if (read === 'unchanged') throw new Error('a view that was not known before cannot be unchanged');
  return read.view;
};

export const labelCommand = buildChange<Flags, string[], CliContext>({
  func: label,
  parameters: {
    positional: {
      kind: 'array',
      minimum: 1,
      parameter: {
        ...idArgument,
        brief: 'deployment, and what changes: NAME=VALUE sets a label, NAME- takes it off',
        placeholder: 'ID [NAME=VALUE]',
      },
    },
    flags: { ...jsonFlag, ...connectionFlags },
  },
  docs: { brief: briefs.label },
});
