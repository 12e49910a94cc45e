import { beforeAll, describe, expect, it } from 'vitest';
import { configuration } from '../../lib/configuration/configuration.ts';
import { resourcePoliciesOf } from './grants-resources.ts';
import { exampleConfiguration, templates } from './stacks.ts';

const role = 'arn:aws:iam::333333333333:role/telescope';

describe('the bucket of templates and logs', () => {
  interface Rule {
    readonly Prefix?: string;
    readonly NoncurrentVersionExpiration?: { readonly NoncurrentDays: number };
    readonly ExpiredObjectDeleteMarker?: boolean;
  }
  let rules: readonly Rule[];
  let versioning: unknown;
  beforeAll(() => {
    const { data } = templates();
    const buckets = Object.entries(data.findResources('AWS::S3::Bucket'));
    const [, files] = buckets.find(([id]) => id.startsWith('Files')) ?? [];
    rules = files?.['Properties'].LifecycleConfiguration.Rules;
    versioning = files?.['Properties'].VersioningConfiguration;
  });
  const daysOf = (prefix: string | undefined) =>
    rules.find(({ Prefix }) => Prefix === prefix)?.NoncurrentVersionExpiration?.NoncurrentDays;

  it('keeps what was deleted or overwritten for as long as tables can be restored', () => {
    expect(versioning).toEqual({ Status: 'Enabled' });
    expect(daysOf(undefined)).toBe(35);
  });

  it('keeps nothing of what is sensitive and of no use later', () => {
    expect(daysOf('tokens/')).toBe(1);
    expect(daysOf('notifications/')).toBe(1);
  });

  it('does not fill with the marks of what was deleted', () => {
    expect(
      rules.some(({ Prefix, ExpiredObjectDeleteMarker }) => Prefix === undefined && ExpiredObjectDeleteMarker),
    ).toBe(true);
  });
});

describe('producers in other accounts', () => {
  const policies = (producers: readonly string[]) =>
    resourcePoliciesOf(templates({ ...exampleConfiguration, files: { producers: [...producers] } }).data);

  it('are in no policy where none is named', () => {
    const all = policies([]);
    expect(all.filter(({ resource, effect }) => resource === 'IncomingBucket' && effect === 'Allow')).toEqual([]);
    expect(new Set(all.filter(({ resource }) => resource === 'Key').map(({ principal }) => principal))).toEqual(
      new Set(['iam:root']),
    );
  });

  it('may put files and their parts, and read nothing', () => {
    const allowed = policies(['222222222222', role]).filter(
      ({ resource, effect }) => resource === 'IncomingBucket' && effect === 'Allow',
    );
    expect(allowed).toEqual([
      {
        resource: 'IncomingBucket',
        effect: 'Allow',
        principal: 'iam:role/telescope, iam:root',
        actions: 's3:AbortMultipartUpload, s3:ListMultipartUploadParts, s3:PutObject, s3:PutObjectTagging',
        condition: '',
      },
    ]);
  });

  it('are let in by their own account, and nobody else of it', () => {
    const { data } = templates({ ...exampleConfiguration, files: { producers: ['222222222222', role] } });
    const text = JSON.stringify(data.findResources('AWS::S3::BucketPolicy'));
    expect(text).toContain(':iam::222222222222:root');
    expect(text).toContain(role);
    expect(text).not.toContain('333333333333:root');
  });

  it('may not write where replicas are', () => {
    const denied = policies([role]).filter(({ effect, actions }) => effect === 'Deny' && actions === 's3:PutObject');
    expect(denied).toMatchObject([
      { resource: 'IncomingBucket', condition: 'StringNotEquals aws:PrincipalAccount = AccountId' },
    ]);
  });

  it('may use the key through S3 only', () => {
    const keys = policies([role]).filter(
      ({ resource, principal }) => resource === 'Key' && principal.includes('telescope'),
    );
    expect(keys).toMatchObject([
      { actions: 'kms:Decrypt, kms:GenerateDataKey', condition: 'StringLike kms:ViaService = s3.*.amazonaws.com*' },
    ]);
  });

  it.each(['*', '12345', 'arn:aws:iam::*:role/x', 'arn:aws:s3:::bucket'])('are refused when malformed: %s', (one) => {
    expect(() => configuration({ ...exampleConfiguration, files: { producers: [one] } })).toThrow(/files\.producers/);
  });
});
