import { ConflictError, InvalidError } from '../../../foundation/errors.ts';
import type { Identity } from '../../../foundation/identity.ts';
import type { Replace } from '../../changes/change.ts';
import { usualKind } from '../../deployers/kinds.ts';
import type { Check, Checks } from '../../drift/check.ts';
import { type ByItself, restricted } from '../../repair/by-itself.ts';
import { planRepair } from '../../repair/plan-repair.ts';
import { agreedOf, type RepairItem } from '../../repair/repair.ts';
import { withoutMachine } from '../../repair/without-machine.ts';
import { requireAbility } from '../record/abilities.ts';
import type { Deployment } from '../record/deployment.ts';
import { hasFailedUpdate } from '../record/failed-update.ts';
import { advance } from '../record/lifecycle.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { requireRoom } from '../record/record-room.ts';
import { copyTemplate } from './copy-template.ts';
import { supersede } from './supersede.ts';
import { operationOf, requireReplaceable } from './update.ts';
import { withUpdate } from './with-update.ts';

export interface RepairRequest {
  /** names of nodes; absent: everything that has drifted */
  readonly nodes?: readonly string[];
  /** nodes whose data may go; absent: none */
  readonly replace?: Replace;
  readonly message?: string;
  /** nobody has asked: only what may be repaired without a request; absent: somebody has */
  readonly byItself?: ByItself;
  readonly operationId?: string;
  readonly requestedBy?: Identity;
  /** any change since the deployment was read is a PreconditionFailedError */
  readonly onlyIfUnchanged?: boolean;
}

export interface RepairPlan {
  /** when the check ended whose findings these are; absent: none has ended */
  readonly checkedAt?: string;
  readonly items: readonly RepairItem[];
  /** nodes whose data goes, since the request names what is lost; empty: none */
  readonly lost: readonly string[];
}

type Ports = Pick<LifecyclePorts, 'clock' | 'ids' | 'deployments' | 'resources' | 'files' | 'workflows'> & {
  readonly driftChecks: Pick<Checks, 'find'>;
};

const askFirst = 'POST /deployments/{deployment_id}/checks looks for what has drifted';

/**
 * What a repair would do. ConflictError in a status that allows none, and where no check has found anything since the last
 * operation; InvalidError for names of nodes that the deployment does not have.
 */
export const planOfRepair = async (
  { driftChecks, resources, files }: Pick<Ports, 'driftChecks' | 'resources' | 'files'>,
  deployment: Deployment,
  { nodes, replace, byItself }: Pick<RepairRequest, 'nodes' | 'replace' | 'byItself'>,
): Promise<RepairPlan> => {
  requireRepairable(deployment);
  const { id, templateOf, operation, provider } = deployment;
  const [all, check, ranking] = await Promise.all([
    resources.all(id),
    driftChecks.find(id),
    files.findRanking(id, templateOf),
  ]);
  const found = check?.summary?.operationId === operation.id ? check.findings : [];
  const deployer = provider?.deployer ?? usualKind;
  // an engine that compares by itself misses it as well
  const isMissed = operation.repairs !== undefined && deployer === usualKind;
  const findings = [...found, ...(isMissed ? withoutMachine(all, found, isCheckedSince(check, operation)) : [])];
  const options = { deployer, asked: ranking?.asked, nodes, replace };
  const planned = planRepair(findings, options);
  const items = byItself === undefined ? planned : restricted(planned, byItself, deployer);
  if (items.length === 0)
    throw new ConflictError(`nothing has drifted since the last operation, as far as a check has seen: ${askFirst}`);
  requireNodes(nodes, all);
  requireReplaceable({ nodes: [] }, all, replace);
  const careful = planRepair(findings, { ...options, replace: false });
  const lost = careful.flatMap(({ how, node }, index) =>
    how === 'refused' && items[index]?.how === 'remade' ? [node] : [],
  );
  return { items, lost: [...new Set(lost)], ...(check?.last && { checkedAt: check.last.at }) };
};

/** Whether a check has seen what the operation left. */
const isCheckedSince = (check: Check | undefined, { acceptedAt }: Deployment['operation']): boolean =>
  check?.last !== undefined && check.last.verdict !== 'not-checked' && check.last.at > acceptedAt;

/** What a failed update has left is for another update; a repair that failed may be repeated. */
const requireRepairable = (deployment: Deployment): void => {
  requireAbility(deployment, 'update');
  advance(deployment.status, 'update');
  if (!hasFailedUpdate(deployment)) return;
  throw new ConflictError(
    'the last update failed, so a repair cannot tell what is as it was asked for: update the deployment, or go back to an earlier version',
  );
};

const requireNodes = (nodes: readonly string[] = [], all: readonly { readonly toscaNodeName: string }[]): void => {
  const known = new Set(all.map(({ toscaNodeName }) => toscaNodeName));
  const unknown = nodes.filter((name) => !known.has(name)).map((name) => JSON.stringify(name.slice(0, 40)));
  if (unknown.length === 0) return;
  throw new InvalidError(`nodes names ${unknown.join(', ')}: the deployment has ${[...known].join(', ') || 'none'}`);
};

/** Why a repair is not accepted; undefined: it is. */
export const refusalOfRepair = (items: readonly RepairItem[]): string | undefined => {
  const refused = items.filter(({ how }) => how === 'refused');
  if (refused.length > 0)
    return ['the repair would lose data:', ...refused.map(({ node, why }) => `${node}: ${why}`)].join('\n');
  if (agreedOf(items).length > 0) return undefined;
  const why = items.map((one) => `${one.node}: ${one.why ?? one.is}`);
  return ['nothing of what has drifted can be repaired:', ...new Set(why)].join('\n');
};

/**
 * Accepts a repair of what a check has found, and starts its workflow, which looks again before it changes anything
 * (docs/decisions/0077). The template in force stays, and no version comes. Errors as above; InvalidError where data would be
 * lost that the request does not name; ConflictError where it would be lost of a protected deployment.
 */
export const repairDeployment = async (ports: Ports, deployment: Deployment, request: RepairRequest): Promise<void> => {
  const plan = await planOfRepair(ports, deployment, request);
  const { items } = plan;
  const refusal = refusalOfRepair(items);
  if (refusal !== undefined) throw new InvalidError(refusal);
  const { operationId = ports.ids.next(), onlyIfUnchanged } = request;
  const next = (current: Deployment): Deployment => acceptedBy(ports, current, request, operationId, plan);
  requireRoom(next(deployment));
  await copyTemplate(ports, deployment, operationId);
  const { next: accepted } = await supersede(ports, deployment, next, onlyIfUnchanged);
  await ports.workflows.startOperation(accepted);
};

const acceptedBy = (
  { clock }: Pick<Ports, 'clock'>,
  deployment: Deployment,
  request: RepairRequest,
  id: string,
  { items, lost }: RepairPlan,
): Deployment => {
  if (deployment.protected && lost.length > 0)
    throw new ConflictError(
      `the deployment is protected, so the data of ${lost.join(', ')} cannot be given up: take the protection off first`,
    );
  const now = clock.now().toISOString();
  const repairs = agreedOf(items);
  const operation = operationOf({ id, kind: 'UPDATE', acceptedAt: now }, { ...request, limits: deployment.limits });
  return withUpdate(deployment, { ...operation, repairs });
};
