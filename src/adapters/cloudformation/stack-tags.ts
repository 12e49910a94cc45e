import { resourcesIn } from '../../domain/cloudformation/blueprint/stack-parts.ts';
import { labelsBeside } from '../../domain/labels/labels.ts';
import { tagLimits } from '../../domain/providers/aws-tags.ts';
import type { StackOrder } from './planner.ts';
import type { Session } from './sessions.ts';

/**
 * CloudFormation gives them to everything in the stack that can have tags, beside its own. Labels come last: those for which
 * AWS has no room on the resource with the most tags are left out, since the whole stack would fail because of them.
 */
export const tagsOf = ({ tags: configured }: Session, { tags: own, labels, template }: StackOrder) => {
  const tags = { ...configured, ...own };
  const room = Math.max(0, tagLimits.tags - Object.keys(tags).length - mostBeside(template, tags));
  const fitting = Object.fromEntries(Object.entries(labelsBeside(labels, tags)).slice(0, room));
  return Object.entries({ ...fitting, ...tags }).map(([Key, Value]) => ({ Key, Value }));
};

/** How many tags a resource of the template has that are not among those of the stack; of all resources the most. */
const mostBeside = (template: StackOrder['template'], tags: StackOrder['tags']): number =>
  Object.values(resourcesIn(template)).reduce((most, { Properties: { Tags = [] } = {} }) => {
    const names = Array.isArray(Tags) ? Tags.map(({ Key }) => String(Key)) : Object.keys(Object(Tags));
    return Math.max(most, names.filter((name) => !Object.hasOwn(tags, name)).length);
  }, 0);
