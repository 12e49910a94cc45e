/** The two parts of the demo: deploying a template, and deleting the deployment. */

import { Listr } from 'listr2';
import type { Api, DeploymentView, ResourceView } from './api.ts';
import { DemoError } from './error.ts';
import { type Progress, pollProgress, type Snapshot } from './progress.ts';
import { paint, resourceLine, type Tasks, taskOptions } from './screen.ts';

const failed = ({ deployment }: Snapshot): boolean => !deployment || deployment.status.endsWith('_FAILED');
const complete = ({ deployment }: Snapshot): boolean => deployment?.status === 'CREATE_COMPLETE';

const phases: { readonly [task: string]: string } = {
  NONE: 'accepted',
  BROKERING: 'choosing a provider',
  DEPLOYER: 'a provider is making it',
};

/** Appears for most templates, and looks like an error. */
const noise = /^Contextualization disabled /;

/** What the demo says about the deployment: the lines of the log, or else the present task. */
function newsOf({ deployment, log }: Snapshot): readonly string[] {
  const lines = log.split('\n').filter((line) => line.trim() !== '' && !noise.test(line));
  return lines.length > 0 ? lines : [phases[deployment?.task ?? ''] ?? ''];
}

function reasonOf({ deployment }: Snapshot): DemoError {
  if (!deployment) return new DemoError('the deployment disappeared while it was being made');
  return new DemoError(
    `the deployment ended as ${deployment.status}: ${deployment.statusReason ?? 'no reason was given'}`,
  );
}

/** One line per resource. It stays until the deployment has ended. */
function resourceTasks(progress: Progress, resources: readonly ResourceView[]): Parameters<Tasks['add']>[0] {
  const width = Math.max(...resources.map(({ toscaNodeName }) => toscaNodeName.length));
  return resources.map((resource) => ({
    title: resourceLine(resource, width),
    task: async (_context, task) => {
      const current = ({ resources }: Snapshot) => resources.find(({ uuid }) => uuid === resource.uuid);
      const last = await progress.until(
        (snapshot) => failed(snapshot) || complete(snapshot),
        (snapshot) => {
          const line = resourceLine(current(snapshot) ?? resource, width);
          if (task.title === line) return;
          task.title = line;
          // only a terminal shows a changed title
          if (!process.stdout.isTTY) task.output = line;
        },
      );
      if (current(last)?.state !== 'STARTED') throw new DemoError(`${resource.toscaNodeName} is not started`);
    },
  }));
}

/** Prints each text once. */
function announcer(say: (news: string) => void): (snapshot: Snapshot) => void {
  const said = new Set(['']);
  return (snapshot) => {
    for (const news of newsOf(snapshot)) {
      if (said.has(news)) continue;
      said.add(news);
      say(news);
    }
  };
}

export interface DemoCall {
  readonly api: Api;
  readonly signal: AbortSignal;
}

export interface Order {
  /** the template's name for the screen */
  readonly name: string;
  readonly template: string;
  readonly parameters: Record<string, unknown>;
}

/** What the demo knows of the deployment so far. */
interface Watch {
  progress?: Progress;
  /** the snapshot in which it had ended */
  last?: Snapshot;
}

/** Keeps the last snapshot, and prints changes until then. The lines of the resources report a failed read. */
function watchWhole(watch: Watch, progress: Progress, say: (news: string) => void): void {
  progress
    .until((snapshot) => failed(snapshot) || complete(snapshot), announcer(say))
    .then(
      (snapshot) => {
        watch.last = snapshot;
      },
      () => undefined,
    );
}

function deployTasks({ api, signal }: DemoCall, order: Order, watch: Watch, made: (id: string) => void): Tasks {
  const title = `Deploy ${order.name}`;
  return new Listr(
    {
      title,
      task: async (_context, task) => {
        const { uuid } = await api.create(order.template, order.parameters);
        made(uuid);
        task.title = `${title}  ${paint('dim', uuid)}`;
        const progress = pollProgress(api, uuid, signal);
        watch.progress = progress;
        const { resources } = await progress.until((snapshot) => snapshot.resources.length > 0 || failed(snapshot));
        watchWhole(watch, progress, (news) => {
          task.output = paint('dim', news);
        });
        return task.newListr(resourceTasks(progress, resources), { concurrent: true });
      },
    },
    taskOptions(),
  );
}

/**
 * Deploys, shows each resource until the deployment has ended, and returns the deployment. Calls `made` with its id as soon
 * as it exists.
 */
export async function deploy(act: DemoCall, order: Order, made: (id: string) => void): Promise<DeploymentView> {
  const watch: Watch = {};
  try {
    await deployTasks(act, order, watch, made).run();
  } catch (cause) {
    // the lines name the resource that failed; the deployment has the reason
    throw watch.last && failed(watch.last) ? reasonOf(watch.last) : cause;
  } finally {
    watch.progress?.stop();
  }
  if (!watch.last?.deployment) throw new DemoError('the deployment was never seen');
  return watch.last.deployment;
}

/** Deletes the deployment and waits until the service no longer knows it. */
export async function remove({ api, signal }: DemoCall, id: string): Promise<void> {
  const tasks: Tasks = new Listr(
    {
      title: 'Delete it',
      task: async (_context, task) => {
        await api.remove(id);
        const progress = pollProgress(api, id, signal);
        const last = await progress
          .until(
            ({ deployment }) => deployment?.status !== 'DELETE_IN_PROGRESS',
            ({ resources }) => {
              const line = ['Delete it', ...resources.map((one) => `${one.toscaNodeName} ${one.state}`)].join('  ');
              if (resources.length > 0 && task.title !== line) task.title = line;
            },
          )
          .finally(() => progress.stop());
        if (last.deployment) throw reasonOf(last);
        task.title = `Delete it  ${paint('dim', 'GET now answers 404: nothing is left')}`;
      },
    },
    taskOptions(),
  );
  await tasks.run();
}
