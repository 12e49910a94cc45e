/** The service with one client, whose calls and workflows take place in processes that may die. */

import type { Context } from 'aws-lambda';
import { step as checkDeployments } from '../../../../functions/events/check-deployments.ts';
import { step as executionEnded } from '../../../../functions/events/execution-ended.ts';
import { step as fileCreated } from '../../../../functions/events/file-created.ts';
import { step as sweepOrphans } from '../../../../functions/events/sweep-orphans.ts';
import { step as startAndSweep } from '../../../../functions/events/sweep-workflows.ts';
import type { DeployerKind } from '../../../../src/domain/deployers/kinds.ts';
import type { Check } from '../../../../src/domain/drift/check.ts';
import { keepOfficeHours } from '../../../../src/domain/hours-keeping/keep-hours.ts';
import { noBackfills } from '../../../support/no-backfills.ts';
import { noChecks } from '../../../support/no-checks.ts';
import type { Started } from '../aws-stub.ts';
import type { House } from '../house.ts';
import { type Answer, type Asked, ask, isTaken, type RouteName } from './door.ts';
import { runExecution } from './execution.ts';
import { inProcess } from './process.ts';
import type { Mode, Recorder } from './recorder.ts';
import { listOf } from './records.ts';
import { type LostService, lostServiceIn } from './service.ts';

const context = { awsRequestId: 'r-1', functionName: 'faults' } as Context;

/** A client, or a queue, that got no answer asks again so often. */
const patience = 5;

/** Runs of the function that checks, of which a comparison of CloudFormation needs some. */
const mostLooks = 30;

interface SceneOptions {
  /** how an answer is lost; absent: none is */
  readonly mode?: Mode | undefined;
  readonly deployer?: DeployerKind | undefined;
}

export class Scene {
  readonly house: House;
  readonly recorder: Recorder;
  readonly mode: Mode | undefined;
  readonly deployer: DeployerKind | undefined;
  readonly token: string;
  /** what went another way than it may */
  readonly problems: string[] = [];
  /** how many things the sweeps had to end, or to go on with */
  swept = 0;
  /** whether a repeat found that the first call had removed what it was about */
  foundGone = false;
  #service: LostService;

  constructor(house: House, token: string, recorder: Recorder, { mode, deployer }: SceneOptions = {}) {
    this.house = house;
    this.deployer = deployer;
    this.token = token;
    this.recorder = recorder;
    this.mode = mode;
    this.#service = this.#born();
  }

