/** Deployments whose end somebody wants to be told of, on whichever page or tab they are then. It ends with the tab. */

import { effect, signal } from '@preact/signals';
import { isWorking } from '../../client/pace.ts';
import { causeLine } from '../../src/domain/deployments/record/cause-line.ts';
import { pollOnPage } from '../data/use-live.ts';
import type { DeploymentView } from '../data/view.ts';
import { pauseOf } from '../pages/deployment/head/pace.ts';
import { onlyJobs } from '../pages/deployment/head/stages.ts';
import { toast } from '../parts/toast.tsx';
import { leaveFor } from '../router/address.ts';
import { operationState } from '../states/tones.ts';

/** ids, and what ends the watching */
const watched = signal<ReadonlyMap<string, () => void>>(new Map());

export const isWatched = (id: string): boolean => watched.value.has(id);

export const unwatch = (id: string): void => {
  const rest = new Map(watched.peek());
  rest.get(id)?.();
  rest.delete(id);
  watched.value = rest;
};

/** Asks whether the page may notify, and then watches until the operation in progress has ended. */
export const watch = async ({ uuid, name }: Pick<DeploymentView, 'uuid' | 'name'>): Promise<void> => {
  if ((await Notification.requestPermission()) !== 'granted')
    return toast('Your browser does not allow notifications of this page. Its settings can allow them.', 'failed');
  if (isWatched(uuid)) return;
  const live = pollOnPage<DeploymentView>(`/deployments/${uuid}/view`, pauseOf);
  const begun = live.value.peek()?.operation.id;
  const stopListening = effect(() => {
    const view = live.value.value;
    if (live.problem.value?.name === 'NotFoundError') return end(uuid, name, 'It is deleted.');
    // another operation is another thing to watch
    if (view && (!isWorking(view.status) || (begun !== undefined && view.operation.id !== begun)))
      end(uuid, view.name, view);
  });
  watched.value = new Map(watched.peek()).set(uuid, () => {
    stopListening();
    live.stop();
  });
};

const end = (uuid: string, name: string, how: DeploymentView | string): void => {
  // not within the effect that found it out, which is stopped here
  queueMicrotask(() => {
    if (!watched.peek().has(uuid)) return;
    unwatch(uuid);
    const { title, body } = wordsOf(name, how);
    toast(
      body === '' ? title : `${title}. ${body}`,
      typeof how === 'object' && how.status.endsWith('_FAILED') ? 'failed' : 'done',
    );
    show(uuid, title, body);
  });
};

const wordsOf = (name: string, how: DeploymentView | string): { readonly title: string; readonly body: string } => {
  if (typeof how === 'string') return { title: name, body: how };
  const { word, tone } = operationState(how, onlyJobs(how));
  return { title: `${name}: ${word}`, body: tone === 'failed' ? how.cause.slice(-1).map(causeLine).join() : '' };
};

/** Some phones let only service workers notify: there the message on the page has to do. */
const show = (uuid: string, title: string, body: string): void => {
  try {
    const notification = new Notification(title, { body, tag: uuid, icon: new URL('icon.svg', document.baseURI).href });
    notification.onclick = () => {
      focus();
      leaveFor(`deployments/${uuid}`);
      notification.close();
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
};
