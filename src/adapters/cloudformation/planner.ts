import type { Replace } from '../../domain/changes/change.ts';
import { bindBlueprint } from '../../domain/cloudformation/bind.ts';
import type { Blueprint } from '../../domain/cloudformation/blueprint/blueprint.ts';
import type { Order, Planner, Submission } from '../../domain/deployers/planner.ts';
import { whoseTags } from '../../domain/providers/aws-tags.ts';
import { parseExactly } from '../../tosca/values/exact-json.ts';

/** What is sent to CloudFormation: a template, its parameters, and the stack's name and tags. */
export interface StackOrder {
  readonly name: string;
  readonly template: { readonly [section: string]: unknown };
  readonly parameters: { readonly [name: string]: string };
  readonly tags: { readonly [name: string]: string };
  /** tags that come after those of the provider's configuration; absent: none */
  readonly labels?: { readonly [name: string]: string };
  /** nodes that a rollback which has failed twice may leave as they are; absent: none */
  readonly replace?: Replace;
}

export const readOrder = (submission: Submission): StackOrder => parseExactly(submission);

/**
 * The template was translated while providers were ranked; here it gets the machines' ids. A stack keeps nothing that a
 * template leaves out, so an update needs no edits of its own.
 */
export const planner = {
  plan: ({ name, blueprint, machines, replace, labels, whose }: Order) => {
    if (blueprint === undefined) {
      throw new Error(`nothing was translated for stack ${name}: was its provider ranked by an earlier release?`);
    }
    const made: Blueprint = parseExactly(blueprint);
    const order: StackOrder = {
      name,
      ...bindBlueprint(made, machines),
      tags: { ...tagsOf(name), ...whoseTags(whose) },
      ...(labels && { labels }),
      ...(replace && { replace }),
    };
    return JSON.stringify(order) as Submission;
  },
  updateEdits: async ({ edits }) => edits,
  planCalls: async (topology, calls) => {
    const { planCalls } = await import('../../domain/cloudformation/plan-calls.ts');
    const planned = planCalls(topology, calls);
    return 'reasons' in planned ? planned : { text: JSON.stringify(planned) };
  },
} satisfies Planner;

/** CloudFormation gives the stack's tags to its resources. Rights are limited to resources with the first one. */
const tagsOf = (name: string): StackOrder['tags'] => {
  const [, deployment] = /^toscanini-(.+)-\d+$/.exec(name) ?? [];
  return { 'toscanini:stack': name, ...(deployment !== undefined && { 'toscanini:deployment': deployment }) };
};
