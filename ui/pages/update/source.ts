import type { Json } from '../../../src/tosca/topology.ts';
import { service } from '../../data/service.ts';
import type { DeploymentView } from '../../data/view.ts';
import type { Values } from '../../editor/checking.ts';

/** What is in force, and which version of the deployment that was. */
export interface InForce {
  readonly view: DeploymentView;
  readonly template: string;
  /** values that were given; those of other inputs are their defaults */
  readonly given: Values;
}

/** Reads the view first: a change in between is then noticed when the update is sent. */
export const readInForce = async (id: string): Promise<InForce> => {
  const viewed = await service.view(id);
  if (viewed === 'unchanged') throw new Error('the service answers 304 to a question without an ETag');
  const { view } = viewed;
  if (!view.may.change) return { view, template: '', given: {} };
  const [template, inputs] = await Promise.all([service.template(id), service.inputs(id)]);
  const given = inputs.filter((input) => input.given && input.value !== undefined);
  return { view, template, given: Object.fromEntries(given.map(({ name, value }) => [name, value as Json])) };
};
