/** Batch and CloudWatch Logs over HTTP: they hold what a test says, and remember every call. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JobDefinition, JobDetail } from '@aws-sdk/client-batch';
import { awsBatch } from '../../../src/adapters/batch/batch.ts';
import type { Deployer } from '../../../src/domain/deployers/ports.ts';

type Body = { readonly [key: string]: unknown };

export interface Call {
  readonly name: string;
  readonly body: Body;
}

interface Held {
  definitions: readonly Partial<JobDefinition>[];
  jobs: readonly Partial<JobDetail>[];
  /** pages of log lines by stream */
  logs: { readonly [stream: string]: readonly (readonly string[])[] };
  /** rows in a page of a list */
  pageSize: number;
  /** error names that the next calls of a name meet, in this order; each may have a message, as in `Name: message` */
  refusals: { readonly [name: string]: readonly string[] };
  /** answers that replace our own, by the name of a call */
  answers: { readonly [name: string]: object };
  /** is told of each call before it is answered */
  met(name: string): void;
}

const nothing: Held = {
  definitions: [],
  jobs: [],
  logs: {},
  pageSize: 1_000,
  refusals: {},
  answers: {},
  met: () => {},
};

/** The definitions of an infrastructure, and a job of each node, as Batch would have them after a creation. */
export const definition = (name: string, more: Partial<JobDefinition> = {}): Partial<JobDefinition> => ({
  jobDefinitionName: name,
  jobDefinitionArn: `arn:${name}:1`,
  status: 'ACTIVE',
  tags: { 'toscanini:infrastructure': name, 'toscanini:queue': 'jobs' },
  ...more,
});

export const job = (jobId: string, more: Partial<JobDetail> = {}): Partial<JobDetail> => ({
  jobId,
  jobName: `toscanini-1-1-${jobId}`,
  jobQueue: 'arn:aws:batch:eu-west-1:111111111111:job-queue/jobs',
  jobDefinition: 'arn:toscanini-1-1:1',
  status: 'RUNNING',
  createdAt: 1_000,
  startedAt: 2_000,
  tags: {
    'toscanini:infrastructure': 'toscanini-1-1',
    'toscanini:node': jobId,
    'toscanini:resource': `resource-${jobId}`,
  },
  ...more,
});

/** A job whose container ended with an exit code. */
export const failed = (jobId: string, more: object = {}) =>
  job(jobId, {
    status: 'FAILED',
    statusReason: 'Essential container in task exited',
    container: { exitCode: 4 },
    ...more,
  });

export class ScriptedBatch {
  calls: Call[] = [];
  private held: Held = nothing;
  private made = 0;

  holds(held: Partial<Held>): Deployer {
    this.held = { ...nothing, ...held };
    this.calls = [];
    this.made = 0;
    return this.deployer();
  }

  /** the bodies of all calls of that name */
  asked(name: string): readonly Body[] {
    return this.calls.filter((call) => call.name === name).map(({ body }) => body);
  }

  private readonly server = createServer(async (request, response) => {
    const body = JSON.parse((await request.toArray()).join('')) as Body;
    const name = request.url === '/' ? 'getlogevents' : (request.url ?? '').replace('/v1/', '');
    this.calls.push({ name, body });
    this.held.met(name);
    const [refusal, ...later] = this.held.refusals[name] ?? [];
    this.held.refusals = { ...this.held.refusals, [name]: later };
    const found =
      refusal === undefined || refusal === '' ? (this.held.answers[name] ?? this.answer(name, body)) : undefined;
    const [error, message = `refused: ${error}`] = (refusal || 'ResourceNotFoundException').split(': ');
    response.statusCode = found === undefined ? 400 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(found ?? { __type: error, message }));
  });

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private deployer(): Deployer {
    const endpoint = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    return awsBatch({
      clock: { now: () => new Date(0) },
      clients: { endpoint, credentials, maxAttempts: 1 },
      accountOf: () => ({ region: 'eu-west-1', logGroup: '/aws/batch/job' }),
    })('queue');
  }

  private page(key: string, all: readonly object[], { nextToken }: Body): object {
    const from = Number(nextToken ?? 0);
    const end = from + this.held.pageSize;
    return { [key]: all.slice(from, end), ...(end < all.length && { nextToken: String(end) }) };
  }

  private answer(name: string, body: Body): object | undefined {
    const { definitions, jobs, logs } = this.held;
    switch (name) {
      case 'describejobdefinitions': {
        const { jobDefinitionName, status } = body;
        const wanted = definitions
          .filter((one) => jobDefinitionName === undefined || one.jobDefinitionName === jobDefinitionName)
          .filter((one) => status === undefined || one.status === status);
        return this.page('jobDefinitions', wanted, body);
      }
      case 'listjobs':
        return this.page('jobSummaryList', this.listed(body), body);
      case 'describejobs':
        return { jobs: (body['jobs'] as string[]).flatMap((id) => jobs.filter(({ jobId }) => jobId === id)) };
      case 'getlogevents': {
        const pages = logs[String(body['logStreamName'])];
        const count = pages?.length ?? 0;
        const at = Number(body['nextToken'] ?? (body['startFromHead'] === true ? 0 : count - 1));
        // at the ends, the tokens point to where they were
        const nextForwardToken = String(Math.min(at + 1, count));
        const nextBackwardToken = String(Math.max(at - 1, 0));
        const events = (pages?.[at] ?? []).map((message) => ({ message }));
        return pages && { events, nextForwardToken, nextBackwardToken };
      }
      case 'registerjobdefinition':
        this.made += 1;
        return {
          jobDefinitionName: body['jobDefinitionName'],
          jobDefinitionArn: `definition-${this.made}`,
          revision: 1,
        };
      case 'submitjob':
        this.made += 1;
        return { jobName: body['jobName'], jobId: `job-${this.made}` };
      default:
        return {};
    }
  }

  private listed({ jobQueue, arrayJobId, jobStatus, filters, maxResults }: Body): readonly object[] {
    if (arrayJobId !== undefined) {
      return this.held.jobs
        .filter(({ jobId = '', status }) => jobId.startsWith(`${arrayJobId}:`) && status === jobStatus)
        .slice(0, Number(maxResults));
    }
    const [filter] = filters as readonly { readonly name: string; readonly values: readonly string[] }[];
    if (filter?.name !== 'JOB_DEFINITION') return [];
    return this.held.jobs.filter(
      (one) =>
        one.jobQueue?.split('/').at(-1) === jobQueue &&
        !one.jobId?.includes(':') &&
        one.jobDefinition?.split(':')[1] === filter.values[0],
    );
  }
}
