import { expect, it } from 'vitest';
import known from '../../../src/domain/cloudformation/replaced-by-tags.json' with { type: 'json' };
import { replacedAsDocumented } from '../../e2e/aws-data/documented-tags.ts';

it('knows every type of which one of the two sources of AWS says that a changed tag replaces the resource', () => {
  const { source, types } = replacedAsDocumented();
  expect(types.filter((type) => !known.types.includes(type))).toEqual([]);
  expect(known.source).toContain(source);
  // only the resource schemas say so of the first one, only the CDK's data of the second
  expect(known.types).toContain('AWS::EC2::PlacementGroup');
  expect(known.types).toContain('AWS::RedshiftServerless::Namespace');
});