  #born(): LostService {
    const tries = this.mode === undefined || this.mode === 'repeated' ? 3 : 1;
    return lostServiceIn(this.house, { tries, deployer: this.deployer, swept: () => (this.swept += 1) });
  }

  /** In a process of its own; the next one knows nothing of one that died. */
  async #work<T>(run: (service: LostService) => Promise<T>): Promise<{ readonly value: T } | 'died'> {
    const lived = await inProcess(() => run(this.#service));
    if (!lived.died) return lived;
    this.#service = this.#born();
    return 'died';
  }

  /** Asks until there is an answer, as clients do; each time with the same key. */
  async ask(route: RouteName, asked: Partial<Asked> = {}): Promise<Answer> {
    this.house.clock.advance(1);
    for (let again = 0; again < patience; again += 1) {
      const lived = await this.#work((service) => ask(service, route, { token: this.token, ...asked }));
      if (lived !== 'died') {
        const answer = lived.value;
        this.foundGone ||= answer.status === 404 && again > 0;
        if (answer.status < 300 || (again > 0 && isTaken(answer))) return answer;
        if (this.mode === undefined || this.mode === 'repeated' || (answer.status < 500 && again === 0)) {
          throw new Error(`${route} was answered ${answer.status}: ${answer.body}`);
        }
      }
      this.house.clock.advance(31); // whoever was at work is given up by then
    }
    throw new Error(`${route} was asked ${patience} times in vain`);
  }

  /** A notification of S3, which comes again until it is taken. */
  async arrive(bucket: string, key: string): Promise<void> {
    const notice = { eventName: 'ObjectCreated:Put', s3: { bucket: { name: bucket }, object: { key } } };
    const messages = { Records: [{ messageId: 'one', body: JSON.stringify({ Records: [notice] }) }] };
    for (let again = 0; again < patience; again += 1) {
      const lived = await this.#work((service) => fileCreated(service)(messages, context));
      if (lived !== 'died' && lived.value.batchItemFailures.length === 0) return;
      this.house.clock.advance(5);
    }
    throw new Error('the notification was never taken');
  }

  /** Runs all that was started, and what that starts; callbacks last. `until`: to the end of that step of the first one. */
  async work(until?: string): Promise<void> {
    const { aws } = this.house;
    this.recorder.inWorkflow = true;
    for (let next = aws.started[0]; next !== undefined; next = aws.started[0]) {
      const first = Math.max(
        0,
        aws.started.findIndex(({ stateMachine }) => !stateMachine.endsWith('NOTIFY')),
      );
      const execution = aws.started[first] ?? next;
      if (until !== undefined) {
        await runExecution(execution, this, until);
        break; // it is left as it is
      }
      aws.started.splice(first, 1);
      const status = await runExecution(execution, this);
      aws.end(execution, status);
      if (status !== 'SUCCEEDED') await this.#told(execution);
    }
    this.recorder.inWorkflow = false;
  }

  /** A function of a workflow: its answer, or its death. */
  step<T>(run: (service: LostService) => Promise<T>): Promise<{ readonly value: T } | 'died'> {
    return this.#work(run);
  }

  /** EventBridge tells of an execution that did not succeed. */
  async #told({ name, input }: Started): Promise<void> {
    const ended = { detail: { name, status: 'FAILED', input } };
    await this.#work((service) => executionEnded({ ...service, ...noBackfills })(ended, context));
  }

  /** So many minutes later, once a minute's work is done. */
  async later(minutes: number): Promise<void> {
    this.house.clock.advance(minutes * 60);
    await this.#minute(patience);
    await this.work();
  }

  /** The function that checks runs every few minutes, until no look is due, or the other end has come. */
  async look(isDone: (check: Check | undefined) => Promise<boolean> = async (check) => check?.dueAt === undefined) {
    for (let run = 0; run < mostLooks; run += 1) {
      this.house.clock.advance(310); // longer than a look that died keeps others away
      await this.#work((service) => checkDeployments(service)({})).catch((error: unknown) => {
        if (!(error instanceof AggregateError)) throw error; // the next run makes it again
      });
      const [item] = await listOf(this.house, 'deployments', 'check');
      if (await isDone(item?.['check'] as Check | undefined)) return;
    }
    throw new Error(`looks have not come to their end after ${mostLooks} runs`);
  }

  /** The function that looks for orphans, so many minutes later. */
  async sweepOrphans(minutes: number): Promise<void> {
    this.house.clock.advance(minutes * 60);
    await this.#repeated((service) => sweepOrphans(service)({}, context));
  }

  /** Three looks at office hours: one that fails is put off by five minutes, and one that has asked is followed by another. */
  async keepHours(): Promise<void> {
    for (let look = 1; look <= 3; look += 1) {
      this.house.clock.advance(310);
      await this.#repeated((service) => keepOfficeHours(service)());
      await this.work();
    }
  }

  #minute(left: number): Promise<void> {
    const minute = (service: LostService) => startAndSweep({ ...service, ...noBackfills, ...noChecks })({}, context);
    return this.#repeated(minute, left);
  }

  /** A function that fails is called again, as Lambda does with one that EventBridge called. */
  async #repeated(run: (service: LostService) => Promise<unknown>, left = patience): Promise<void> {
    try {
      if ((await this.#work(run)) !== 'died') return;
    } catch (error) {
      if (left === 1) throw error;
    }
    await this.#repeated(run, left - 1);
  }
}
