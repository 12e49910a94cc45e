/**
 * Each record here has everything, so that its answer has every member of its description, the optional ones too, which the
 * compiler does not ask for. The other way round, under-test.ts finds members that no description has.
 */

import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../src/domain/deployments/record/attempt.ts';
import type { LifecyclePorts } from '../../src/domain/deployments/record/ports.ts';
import type { TimelineEvent } from '../../src/domain/deployments/record/timeline.ts';
import type { Version } from '../../src/domain/deployments/record/version.ts';
import { nothing } from '../../src/domain/quotas/amounts.ts';
import type { Schedule, ScheduleEvent } from '../../src/domain/schedules/schedule.ts';
import { approvalView } from '../../src/http/approvals/approval-view.ts';
import { approval, approvalList } from '../../src/http/approvals/approvals.ts';
import { catalogEntry, catalogList } from '../../src/http/catalog/catalog.ts';
import { checksView } from '../../src/http/checks/checks.ts';
import { attemptList } from '../../src/http/deployments/attempt-list.ts';
import { declaredView, inputsView } from '../../src/http/deployments/inputs.ts';
import { rankingView } from '../../src/http/deployments/ranking.ts';
import { timelineList } from '../../src/http/deployments/timeline.ts';
import { version, versionList } from '../../src/http/deployments/versions.ts';
import { deploymentView, describeDeployment, itemWith, resourceView } from '../../src/http/deployments/views.ts';
import { deploymentEventView, scheduleEventView, streamEventView } from '../../src/http/events/event-list.ts';
import type { Answer } from '../../src/http/pipeline/answer.ts';
import { linksFrom } from '../../src/http/pipeline/links.ts';
import { problemView } from '../../src/http/pipeline/problem-view.ts';
import { quotaList } from '../../src/http/quotas/quota-list.ts';
import { backfillView } from '../../src/http/schedules/backfills.ts';
import { eventView, scheduleEntity, scheduleItem } from '../../src/http/schedules/schedule-views.ts';
import { type SchemaName, schemas } from '../../src/http/schemas/answers.ts';
import { loginList } from '../../src/http/service/logins.ts';
import { meView } from '../../src/http/service/me.ts';
import { inspectionView } from '../../src/http/templates/inspect.ts';
import { viewBody } from '../../src/http/view/body.ts';
import type { DeclaredInput } from '../../src/tosca/declared-inputs.ts';
import type { Examined } from '../../src/tosca/process.ts';
import { operatorAnswers } from './operator-answers.ts';
import { people } from './requests.ts';
import { id, sampleApproval, sampleDeployment, samplePlan, sampleResource, serverTemplate } from './samples.ts';
import { ofDeployment, ofInstallation, ofSchedule } from './stream-samples.ts';
import { costOf, listedCosts } from './whole-costs.ts';
import { listedRuns } from './whole-runs.ts';
import { backfill } from './whole-schedules.ts';
import { webhookAnswers } from './whole-webhooks.ts';

const at = '2026-11-20T15:33:12.345Z';
const identity = { issuer: people.olga.issuer, subject: people.olga.subject };
const [links, everywhere] = [linksFrom('https://host'), { createdByEverywhere: true }];
const [name, userGroup] = ['a name', 'physics'];
const given = { name, userGroup, callback: 'https://client.example/cb', labels: { team: 'a' }, expiresAt: at };

const kept = sampleDeployment({
  remains: { providerId: 'first', infrastructureId: 'inf-0', attempt: 1, since: at },
  officeHours: {
    calendar: {
      ...{ timeZone: 'Europe/Rome', days: ['mon'], start: '08:00', stop: '19:00' },
      more: [{ days: ['tue'], start: '08:00', stop: '19:00' }],
      exceptions: [{ date: '2026-12-24', start: '09:00', stop: '13:00' }],
    },
    next: { type: 'stop', at, text: 'stops Mon 30 Nov 19:00 Europe/Rome' },
  },
  transfer: { to: 'mia', by: identity, since: at, expiresAt: at },
  ...{ protected: true, cost: { hourly: 1, monthly: 730, isPartial: true } },
  drift: { operationId: id(900), since: '2026-11-20T15:33:12.345Z', drifted: 1, of: 2 },
  ...given,
  ...{ status: 'CREATE_FAILED', statusReason: 'why', providerId: 'recas', infrastructureId: id(7) },
  statusReasonWithLogs: { operationId: id(900), text: 'why' },
  provider: { name: 'ReCaS', type: 'OPENSTACK', region: 'north', endpoint: 'https://keystone.example:5000' },
  ended: {
    ...{ at, requestedBy: identity, forced: true as const, reason: 'why' },
    kept: [{ node: 'disk', type: 'AWS::EC2::Volume', id: 'vol-1', region: 'eu-west-1', as: 'itself' as const }],
  },
});
const deployment = { ...kept, hiddenOutputs: [{ output: 'o', reason: 'r' }] };

