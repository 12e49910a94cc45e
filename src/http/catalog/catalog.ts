import { type Catalog, type CatalogEntry, isOffered } from '../../domain/catalog/catalog.ts';
import type { Caller } from '../../foundation/caller.ts';
import { NotFoundError } from '../../foundation/errors.ts';
import { type Answer, entity } from '../pipeline/answer.ts';
import type { BodyOf } from '../schemas/answers.ts';

interface Ports {
  readonly catalog: Catalog;
}

/** GET /catalog: an extension. The templates that the caller is offered. */
export const catalogList =
  ({ catalog }: Ports) =>
  async ({ caller }: { readonly caller: Caller }): Promise<Answer> =>
    entity((await catalog.list()).filter((entry) => isOffered(caller, entry)).map(itemView));

/** GET /catalog/{name}: an extension. NotFoundError, also for one that the caller is not offered. */
export const catalogEntry =
  ({ catalog }: Ports) =>
  async ({
    caller,
    path,
  }: {
    readonly caller: Caller;
    readonly path: { readonly [name: string]: string };
  }): Promise<Answer> => {
    const { name = '' } = path;
    const entry = (await catalog.list()).find((one) => one.name === name && isOffered(caller, one));
    if (entry) return entity(entryView(entry));
    throw new NotFoundError(
      `the catalog has no template ${JSON.stringify(name.slice(0, 40))} for you; GET /catalog lists those that it has`,
    );
  };

const itemView = ({ name, metadata, problems }: CatalogEntry): BodyOf<'CatalogItem'> => {
  const { display_name: title, description, icon, tag } = metadata;
  const tags = (Array.isArray(tag) ? tag : [tag]).filter((one) => typeof one === 'string');
  return {
    name,
    title: typeof title === 'string' && title.trim() !== '' ? title.trim() : name,
    ...(typeof description === 'string' && { description: description.trim() }),
    ...(typeof icon === 'string' && { icon }),
    tags,
    problems,
  };
};

const entryView = (entry: CatalogEntry): BodyOf<'CatalogEntry'> => ({
  ...itemView(entry),
  template: entry.template,
  metadata: entry.metadata,
  ...(entry.parameters && { parameters: entry.parameters }),
});
