import { gunzipSync, gzipSync } from 'node:zlib';
import { parseExactly } from '../../tosca/values/exact-json.ts';
import type { StackResources } from './blueprint/blueprint.ts';
import { everyMachine } from './networks/groups.ts';
import { nothingToRun, type Software } from './software/software.ts';

/**
 * The plan is kept in the stack, with the group of all its machines. So a changed plan is a change of the stack, a failed
 * update brings the former plan back, and nothing is lost when this service loses its own record. It is packed, since a
 * template is limited, and since CloudFormation would read functions in it.
 */
export const withSoftware = (shared: StackResources, software: Software): StackResources => {
  const group = shared[everyMachine];
  if (group === undefined) return {};
  const packed = gzipSync(JSON.stringify(software)).toString('base64');
  return { [everyMachine]: { ...group, Metadata: { toscanini: { software: packed } } } };
};

/** The plan in a template of a stack. */
export const softwareIn = (template: string): Software => {
  const { Resources } = parseExactly(template) as {
    readonly Resources?: {
      readonly [id: string]: { readonly Metadata?: { readonly toscanini?: { readonly software?: string } } };
    };
  };
  const packed = Resources?.[everyMachine]?.Metadata?.toscanini?.software;
  return packed === undefined
    ? nothingToRun
    : (parseExactly(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as Software);
};
