import * as v from 'valibot';
import { compareVersions } from '../../domain/deployments/accepting/compare-versions.ts';
import { versionFor } from '../../domain/deployments/accepting/rollback.ts';
import { maySeeSecrets } from '../../domain/deployments/record/access.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { cleanerFor, textShownTo } from '../../domain/deployments/record/disclosure.ts';
import type { EndedFiles } from '../../domain/deployments/record/ended-records.ts';
import { inputsOf } from '../../domain/deployments/record/numbered.ts';
import type { LifecyclePorts } from '../../domain/deployments/record/ports.ts';
import type { Version, Versions } from '../../domain/deployments/record/version.ts';
import type { Caller } from '../../foundation/caller.ts';
import { InvalidError } from '../../foundation/errors.ts';
import { identityOf } from '../../foundation/identity.ts';
import { type Answer, ok } from '../pipeline/answer.ts';
import { endedQuery } from '../pipeline/ended-query.ts';
import { optional, wholeNumber } from '../pipeline/fields.ts';
import type { BodyOf } from '../schemas/answers.ts';

export const versionsQuery = v.object(endedQuery);

/** `compareWith`: the number of the version that it is compared with. */
export const versionQuery = v.object({ ...endedQuery, compareWith: optional(wholeNumber(1)) });

interface Of {
  readonly deployment: Deployment;
  readonly caller: Caller;
}

type Reader = { readonly versions: Pick<Versions, 'list' | 'find'> };

/** GET /deployments/{deployment_id}/versions: an extension. The newest first, without templates and inputs. */
export const versionList =
  ({ versions }: Pick<Reader, 'versions'>) =>
  async ({ deployment, caller }: Of): Promise<Answer> => {
    const all = await versions.list(deployment.id);
    return ok(all.toReversed().map((version) => itemView(deployment, caller, version)) satisfies BodyOf<'VersionList'>);
  };

type Ports = Reader &
  Pick<LifecyclePorts, 'files' | 'imports' | 'clock'> & { readonly endedFiles: Pick<EndedFiles, 'readVersion'> };

interface One extends Of {
  readonly path: { readonly [name: string]: string | undefined };
  readonly query: v.InferOutput<typeof versionQuery>;
}

/** GET /deployments/{deployment_id}/versions/{number}: an extension. With its template, its inputs, and a comparison if one is asked for. */
export const version =
  (ports: Ports) =>
  async ({ deployment, caller, path, query }: One): Promise<Answer> => {
    const found = await versionFor(ports, deployment, numberIn(path['number']));
    const other = query.compareWith === undefined ? undefined : await versionFor(ports, deployment, query.compareWith);
    if (other && deployment.ended)
      throw new InvalidError('compareWith: versions of a deployment that has ended are not compared');
    const text = deployment.ended
      ? await ports.endedFiles.readVersion(deployment.id, found.number)
      : await ports.files.getTemplate(deployment.id, found.operationId);
    const compared = other && (await compareVersions(ports, deployment, other, { ...found, template: text }));
    return ok({
      ...itemView(deployment, caller, found),
      template: await templateFor(caller, deployment, text),
      ...inputsView(deployment, caller, found),
      ...(other && compared && { comparison: comparisonView(caller, deployment, other.number, compared) }),
    } satisfies BodyOf<'Version'>);
  };

/** InvalidError for a text that is no number: there is no version of that name. */
const numberIn = (text = ''): number => {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new InvalidError(`${JSON.stringify(text.slice(0, 40))} is no number of a version: GET …/versions lists them`);
};

const itemView = (deployment: Deployment, caller: Caller, one: Version): BodyOf<'VersionList'>[number] => {
  const { number, acceptedAt, requestedBy, message, operationId, kind, restores } = one;
  return {
    ...{ number, acceptedAt, operation: operationId, kind, inForce: number === deployment.inForce },
    ...(requestedBy && { requestedBy: identityOf(requestedBy) }),
    ...(message !== undefined && { message: textShownTo(caller, deployment, message) }),
    ...(restores !== undefined && { restores }),
  };
};

/** As GET …/inputs, only for the owner and administrators. A secret is told by the version with which it was given. */
const inputsView = (deployment: Deployment, caller: Caller, one: Version) => {
  if (!maySeeSecrets(caller, deployment)) return {};
  const { gone } = deployment.ended ? { gone: Object.keys(one.secrets) } : inputsOf(one, deployment);
  const secrets = Object.entries(one.secrets).map(([name, since]) => ({ name, since, known: !gone.includes(name) }));
  return { inputs: one.inputs, secrets };
};

const templateFor = async (caller: Caller, deployment: Deployment, text: string): Promise<string> => {
  if (maySeeSecrets(caller, deployment)) return text;
  const { templateWithoutSecrets } = await import('../../tosca/secrets/template.ts');
  return cleanerFor(deployment)(templateWithoutSecrets(text));
};

const comparisonView = (
  caller: Caller,
  deployment: Deployment,
  number: number,
  { lines, inputs, changes, added, removed, notes }: Awaited<ReturnType<typeof compareVersions>>,
): NonNullable<BodyOf<'Version'>['comparison']> => {
  const mayRead = maySeeSecrets(caller, deployment);
  return {
    with: number,
    // half a secret of a line would not be recognised
    lines: mayRead ? lines : [],
    inputs: mayRead ? inputs : inputs.map(({ name }) => ({ name })),
    changes,
    added,
    removed,
    notes: notes.map((note) => textShownTo(caller, deployment, note)),
  };
};
