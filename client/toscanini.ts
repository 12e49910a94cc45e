import { Administration } from './administration.ts';
import { textOf } from './answer.ts';
import type { Call } from './calls.ts';
import { type ChangeOptions, headersOf } from './changes.ts';
import { counted } from './count.ts';
import type { DeploymentFilter } from './deployment-filter.ts';
import { ToscaniniError } from './errors.ts';
import { type FollowOptions, follow, type Snapshot } from './follow.ts';
import { elements } from './pages.ts';
import type { EventOptions, StreamOptions } from './stream.ts';
import type {
  Approval,
  ApprovalPlan,
  Attempt,
  Backfill,
  BackfillCount,
  BackfillRequest,
  CatalogEntry,
  CatalogItem,
  Checks,
  CostList,
  Deployment,
  DeploymentCost,
  DeploymentItem,
  Info,
  Input,
  Inspection,
  Login,
  Me,
  QuotaUse,
  Ranking,
  Resource,
  Schedule,
  ScheduleDeletionPlan,
  ScheduleEvent,
  SchedulePlan,
  ScheduleRequest,
  StreamEvent,
  TimelineEvent,
  Parameters as Values,
} from './types.ts';
import { readView, type Viewed, type ViewOptions } from './view.ts';

/** What is answered for a path that a service does not have; API Gateway refuses it as forbidden. */
const absent: ReadonlySet<number | undefined> = new Set([404, 403]);

const newestFirst = { query: { sort: 'createdAt,desc' } };
const oldestFirst = { query: { sort: 'createdAt,asc' } };

/**
 * A client of one service. It runs in a browser and in Node. Every method may throw ToscaniniError, whose `name` says what
 * happened. A change is sent again when its answer was lost, and is carried out once.
 */
export class Toscanini extends Administration {
  /** Name and version of the service; needs no token. */
  info(): Promise<Info> {
    return this.json('/info', 'version');
  }

  /** The address of the dashboard, or of a page of it such as `deployments/<uuid>`; undefined: the service has none. */
  async dashboard(page = ''): Promise<string | undefined> {
    const at = new URL(`${this.options.url.replace(/(?<!\/)\/+$/, '')}/ui/${page}`);
    try {
      await this.send(`/ui/${page}`);
      return at.href;
    } catch (cause) {
      if (cause instanceof ToscaniniError && absent.has(cause.status)) return undefined;
      throw cause;
    }
  }

  /** Addresses of the services that this one uses, by name; needs no token. Empty: it uses none. */
  configuration(): Promise<Readonly<Record<string, string>>> {
    return this.json('/configuration', 'object');
  }

  /** Where users get a token; needs none. Empty: the service does not say it. */
  logins(): Promise<readonly Login[]> {
    return this.json('/login', 'list');
  }

  me(): Promise<Me> {
    return this.json('/me', 'subject');
  }

  /** Newest first, read page by page. */
  deployments({ status, label, ...filter }: DeploymentFilter = {}, call: Pick<Call, 'onRepeat'> = {}) {
    const query = { ...newestFirst.query, ...filter, status: status?.join(','), label: label?.join(',') };
    return elements<DeploymentItem>(this.send, '/deployments', { ...call, query });
  }

  deployment(id: string): Promise<Deployment> {
    return this.json(`/deployments/${id}`, 'uuid');
  }

  /** The record of a deployment that is deleted; undefined: the service keeps none of it. */
  async endedDeployment(id: string): Promise<Deployment | undefined> {
    try {
      return await this.json<Deployment>(`/deployments/${id}`, 'uuid', { query: { ended: 'true' } });
    } catch (cause) {
      if (cause instanceof ToscaniniError && cause.status === 404) return undefined;
      throw cause;
    }
  }

  /** The templates that the installation offers to the user. */
  catalog(): Promise<readonly CatalogItem[]> {
    return this.json('/catalog', 'list');
  }

  catalogEntry(name: string): Promise<CatalogEntry> {
    return this.json(`/catalog/${encodeURIComponent(name)}`, 'template');
  }