const schedule: Schedule = {
  ...given,
  ...{ id: id(3), createdAt: at, updatedAt: at, createdBy: identity, parameters: {}, limits: deployment.limits },
  ...{ reader: { isAdministrator: false }, status: 'RUNNING', numberOfReplicas: 1, protected: true },
  ...{ fileExpression: 'incoming:.*', replicationExpression: 'tier<2' },
  ...{ statusReason: 'too many files', notes: ['it may write there'] },
};

const event: ScheduleEvent = {
  ...{ id: id(4), scheduleId: id(3), createdAt: at, updatedAt: at, deploymentId: id(1), operationId: id(900) },
  ...{ scope: 'incoming', name: 'a', replicationStatus: 'STUCK', reason: 'why' },
};

const attempt: Attempt = {
  ...{ deploymentId: id(1), operationId: id(900), number: 1, providerId: 'recas', state: 'FAILED', startedAt: at },
  ...{ deadline: at, last: true, infrastructureId: 'i', reason: 'why', left: 'kept', said: 'failed', logged: {} },
};

const about = { operation: id(900), attempt: 1, provider: 'recas', node: 'server' };
const told: TimelineEvent = { name: 'n', kind: 'ACCEPTED', message: 'm', at, requestedBy: identity, ...about };

const elementOf = async (answer: Promise<Answer>): Promise<unknown> => {
  const { content } = (await answer).json as { readonly content: readonly unknown[] };
  return content[0];
};

const asked = { deployment, caller: people.olga, links };
const declaredInput: Required<DeclaredInput> = {
  ...{ name: 'size', type: 'integer', base: 'integer', description: 'd', required: true, default: 1, secret: true },
  ...{ constraints: [{ operator: 'equal', operand: 1 }], units: ['GB'], metadata: {}, members: [] },
  ...{ entry: { type: 'string', base: 'string' }, key: { type: 'string', base: 'string' } },
};
const examined: Examined = {
  ...{ ok: true, version: 'tosca_simple_yaml_1_3', problems: [], inputs: [declaredInput] },
  imports: [{ address: 'a', taken: 'network', because: 'b' } as unknown as Examined['imports'][number]],
  topology: {
    ...{ version: 'tosca_simple_yaml_1_3', description: 'd', metadata: { display_name: 'n' }, inputs: {}, nodes: [] },
    ...{ outputs: [{ name: 'o', description: 'd', value: 1, deferred: false }], policies: [], secrets: [] },
  },
};
const catalog = {
  list: async () => [
    {
      ...{ name: 'web', template: 't', parameters: {}, problems: [] },
      metadata: { display_name: 'Web', description: 'd', icon: 'i', tag: 'VM' },
    },
  ],
};
const [offered] = ((await catalogList({ catalog })({ caller: people.olga })) as { json: readonly unknown[] }).json;
const attempts = attemptList({ attempts: { list: async () => [attempt] } });
const timeline = timelineList({
  timeline: { list: async () => ({ content: [], totalElements: 0 }), listAfter: async () => undefined },
  endedFiles: { readTimeline: async () => [told] },
});

const accepted: Version = {
  ...{
    number: 1,
    acceptedAt: at,
    requestedBy: identity,
    message: 'm',
    operationId: id(900),
    kind: 'UPDATE',
    restores: 2,
  },
  ...{ inputs: {}, secrets: { password: 1 } },
};
const versions = { list: async () => [accepted], find: async () => accepted };
const versionPorts = {
  ...{ versions, clock: { now: () => new Date(at) }, endedFiles: { readVersion: async () => '' } },
  files: { getTemplate: async () => serverTemplate } as unknown as LifecyclePorts['files'],
  imports: { read: async () => Promise.reject(new Error('no import is expected')) },
};

const listedQuotas = async () => {
  const quotas = { user: 1, group: 1 };
  const counts = {
    count: async () => 1,
    usedBy: async () => ({ amounts: nothing, startedToday: 0, backfillsToday: 0 }),
  };
  const asks = { caller: people.olga, query: { createdBy: 'me' } };
  return (await quotaList({ deployments: counts, quotas })(asks)).json as { readonly quotas: readonly unknown[] };
};

const from = { providerId: 'p', infrastructureId: 'i', attempt: 1 };
const ofUpdates = { deadline: at, requestedBy: identity, runs: { workflow: 'w' }, moves: { from } };
const extras = { drift: true, cost: true, offered: true };
const decided = { by: identity, at, comment: 'c' };
const waiting = {
  deployment: {
    ...deployment,
    operation: {
      ...{ ...deployment.operation, requestedBy: identity, message: 'm' },
      approval: { ...sampleApproval, hourly: 1, grants: [{ ...decided, rules: ['large'] }], refusal: decided },
    },
  },
};
const decidedApproval = approvalView(waiting.deployment);
/** Those that have optional members of their own, and are not answers of dry runs. */
type Name = Exclude<
  SchemaName,
  `${string}Page` | `${string}DryRun` | 'Topology' | 'Identity' | 'Link' | 'Error' | 'Info' | 'Configuration'
>;

