/** The steps of one resource. Each answers the reason when the resource fails. */

import { accept, beginMaking, complete } from './making.ts';
import { beginRemoval, remove } from './removing.ts';
import { beginRestoration } from './restoring.ts';
import type { Site } from './site.ts';
import type { Task } from './stack.ts';

export function begin(site: Site, task: Task, now: number): string | undefined {
  if (task.action === 'remove') return beginRemoval(site, task, now);
  if (task.action === 'restore') return beginRestoration(site, task, now);
  return beginMaking(site, task, now);
}

/** The next step of a task whose time has come. */
export function step(site: Site, task: Task): string | undefined {
  if (task.action === 'remove') return remove(site, task);
  return task.stage === 'begun' ? accept(site, task) : complete(site, task);
}
