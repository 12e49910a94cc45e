import { type ChangeOptions, headersOf } from './changes.ts';
import { Requests } from './requests.ts';
import type {
  CreateRequest,
  CreationPlan,
  DeletionPlan,
  Deployment,
  Labels,
  MovePlan,
  MoveRequest,
  OfficeHours,
  OperationRequest,
  Operations,
  RepairPlan,
  RepairRequest,
  RetryPlan,
  RetryRequest,
  RollbackRequest,
  RunPlan,
  UpdatePlan,
  UpdateRequest,
  Version,
  VersionItem,
  WorkflowRequest,
} from './types.ts';

const workflowAt = (id: string, name: string): string => `/deployments/${id}/workflows/${encodeURIComponent(name)}`;

/** What makes, changes and removes a deployment, each with its dry run. */
export class DeploymentChanges extends Requests {
  /** Accepts the deployment; `follow` shows what becomes of it. */
  create(request: CreateRequest, options: ChangeOptions = {}): Promise<Deployment> {
    return this.json('/deployments', 'uuid', { method: 'POST', body: request, headers: headersOf(options) });
  }

  planCreation(request: CreateRequest): Promise<CreationPlan> {
    return this.json('/deployments', 'candidates', { method: 'POST', body: request, query: { dryRun: true } });
  }

  /** The same for `<provider>/<infrastructure>`, which stands and becomes the deployment's own. */
  adopt(what: string, request: CreateRequest, options: ChangeOptions = {}): Promise<Deployment> {
    const query = { adopt: what };
    return this.json('/deployments', 'uuid', { method: 'POST', body: request, query, headers: headersOf(options) });
  }

  /** What stands there, compared with the template: `adoption`. */
  planAdoption(what: string, request: CreateRequest): Promise<CreationPlan> {
    const query = { adopt: what, dryRun: true };
    return this.json('/deployments', 'adoption', { method: 'POST', body: request, query });
  }

  update(id: string, request: UpdateRequest, options: ChangeOptions = {}): Promise<void> {
    return this.done(`/deployments/${id}`, { method: 'PUT', body: request, headers: headersOf(options) });
  }

  planUpdate(id: string, request: UpdateRequest): Promise<UpdatePlan> {
    return this.json(`/deployments/${id}`, 'difference', { method: 'PUT', body: request, query: { dryRun: true } });
  }

  /** Continues or repeats a creation that failed. */
  retry(id: string, request: RetryRequest = {}, options: ChangeOptions = {}): Promise<void> {
    return this.done(`/deployments/${id}/retry`, { method: 'POST', body: request, headers: headersOf(options) });
  }

  planRetry(id: string, request: RetryRequest = {}): Promise<RetryPlan> {
    return this.json(`/deployments/${id}/retry`, 'retries', { method: 'POST', body: request, query: { dryRun: true } });
  }

  /** Goes back to an earlier version. */
  rollback(id: string, request: RollbackRequest, options: ChangeOptions = {}): Promise<void> {
    return this.done(`/deployments/${id}/rollback`, { method: 'POST', body: request, headers: headersOf(options) });
  }

  planRollback(id: string, request: RollbackRequest): Promise<UpdatePlan> {
    return this.json(`/deployments/${id}/rollback`, 'difference', {
      method: 'POST',
      body: request,
      query: { dryRun: true },
    });
  }

  /** Puts right what a check has found. */
  repair(id: string, request: RepairRequest = {}, options: ChangeOptions = {}): Promise<void> {
    return this.done(`/deployments/${id}/repair`, { method: 'POST', body: request, headers: headersOf(options) });
  }

  /** Makes it anew at another provider, since its own gives no answer. */
  move(id: string, request: MoveRequest = {}, options: ChangeOptions = {}): Promise<void> {
    return this.done(`/deployments/${id}/move`, { method: 'POST', body: request, headers: headersOf(options) });
  }

  planMove(id: string, request: MoveRequest = {}): Promise<MovePlan> {
    return this.json(`/deployments/${id}/move`, 'creation', { method: 'POST', body: request, query: { dryRun: true } });
  }

  planRepair(id: string, request: RepairRequest = {}): Promise<RepairPlan> {
    return this.json(`/deployments/${id}/repair`, 'items', { method: 'POST', body: request, query: { dryRun: true } });
  }