const answers: { readonly [Answer in Name]: readonly (() => unknown)[] } = {
  Deployment: [() => deploymentView(everywhere, links, deployment)],
  DeploymentView: [
    () =>
      viewBody(
        everywhere,
        {
          ...asked,
          deployment: { ...deployment, operation: { ...deployment.operation, ...ofUpdates } },
          query: {},
        },
        { resources: [sampleResource()], attempts: [attempt], outline: { nodes: [] }, names: new Map() },
      ),
  ],
  Approval: [async () => decidedApproval],
  ApprovalWithPlans: [
    async () => (await approval({ ...versionPorts, files: { findPlans: async () => [samplePlan] } })(waiting)).json,
  ],
  ApprovalPlan: [() => samplePlan],
  ApprovalList: [
    async () =>
      (await approvalList({ ...versionPorts, approvals: { waitingAt: async () => [waiting.deployment] } })(asked)).json,
  ],
  DeploymentCost: [async () => ({ ...(await costOf(deployment, false)), ...(await costOf(deployment, true)) })],
  CostList: [() => listedCosts(deployment)],
  GroupCost: [async () => (await listedCosts(deployment)).groups[0]],
  ...operatorAnswers,
  ...webhookAnswers,
  QuotaList: [() => listedQuotas()],
  QuotaUse: [async () => (await listedQuotas()).quotas[0]],
  VersionList: [async () => ((await versionList({ versions })(asked)).json as readonly unknown[])[0]],
  Version: [
    async () => {
      const path = { number: '1' };
      const { ended: _, ...live } = deployment;
      const { json } = await version(versionPorts)({ ...asked, deployment: live, path, query: { compareWith: 2 } });
      return json;
    },
  ],
  Operations: [() => listedRuns(asked, deployment)],
  Checks: [
    () =>
      checksView(
        deployment,
        {
          ...{ deploymentId: id(1), version: 1, dueAt: at, requested: { id: id(2), at, by: identity } },
          running: { startedAt: at, operationId: id(900), looks: 1 },
          last: { at, verdict: 'not-checked', why: 'w', notComparable: ['disks'] },
          findings: [],
        },
        (text) => text,
      ),
  ],
  DeploymentItem: [
    () => itemWith(extras, links, deployment),
    () => ({ ...itemWith(extras, links, deployment), ...describeDeployment(deployment) }),
  ],
  Problem: [
    () => problemView({ ...{ code: 'c', severity: 'error', file: 'f', path: 'p' }, line: 1, column: 1, message: 'm' }),
  ],
  CatalogItem: [() => offered],
  Catalog: [() => offered],
  CatalogEntry: [async () => (await catalogEntry({ catalog })({ caller: people.olga, path: { name: 'web' } })).json],
  Ranking: [
    () =>
      rankingView(
        id(900),
        { ...{ candidates: [{ id: 'a', name: 'A', edits: [], score: 's' }], dropped: [], notes: [] }, outputs: [] },
        (text) => text,
      ),
  ],
  Inspection: [() => inspectionView({ ...examined, archive: { entry: 'a.yaml', text: '', paths: ['a.yaml'] } })],
  Me: [() => meView({ ...people.lena, email: 'lena@example.org' })],
  DeclaredInput: [() => declaredView(declaredInput)],
  Inputs: [() => inputsView({ parameters: { size: 1 } }, [declaredInput])[0]],
  LoginList: [
    () =>
      loginList([
        {
          issuer: 'i',
          name: 'n',
          clientId: 'c',
          scope: 's',
          redirectUri: 'http://localhost:1/',
          pageUri: 'https://a/ui/',
          pageClientId: 'p',
        },
      ]),
  ],
  Resource: [() => resourceView(links, sampleResource(), {})],
  Schedule: [() => scheduleEntity(everywhere, links, schedule).json, () => scheduleItem(links, schedule)],
  ScheduleEvent: [() => eventView(event, deployment)],
  Backfill: [() => backfillView(links, backfill)],
  Attempt: [() => elementOf(attempts({ ...asked, query: {} }))],
  DeploymentStreamEvent: [() => deploymentEventView(ofDeployment)],
  ScheduleStreamEvent: [() => scheduleEventView(ofSchedule)],
  InstallationStreamEvent: [() => streamEventView(ofInstallation)],
  StreamEvent: [ofDeployment, ofSchedule, ofInstallation].map((one) => () => streamEventView(one)),
  Event: [() => elementOf(timeline({ ...asked, query: {} }))],
};

interface Described {
  readonly wrapped?: Described;
  readonly entries?: { readonly [name: string]: Described };
}

/** The members that the description has and the value lacks, as paths. */
const missing = ({ wrapped, entries = {} }: Described, value: unknown, path = ''): readonly string[] => {
  if (wrapped) return missing(wrapped, value, path);
  const has = (typeof value === 'object' && value !== null ? value : {}) as { readonly [name: string]: unknown };
  return Object.entries(entries).flatMap(([name, member]) =>
    has[name] === undefined ? [`${path}${name}`] : missing(member, has[name], `${path}${name}.`),
  );
};

describe('the answer for a record that has everything', () => {
  it.each(Object.entries(answers))('has every member of its description: %s', async (name, makes) => {
    for (const make of makes) expect(missing(schemas[name as Name] as Described, await make())).toEqual([]);
  });
});
