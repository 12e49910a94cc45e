/**
 * The lists by label. Each label of a deployment has two items in its partition: one stands in the lists of its name, one in those of its name and
 * value. They use the indexes of all lists, with partitions of their own, and are counted in the transaction that writes or deletes them. Each of these writes
 * needs that the item is not there yet, or still there, so the counters are exact whoever repeats what (docs/decisions/0070).
 */

import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { LabelCondition, Labels } from '../../domain/labels/labels.ts';
import type { Identity } from '../../foundation/identity.ts';
import type { Scope } from '../../foundation/scope.ts';
import { countWrite, ownScopesOf, scopesOf } from './counters.ts';
import { labelled, placesInLists, sameOwner } from './deployment-item.ts';
import { digestOf } from './digest.ts';
import { type Condition, conditions, holds } from './expressions.ts';
import {
  type Listed,
  labelCountKey,
  labelKey,
  labelling,
  labellingKey,
  labelPrefix,
  ownerKey,
  ownerOfKey,
  scopeKeys,
} from './keys.ts';
import { itemsUnder } from './query.ts';
import type { TablePorts } from './table.ts';
import type { TransactItems } from './write.ts';

/** The writes of one item and of its counters. */
export type EntryWrites = (shard: string) => TransactItems;

const digestOfCondition = ({ name, value }: LabelCondition): string =>
  value === undefined ? digestOf(name) : digestOf(name, value);

/** The list of the deployments in a scope with this label. */
export const labelList = (scope: Scope, condition: LabelCondition): Listed & { readonly digest: string } => {
  const digest = digestOfCondition(condition);
  const { index, partitionKey, partition } = scopeKeys(scope);
  const own = { partition: `${prefixOf(digest)}${partition}`, counters: labelCountKey(digest, scope) };
  return { index, partitionKey, ...own, digest };
};

const prefixOf = (digest: string): string => `${labelPrefix}${digest}#`;

/** The digests of the entries that a deployment with these labels has. */
const digestsOf = (labels: Labels = {}): readonly string[] =>
  Object.entries(labels).flatMap(([name, value]) => [digestOf(name), digestOf(name, value)]);

/** An entry that is there. Its owner is another one than the deployment's until a transfer is complete. */
export interface Entry {
  readonly digest: string;
  readonly owner: Identity;
}

/** The writes that bring the entries from `before` to those of the deployment's labels and owner. */
export const entryWrites = (
  { table }: Pick<TablePorts, 'table'>,
  deployment: Deployment,
  before: readonly Entry[],
): readonly EntryWrites[] => {
  const wanted = digestsOf(deployment.labels);
  const [had, has] = [new Set(before.map(({ digest }) => digest)), new Set(wanted)];
  const isOthers = ({ owner }: Entry): boolean => ownerKey(owner) !== ownerKey(deployment.createdBy);
  return [
    ...before.filter(({ digest }) => !has.has(digest)).map((entry) => removal(table, deployment, entry)),
    ...before
      .filter((entry) => has.has(entry.digest) && isOthers(entry))
      .map((entry) => move(table, deployment, entry)),
    ...wanted.filter((digest) => !had.has(digest)).map((digest) => addition(table, deployment, digest)),
  ];
};

export const entriesBefore = ({ labels, createdBy: owner }: Deployment): readonly Entry[] =>
  digestsOf(labels).map((digest) => ({ digest, owner }));

/** The entries that are there. */
export const entriesOf = async (ports: TablePorts, deploymentId: string): Promise<readonly Entry[]> =>
  (await itemsUnder(ports, deploymentId, labelPrefix)).map(({ sk, owner }) => {
    const digest = String(sk).slice(labelPrefix.length);
    return { digest, owner: ownerOfKey(String(owner).slice(prefixOf(digest).length)) };
  });

const isNotThere: Condition = { expression: 'attribute_not_exists(#pk)', names: { '#pk': 'pk' }, values: {} };

const addition =
  (TableName: string, deployment: Deployment, digest: string): EntryWrites =>
  (shard) => {
    const { updated: _, ...places } = placesInLists(deployment, prefixOf(digest));
    const Item = { ...labelKey(deployment.id, digest), ...places };
    return [
      { Put: { TableName, Item, ...conditions([isNotThere]) } },
      ...counted(TableName, deployment, digest, 1, shard),
    ];
  };

export const removal =
  (TableName: string, deployment: Deployment, { digest, owner }: Entry): EntryWrites =>
  (shard) => [
    { Delete: { TableName, Key: labelKey(deployment.id, digest), ...conditions([isOf(digest, owner)]) } },
    ...counted(TableName, { ...deployment, createdBy: owner }, digest, -1, shard),
  ];

/** From the lists of the owner before to those of the deployment's owner. */
const move =
  (TableName: string, deployment: Deployment, { digest, owner }: Entry): EntryWrites =>
  (shard) => {
    const { updated: _, ...places } = placesInLists(deployment, prefixOf(digest));
    const Item = { ...labelKey(deployment.id, digest), ...places };
    return [
      { Put: { TableName, Item, ...conditions([isOf(digest, owner)]) } },
      ...countedOfOwner(TableName, { ...deployment, createdBy: owner }, digest, -1, shard),
      ...countedOfOwner(TableName, deployment, digest, 1, shard),
    ];
  };

/** There, and in the lists of this owner. */
const isOf = (digest: string, owner: Identity): Condition => holds('owner', `${prefixOf(digest)}${ownerKey(owner)}`);

const counted = (table: string, deployment: Deployment, digest: string, by: 1 | -1, shard: string): TransactItems =>
  scopesOf(deployment).map((scope) => countWrite(table, labelCountKey(digest, scope), shard, by));

const countedOfOwner: typeof counted = (table, deployment, digest, by, shard) =>
  ownScopesOf(deployment).map((scope) => countWrite(table, labelCountKey(digest, scope), shard, by));

/** A transaction takes 100 items. `others`: how many it has besides. */
export const fitting = (all: readonly EntryWrites[], others: number): readonly EntryWrites[] => {
  const each = Math.max(1, ...all.map((write) => write('').length));
  return all.slice(0, Math.floor((100 - others) / each));
};

/** The record has these labels and this owner, and is not being removed. */
export const stillLabelled = (deployment: Deployment): readonly Condition[] => [
  holds('deployment.id', deployment.id),
  holds('labelled', labelled(deployment).labelled),
  holds('deployment.leaving', undefined),
  ...sameOwner(deployment),
];

/** Puts the deployment before the sweep that completes its entries. */
export const toComplete = ({ table: TableName, clock }: TablePorts, id: string): TransactItems[number] => {
  const acceptedAt = new Date(clock.now().getTime() + patienceMs).toISOString();
  return { Put: { TableName, Item: { ...labellingKey(id), notBegun: labelling, acceptedAt } } };
};

/** The process that accepted the labels completes the entries itself, unless it dies. */
const patienceMs = 60_000;