  /** What a template declares, and its problems; values are checked if there are some. */
  inspect(template: string, parameters?: Values): Promise<Inspection> {
    return this.json('/templates/inspect', 'problems', { method: 'POST', body: { template, parameters } });
  }

  /** All that a page about the deployment shows; `unchanged` if it still has the given ETag. */
  view(id: string, options: ViewOptions = {}): Promise<Viewed | 'unchanged'> {
    return readView(this.send, id, options);
  }

  template(id: string): Promise<string> {
    return this.text(`/deployments/${id}/template`);
  }

  log(id: string): Promise<string> {
    return this.text(`/deployments/${id}/log`);
  }

  /** What was added to the log since `next` was given; without it all. `next` is the place from which to read on. */
  async logAfter(id: string, next?: string): Promise<{ readonly text: string; readonly next: string | undefined }> {
    const path = `/deployments/${id}/log`;
    const response = await this.send(path, { query: { after: next } });
    return { text: await textOf(response, path), next: response.headers.get('x-log-next') ?? undefined };
  }

  /** Values and types of the inputs of the template in force; for owner and administrators. */
  inputs(id: string): Promise<readonly Input[]> {
    return this.json(`/deployments/${id}/inputs`, 'list');
  }

  /** JSON in a text, as the contract has it: docs/contract/api.md, "Extended information". */
  extendedInformation(id: string): Promise<string> {
    return this.text(`/deployments/${id}/extrainfo`);
  }

  /** Oldest first, or newest first; `after`: only those after the event of this name. */
  events(id: string, { isNewestFirst = false, ...options }: EventOptions = {}): AsyncIterable<TimelineEvent> {
    const { query } = isNewestFirst ? newestFirst : oldestFirst;
    return elements(this.send, `/deployments/${id}/events`, { query: { ...query, ...options } });
  }

  /** The events of all deployments that the user may see, oldest first; as the options say. */
  allEvents(options: StreamOptions = {}): AsyncIterable<StreamEvent> {
    return elements(this.send, '/events', { query: { ...oldestFirst.query, ...options } });
  }

  /** What waits for an approval by the user, and what the user has asked for. */
  async approvals(): Promise<readonly Approval[]> {
    const { approvals } = await this.json<{ readonly approvals: readonly Approval[] }>('/approvals', 'approvals');
    return approvals;
  }

  /** One of them, with its plan at each provider. */
  approval(id: string): Promise<Approval & { readonly plans: readonly ApprovalPlan[] }> {
    return this.json(`/approvals/${id}`, 'plans');
  }

  /** Approves the plan that has this digest, or refuses it. */
  decide(
    id: string,
    body: { readonly decision: 'approve' | 'refuse'; readonly digest: string; readonly comment?: string | undefined },
    options: ChangeOptions = {},
  ): Promise<Approval> {
    return this.json(`/approvals/${id}`, 'state', { method: 'POST', body, headers: headersOf(options) });
  }

  /** What is used of each quota that is set: of the user, of the user's groups, and of the installation. */
  quotas(options: Pick<DeploymentFilter, 'createdBy' | 'userGroup'> = {}): Promise<readonly QuotaUse[]> {
    return this.json<{ readonly quotas: readonly QuotaUse[] }>('/quotas', 'quotas', { query: { ...options } }).then(
      ({ quotas }) => quotas,
    );
  }

  /** What a deployment costs, part by part, by the plan that was carried out last. */
  cost(id: string): Promise<DeploymentCost> {
    return this.json(`/deployments/${id}/cost`, 'currency');
  }
  /** What the deployments cost that the caller may see, by group. */
  costs(options: Pick<DeploymentFilter, 'createdBy' | 'userGroup'> = {}): Promise<CostList> {
    return this.json('/costs', 'groups', { query: { ...options } });
  }

  attempts(id: string): AsyncIterable<Attempt> {
    return elements(this.send, `/deployments/${id}/attempts`, oldestFirst);
  }

  ranking(id: string): Promise<Ranking> {
    return this.json(`/deployments/${id}/ranking`, 'candidates');
  }

