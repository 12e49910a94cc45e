import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { causeLines, type DeploymentItem, type Toscanini } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { beforeQuestion, changingAliases, changingFlags, confirmed } from '../changing.ts';
import { CliError } from '../cli-error.ts';
import { buildCommand } from '../command.ts';
import { connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { shortId } from '../deployment-id.ts';
import { bytesOf } from '../file-bytes.ts';
import { deploymentNameFlag, dryRunFlag, fileArgument, inputFlags } from '../flags.ts';
import { ofCatalog } from '../template.ts';
import { deleteAll } from './delete-all.ts';
import { addLabels, create, creationFlags, type DeployFlags, requestOf } from './deploy.ts';
import { theOneOfThatName } from './of-that-name.ts';
import { showPlan } from './plan.ts';
import { retryWith } from './retry.ts';
import { messageFlag, type OnFailure, onFailureFlag, updateTo } from './update.ts';

interface Flags extends DeployFlags {
  readonly onFailure?: OnFailure;
  readonly message?: string;
  readonly yes: boolean;
  readonly dryRun: boolean;
}

/** An editor makes links to nothing, such as .#web.yaml, while it has a file open. */
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** The only template of the current folder. */
const templateHere = async (): Promise<string> => {
  const files = (await readdir('.')).filter((file) => /\.ya?ml$/.test(file) && isFile(file)).toSorted();
  const texts = await Promise.all(files.map(bytesOf));
  const templates = files.filter((_, at) => /^(?:topology|service)_template:/m.test(`${texts[at] ?? ''}`));
  const [one, ...others] = templates;
  if (one !== undefined && others.length === 0) return one;
  const seen = one === undefined ? 'there is no template in this folder' : `this folder has ${templates.join(', ')}`;
  throw new CliError('calledWrongly', `${seen}: name one, such as toscanini up ${one ?? 'web.yaml'}`);
};

/** The folder of the template, as people who keep one folder a project call it. */
const nameOf = (file: string): string => {
  const name = file === '-' || file.startsWith(ofCatalog) ? '' : basename(dirname(resolve(file)));
  // the root folder has no name, and an empty one would mean any deployment
  if (name !== '') return name;
  throw new CliError('calledWrongly', `${file} has no folder to be called after: add --name`);
};

const failedBefore = ({ name = '', uuid, status }: DeploymentItem): string => `${name} ${shortId(uuid)} (${status})`;

/** Of a deletion that failed, what is left goes first, as its user agrees. */
const removeFailed = async (
  cli: CliContext,
  client: Toscanini,
  failed: DeploymentItem,
  flags: Flags,
): Promise<void> => {
  const why = causeLines(failed).map((line) => `  ${line}`);
  beforeQuestion(cli, flags, [`${failedBefore(failed)} failed before:`, ...why]);
  await confirmed(cli, 'Delete what is left of it, and deploy it again?', flags);
  await deleteAll(cli, client, [failed.uuid], {
    ...flags,
    force: false,
    detach: false,
    json: false,
    quiet: flags.quiet || flags.json,
  });
};

async function up(this: CliContext, flags: Flags, given?: string): Promise<void> {
  const client = await connect(this, flags);
  const file = given ?? (await templateHere());
  const name = flags.name ?? nameOf(file);
  const request = await requestOf(this, client, { ...flags, name }, file);
  const existing = await theOneOfThatName(client, name);
  if (existing?.status === 'DELETE_FAILED') {
    if (flags.dryRun)
      throw new CliError('conflict', `${failedBefore(existing)} is deleted and deployed again without --dry-run`);
    await removeFailed(this, client, existing, flags);
    return create(this, client, request, flags);
  }
  if (existing !== undefined) {
    const { userGroup = existing.userGroup, name: _, labels, ttl, officeHours, ...update } = request;
    if (userGroup !== existing.userGroup)
      throw new CliError(
        'conflict',
        `${name} has the group ${existing.userGroup ?? 'none'}, which no update changes: leave --group out`,
      );
    if (!flags.dryRun) await addLabels(client, existing, labels);
    if (!flags.dryRun && ttl !== undefined) await client.extend(existing.uuid, { ttl });
    if (!flags.dryRun && officeHours) await client.setOfficeHours(existing.uuid, officeHours);
    const { onFailure, message } = flags;
    if (existing.status === 'CREATE_FAILED') return retryWith(this, client, existing, { ...update, message }, flags);
    // an update that has failed is tried again
    const onlyChanges = existing.status.endsWith('_COMPLETE');
    return updateTo(this, client, existing.uuid, { ...update, onFailure, message }, { ...flags, onlyChanges });
  }
  if (flags.dryRun) return showPlan(this, client, request, { json: flags.json });
  await create(this, client, request, flags);
}

export const upCommand = buildCommand<Flags, [string?], CliContext>({
  func: up,
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ ...fileArgument, brief: 'a template; default: the one of this folder', optional: true }],
    },
    flags: {
      name: deploymentNameFlag('the name of the deployment; default: that of the folder'),
      ...dryRunFlag('show what would change, or what it would make'),
      ...inputFlags,
      ...creationFlags,
      ...onFailureFlag,
      ...messageFlag,
      ...changingFlags,
    },
    aliases: { ...changingAliases, i: 'input', n: 'dryRun', m: 'message' },
  },
  docs: { brief: briefs.up },
});
