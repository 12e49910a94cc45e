import { collected, type Resource, type Toscanini } from '../client/index.ts';
import { CliError } from './cli-error.ts';

/** A uuid; or `web`: the only instance of the node, `web#2` its second one, in the order of their creation. */
export const instanceOf = async (client: Toscanini, id: string, given: string): Promise<Resource> => {
  const [node = '', place = '1'] = given.split('#');
  const resources = await collected(client.resources(id));
  const instances = resources.filter(({ toscaNodeName }) => toscaNodeName === node);
  if (instances.length > 1 && !given.includes('#'))
    throw new CliError('calledWrongly', `${node} has ${instances.length} instances: name one, such as ${node}#1`);
  const found = resources.find(({ uuid }) => uuid === given) ?? instances[Number(place) - 1];
  if (found !== undefined) return found;
  const known = [...new Set(resources.map(({ toscaNodeName }) => toscaNodeName))].join(', ');
  throw new CliError('notFound', `there is no ${given}; the nodes are ${known}`);
};

export const nodeArgument = {
  brief: 'a node: NODE, or NODE#2 for its second instance',
  parse: String,
  placeholder: 'NODE',
} as const;
