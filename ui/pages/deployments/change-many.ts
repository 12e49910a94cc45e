/** One change of several deployments. One that is refused does not keep the others. */

import { isWorking } from '../../../client/pace.ts';
import type { DeploymentView } from '../../../client/types.ts';
import { readView } from '../../../client/view.ts';
import { actOnMachine, deleteDeployment, labelDeployment } from '../../data/changes.ts';
import { send } from '../../data/service.ts';
import { actionFor } from '../deployment/actions/action-for.ts';

export type ManyChange =
  | { readonly is: 'delete' | 'start' | 'stop' }
  | { readonly is: 'label'; readonly name: string; readonly value: string };

/** Requests at once: the service counts those of each caller. */
const atOnce = 4;

export interface Outcome<Item> {
  readonly of: Item;
  /** why it could not be done */
  readonly error?: Error;
}

/** In the order of `items`. */
const inTurn = async <Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
): Promise<readonly Outcome<Item>[]> => {
  const outcomes: Outcome<Item>[] = [];
  const left = [...items.entries()];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [at, item] = next;
      outcomes[at] = await act(item).then(
        () => ({ of: item }),
        (error: unknown) => ({ of: item, error: error instanceof Error ? error : new Error(`${error}`) }),
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
};

/** As they stand now, and why others cannot be read, by their ids. */
export interface Read {
  readonly views: readonly DeploymentView[];
  readonly unread: readonly Outcome<string>[];
}

export const readMany = async (ids: readonly string[]): Promise<Read> => {
  const found = new Map<string, DeploymentView>();
  const outcomes = await inTurn(ids, async (id) => {
    const read = await readView(send, id);
    if (read === 'unchanged') throw new Error('the service did not send it');
    found.set(id, read.view);
  });
  return {
    views: ids.flatMap((id) => found.get(id) ?? []),
    unread: outcomes.filter(({ error }) => error !== undefined),
  };
};

const machinesFor = (view: DeploymentView, type: 'start' | 'stop') => {
  const kinds = new Map(view.nodes?.map(({ name, kind }) => [name, kind] as const));
  return view.resources.filter((one) => actionFor(view, one, kinds.get(one.node) ?? '') === type);
};

/** Why it is left out; undefined: it is changed. */
export const reasonNotTo = (view: DeploymentView, change: ManyChange): string | undefined => {
  if (!view.may.change) return 'you may not change it';
  if (change.is === 'label') return undefined;
  if (change.is === 'delete') return view.protected ? 'it is protected' : undefined;
  if (isWorking(view.status)) return 'it is working';
  const word = change.is === 'stop' ? 'runs' : 'is stopped';
  return machinesFor(view, change.is).length === 0 ? `no machine of it ${word}` : undefined;
};

const carryOut = async (view: DeploymentView, change: ManyChange): Promise<void> => {
  const { uuid, labels = {} } = view;
  if (change.is === 'delete') return deleteDeployment(view, false);
  if (change.is === 'label') return labelDeployment(uuid, labels, { ...labels, [change.name]: change.value });
  for (const { id } of machinesFor(view, change.is)) await actOnMachine(uuid, id, change.is);
};

/** For each of `views`, in their order, whether the service has accepted it. */
export const changeMany = (
  views: readonly DeploymentView[],
  change: ManyChange,
): Promise<readonly Outcome<DeploymentView>[]> => inTurn(views, (view) => carryOut(view, change));