  /** Asks for a check of the infrastructure; `checks` tells how far it is. */
  check(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.done(`/deployments/${id}/checks`, { method: 'POST', headers: headersOf(options) });
  }
  /** The check in progress, the result of the last one, and what has drifted. */
  checks(id: string): Promise<Checks> {
    return this.json(`/deployments/${id}/checks`, 'findings');
  }
  resources(id: string): AsyncIterable<Resource> {
    return elements(this.send, `/deployments/${id}/resources`, oldestFirst);
  }
  resource(id: string, resourceId: string): Promise<Resource> {
    return this.json(`/deployments/${id}/resources/${resourceId}`, 'uuid');
  }

  /** Starts or stops a machine. */
  act(id: string, resourceId: string, type: 'start' | 'stop'): Promise<void> {
    return this.done(`/deployments/${id}/resources/${resourceId}/actions`, { method: 'POST', body: { type } });
  }

  /** A snapshot at each change, until the present operation has ended or the deployment is gone. */
  follow(id: string, options: FollowOptions = {}): AsyncIterable<Snapshot> {
    return follow(this.send, this.options, id, options);
  }

  /** Newest first. `createdBy` and `userGroup` as in lists of deployments. */
  schedules({
    label,
    ...filter
  }: Pick<DeploymentFilter, 'createdBy' | 'userGroup' | 'label'> = {}): AsyncIterable<Schedule> {
    return elements(this.send, '/schedules', { query: { ...newestFirst.query, ...filter, label: label?.join(',') } });
  }

  schedule(id: string): Promise<Schedule> {
    return this.json(`/schedules/${id}`, 'uuid');
  }

  createSchedule(request: ScheduleRequest, options: ChangeOptions = {}): Promise<Schedule> {
    return this.json('/schedules', 'uuid', { method: 'POST', body: request, headers: headersOf(options) });
  }

  planSchedule(request: ScheduleRequest): Promise<SchedulePlan> {
    return this.json('/schedules', 'object', { method: 'POST', body: request, query: { dryRun: true } });
  }

  changeSchedule(id: string, status: Schedule['status']): Promise<void> {
    return this.done(`/schedules/${id}`, { method: 'PATCH', body: { status } });
  }

  deleteSchedule(id: string): Promise<void> {
    return this.done(`/schedules/${id}`, { method: 'DELETE' });
  }

  planScheduleDeletion(id: string): Promise<ScheduleDeletionPlan> {
    return this.json(`/schedules/${id}`, 'object', { method: 'DELETE', query: { dryRun: true } });
  }

  scheduleTemplate(id: string): Promise<string> {
    return this.text(`/schedules/${id}/template`);
  }

  /** The files that are already there become events of the schedule too. */
  startBackfill(id: string, request: BackfillRequest, options: ChangeOptions = {}): Promise<Backfill> {
    return this.json(`/schedules/${id}/backfills`, 'uuid', {
      method: 'POST',
      body: request,
      headers: headersOf(options),
    });
  }

  /** Counts the files that a backfill would look at; each element says how far it is, the last one is complete. */
  countBackfill(id: string, request: BackfillRequest): AsyncGenerator<BackfillCount> {
    const dryRun = { method: 'POST', query: { dryRun: true } } as const;
    return counted(request, (body) => this.json(`/schedules/${id}/backfills`, 'complete', { ...dryRun, body }));
  }

  backfills(id: string): AsyncIterable<Backfill> {
    return elements(this.send, `/schedules/${id}/backfills`, newestFirst);
  }

  backfill(id: string, backfill: string): Promise<Backfill> {
    return this.json(`/schedules/${id}/backfills/${backfill}`, 'uuid');
  }

  stopBackfill(id: string, backfill: string): Promise<void> {
    return this.done(`/schedules/${id}/backfills/${backfill}`, { method: 'PATCH', body: { status: 'STOPPED' } });
  }

  scheduleEvents(id: string): AsyncIterable<ScheduleEvent> {
    return elements(this.send, `/schedules/${id}/events`, oldestFirst);
  }
}
