import type { Json } from '../../../tosca/topology.ts';
import { mapOf, textOf } from '../../deployers/capability-values.ts';
import type { StackResource, StackResources } from './blueprint.ts';
import type { StackPart } from './node-progress.ts';

/** Of a template of CloudFormation, as JSON. */
export const resourcesIn = (template: { readonly [section: string]: unknown }): StackResources =>
  mapOf(template['Resources'] as Json) as unknown as StackResources;

/** What an inspection calls a resource of a stack, and a repair of it too. */
export const partName = (logicalId: string, type: string): string => `${logicalId} (${type})`;

const ownerOf = ({ Metadata }: Pick<StackResource, 'Metadata'>) => mapOf(mapOf(Metadata)['toscanini']);

/** The node template that a resource belongs to. */
export const nodeOf = (resource: Pick<StackResource, 'Metadata'>): string | undefined =>
  textOf(ownerOf(resource)['node']);

/** Logical id -> name of the node, of the resources of a template that belong to one. */
export const nodesByPart = (template: { readonly [section: string]: unknown }): ReadonlyMap<string, string> =>
  new Map(partsIn(template).map(({ id, node }) => [id, node]));

/** The resources of a template that belong to a node. */
export const partsIn = (template: { readonly [section: string]: unknown }): readonly StackPart[] =>
  Object.entries(resourcesIn(template)).flatMap(([id, resource]): readonly StackPart[] => {
    const { node, resource: resourceId } = ownerOf(resource);
    const name = textOf(node);
    return name === undefined ? [] : [{ id, type: resource.Type, node: name, resourceId: textOf(resourceId) }];
  });
