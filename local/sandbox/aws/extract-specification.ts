/**
 * Writes specification.json: which properties AWS's resource types have, which of them are required and which replace the resource.
 * `node local/sandbox/aws/extract-specification.ts` after a new release of @aws-cdk/aws-service-spec; a test compares both.
 */

import { writeFileSync } from 'node:fs';
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type { Resource } from '@aws-cdk/service-spec-types';
import type { Specification } from './rows/row.ts';
import { types } from './rows/rows.ts';

const replacing = { yes: 'always', maybe: 'sometimes', no: 'never' } as const;

export function extract(): { readonly [type: string]: Specification } {
  const database = loadAwsServiceSpecSync();
  return Object.fromEntries(
    types.map((type) => {
      const [resource] = database.lookup('resource', 'cloudFormationType', 'equals', type);
      if (!resource) throw new Error(`AWS has no resource type ${type}`);
      return [type, specificationOf(resource)];
    }),
  );
}

function specificationOf(resource: Resource): Specification {
  const properties = Object.entries(resource.properties);
  const those = (word: 'yes' | 'maybe'): string[] =>
    properties.filter(([, { causesReplacement }]) => causesReplacement === word).map(([name]) => name);
  return {
    properties: properties.map(([name]) => name).sort(),
    required: properties
      .filter(([, { required }]) => required)
      .map(([name]) => name)
      .sort(),
    [replacing.yes]: those('yes').sort(),
    [replacing.maybe]: those('maybe').sort(),
    attributes: Object.keys(resource.attributes).sort(),
  };
}

if (import.meta.main) {
  const lines = Object.entries(extract()).map(([type, one]) => `  ${JSON.stringify(type)}: ${JSON.stringify(one)}`);
  writeFileSync(new URL('specification.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`);
}
