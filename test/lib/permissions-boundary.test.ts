import { describe, expect, it } from 'vitest';
import { configuration } from '../../lib/configuration/configuration.ts';
import { tenantRole } from '../../lib/grants/tenant-role.ts';
import { mappedTypes } from '../../lib/rights/mapped-types.ts';
import installation from '../e2e/aws-data/installation.config.ts';
import { exampleConfiguration, synthesised, templates } from './stacks.ts';

const boundary = 'arn:aws:iam::111111111111:policy/team/boundary';

const boundariesIn = (config: ReturnType<typeof templates>): readonly unknown[] =>
  [config.data, config.service, config.jobs].flatMap((template) =>
    Object.values(template?.findResources('AWS::IAM::Role') ?? {}).map(
      ({ Properties }) => Properties.PermissionsBoundary,
    ),
  );

describe('a permissions boundary', () => {
  it('bounds every role of every stack', () => {
    const bounded = boundariesIn(synthesised({ ...installation, permissionsBoundary: boundary }));
    expect(bounded.length).toBeGreaterThan(40);
    expect(new Set(bounded)).toEqual(new Set([boundary]));
  });

  it('is absent where none is configured', () => {
    expect(new Set(boundariesIn(templates()))).toEqual(new Set([undefined]));
  });

  it('bounds every role in the account of a tenant who names one', () => {
    const roles = Object.values(tenantRole().Resources as Record<string, { Type: string; Properties: object }>).filter(
      ({ Type }) => Type === 'AWS::IAM::Role',
    );
    expect(roles).toHaveLength(4);
    const asked = { 'Fn::If': ['HasBoundary', { Ref: 'PermissionsBoundary' }, { Ref: 'AWS::NoValue' }] };
    for (const { Properties } of roles) expect(Properties).toMatchObject({ PermissionsBoundary: asked });
  });

  it('need not reach the stacks of deployments, which have no roles', () => {
    expect(mappedTypes.filter((type) => type.startsWith('AWS::IAM::'))).toEqual([]);
  });

  it.each([boundary, 'arn:aws-cn:iam::aws:policy/PowerUserAccess'])('may be %s', (permissionsBoundary) => {
    expect(configuration({ ...exampleConfiguration, permissionsBoundary })).toMatchObject({ permissionsBoundary });
  });

  it.each(['boundary', 'arn:aws:iam::111111111111:role/boundary', 'arn:aws:iam::1:policy/b', `${boundary}/`])(
    'may not be %s',
    (permissionsBoundary) => {
      expect(() => configuration({ ...exampleConfiguration, permissionsBoundary })).toThrow(/permissionsBoundary/);
    },
  );

  it('is of the account of the installation', () => {
    const elsewhere = { ...exampleConfiguration, account: '222222222222', permissionsBoundary: boundary };
    expect(() => configuration(elsewhere)).toThrow(/111111111111.*222222222222\s.*at permissionsBoundary/);
  });
});