  /** What can be run on what stands, and the last run. */
  operations(id: string): Promise<Operations> {
    return this.json(`/deployments/${id}/operations`, 'operations');
  }

  /** Runs an operation of the template. */
  runOperation(id: string, request: OperationRequest, options: ChangeOptions = {}): Promise<void> {
    return this.done(`/deployments/${id}/operations`, { method: 'POST', body: request, headers: headersOf(options) });
  }

  planOperation(id: string, request: OperationRequest): Promise<RunPlan> {
    return this.json(`/deployments/${id}/operations`, 'calls', {
      method: 'POST',
      body: request,
      query: { dryRun: true },
    });
  }

  /** Runs a workflow of the template. */
  runWorkflow(id: string, name: string, request: WorkflowRequest = {}, options: ChangeOptions = {}): Promise<void> {
    return this.done(workflowAt(id, name), { method: 'POST', body: request, headers: headersOf(options) });
  }

  planWorkflow(id: string, name: string, request: WorkflowRequest = {}): Promise<RunPlan> {
    return this.json(workflowAt(id, name), 'calls', { method: 'POST', body: request, query: { dryRun: true } });
  }

  /** Cancels what runs of an operation or a workflow. */
  stopRun(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.done(`/deployments/${id}/operations/stop`, { method: 'POST', headers: headersOf(options) });
  }

  /** Newest first. */
  versions(id: string): Promise<readonly VersionItem[]> {
    return this.json(`/deployments/${id}/versions`, 'list');
  }

  /** `compareWith`: also what is other than in that version. */
  version(id: string, number: number, compareWith?: number): Promise<Version> {
    return this.json(`/deployments/${id}/versions/${number}`, 'template', { query: { compareWith } });
  }

  delete(id: string, { force }: { readonly force?: boolean } = {}): Promise<void> {
    return this.done(`/deployments/${id}`, { method: 'DELETE', query: { force: force || undefined } });
  }

  planDeletion(id: string): Promise<DeletionPlan> {
    return this.json(`/deployments/${id}`, 'resources', { method: 'DELETE', query: { dryRun: true } });
  }

  /** Puts the protection of a deployment on, or takes it off. */
  protect(id: string, isProtected: boolean): Promise<void> {
    return this.done(`/deployments/${id}/protection`, { method: 'PUT', body: { protected: isProtected } });
  }

  /** Gives a deployment these labels, and no others. */
  label(id: string, labels: Labels, options: ChangeOptions = {}): Promise<void> {
    return this.done(`/deployments/${id}/labels`, { method: 'PUT', body: { labels }, headers: headersOf(options) });
  }

  /** Changes when a deployment ends: `{ expiresAt: null }` is never. */
  extend(
    id: string,
    end: { readonly expiresAt: string | null } | { readonly ttl: string },
    options: ChangeOptions = {},
  ): Promise<void> {
    return this.done(`/deployments/${id}/lifetime`, { method: 'PUT', body: end, headers: headersOf(options) });
  }

  /** Changes when its machines run; null: always. They hold at once. */
  setOfficeHours(id: string, officeHours: OfficeHours | null, options: ChangeOptions = {}): Promise<void> {
    const headers = headersOf(options);
    return this.done(`/deployments/${id}/office-hours`, { method: 'PUT', body: { officeHours }, headers });
  }

  /** Asks somebody to take a deployment over: any member of its group without `to`. null: nobody any more. */
  give(
    id: string,
    transfer: { readonly to?: string; readonly ttl?: string } | null,
    options: ChangeOptions = {},
  ): Promise<void> {
    const headers = headersOf(options);
    return this.done(`/deployments/${id}/transfer`, { method: 'PUT', body: { transfer }, headers });
  }

  /** Takes a deployment over that somebody gives away, or declines. */
  answerTransfer(id: string, answer: 'accept' | 'decline', options: ChangeOptions = {}): Promise<void> {
    const headers = headersOf(options);
    return this.done(`/deployments/${id}/transfer`, { method: 'POST', body: { answer }, headers });
  }

  /** Ends a deletion that is stuck, so that the deployment can be deleted again. */
  reset(id: string): Promise<void> {
    return this.done(`/deployments/${id}`, { method: 'PATCH', body: { status: 'DELETE_FAILED' } });
  }
}
