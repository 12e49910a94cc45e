import * as v from 'valibot';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { Outline } from '../../domain/deployments/record/outline.ts';
import type { Attempts, Files } from '../../domain/deployments/record/ports.ts';
import type { StoredRanking } from '../../domain/deployments/record/stored-ranking.ts';
import type { Resources } from '../../domain/resources/ports.ts';
import type { Caller } from '../../foundation/caller.ts';
import { remembered } from '../../foundation/remembered.ts';
import { versionOf } from '../deployments/deployment-entity.ts';
import type { ViewPorts } from '../deployments/views.ts';
import type { Answer } from '../pipeline/answer.ts';
import { flag, optional } from '../pipeline/fields.ts';
import type { Links } from '../pipeline/links.ts';
import { entityTag, isUnchanged } from '../pipeline/preconditions.ts';
import type { Request } from '../pipeline/request.ts';
import { mayOf, viewBody } from './body.ts';

export const viewQuery = v.object({ topology: optional(flag) });

type Ports = ViewPorts & {
  readonly attempts: Pick<Attempts, 'list'>;
  readonly resources: Pick<Resources, 'all'>;
  readonly files: Pick<Files, 'findOutline' | 'findRanking'>;
};

interface Input {
  readonly deployment: Deployment;
  readonly caller: Caller;
  readonly query: v.InferOutput<typeof viewQuery>;
  readonly headers: Request['headers'];
  readonly links: Links;
}

/** How many deployments a function remembers: their outlines and rankings never change. */
const most = 100;

/**
 * GET /deployments/{deployment_id}/view: an extension. The ETag comes from the record alone (docs/decisions/0040), so an
 * unchanged poll reads nothing else. The record was read before the rest, so the answer is never older than its ETag.
 */
export const view = (ports: Ports) => {
  const { files } = ports;
  const outlineOf = remembered(
    most,
    (id: string, of: string): Promise<Outline | undefined> => files.findOutline(id, of),
  );
  const namesOf = remembered(most, async (id: string, of: string) => named(await files.findRanking(id, of)));
  return async (input: Input): Promise<Answer> => {
    const { deployment, headers, query } = input;
    const tag = tagOfView(input);
    if (isUnchanged(headers, tag)) return { status: 200, json: {}, tag };
    const { id } = deployment;
    const [resources, attempts, outline] = await Promise.all([
      ports.resources.all(id),
      ports.attempts.list(id),
      query.topology === false ? undefined : outlineOf(id, templateShown(deployment)),
    ]);
    const operations = new Set(attempts.map(({ operationId }) => operationId));
    const names = new Map(
      (await Promise.all([...operations].map((of) => namesOf(id, of)))).flatMap((all) => all ?? []),
    );
    return { status: 200, json: viewBody(ports, input, { resources, attempts, outline, names }), tag };
  };
};

const tagOfView = ({ deployment, caller, query }: Input): string =>
  entityTag(
    `view ${versionOf(deployment)} ${deployment.activity?.count ?? 0}`,
    `${Object.values(mayOf(caller, deployment))} ${query.topology !== false}`,
  );

/** An update in progress shows what it makes, though its template is not in force yet. */
const templateShown = ({ operation, status, templateOf }: Deployment): string =>
  status === 'UPDATE_IN_PROGRESS' ? operation.id : templateOf;

/** Undefined is not remembered: the ranking is still to come. */
const named = (ranking: StoredRanking | undefined) => ranking?.candidates.map(({ id, name }) => [id, name] as const);
