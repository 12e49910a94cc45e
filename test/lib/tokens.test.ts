import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { statementsIn } from './policies.ts';
import { exampleConfiguration, templates } from './stacks.ts';

const exchange = { clientId: 'toscanini', secret: 'toscanini/exchange' };
const withExchange = {
  ...exampleConfiguration,
  issuers: exampleConfiguration.issuers.map((issuer) => ({ ...issuer, tokenExchange: exchange })),
};

/** What the functions' roles may do to this, as text of their statements. */
const statementsAbout = (service: Template, what: RegExp): readonly string[] =>
  statementsIn(service)
    .map((statement) => JSON.stringify(statement))
    .filter((text) => what.test(text));

describe('the exchange of tokens', () => {
  let service: Template;
  let data: Template;
  beforeAll(() => {
    ({ service, data } = templates(withExchange));
  });

  it('gives the functions that call in the user’s name the secret, and what is kept', () => {
    const secret = statementsAbout(service, /toscanini\/exchange/);
    expect(secret.length).toBeGreaterThan(5);
    for (const text of secret) expect(text).toContain('"Action":"secretsmanager:GetSecretValue"');
    expect(statementsAbout(service, /tokens\/\*/).some((text) => text.includes('s3:PutObject'))).toBe(true);
  });

  it('lets them seal and open with a key of its own, for a named deployment only', () => {
    data.hasResourceProperties('AWS::KMS::Alias', {
      AliasName: 'alias/toscanini-tokens',
      TargetKeyId: { 'Fn::GetAtt': [Match.stringLikeRegexp('^TokenKey'), 'Arn'] },
    });
    const sealing = statementsAbout(service, /:key\/\*/);
    expect(sealing.length).toBeGreaterThan(5);
    for (const text of sealing) {
      expect(text).toContain('"Action":["kms:Decrypt","kms:GenerateDataKey"]');
      expect(text).toContain('"ForAnyValue:StringEquals":{"kms:ResourceAliases":"alias/toscanini-tokens"}');
      expect(text).toContain('"kms:EncryptionContextKeys":["deploymentId"]');
    }
    const kept = statementsAbout(service, /tokens\/\*/).filter((text) => text.includes('s3:GetObject'));
    expect(sealing).toHaveLength(kept.length);
  });

  it('refuses the key to whoever names no deployment', () => {
    const [policy] = Object.values(data.findResources('AWS::KMS::Key'))
      .filter(({ Properties }) => /entrust/.test(Properties.Description))
      .map(({ Properties }) => JSON.stringify(Properties.KeyPolicy));
    expect(policy).toContain('"Effect":"Deny"');
    expect(policy).toContain('{"Null":{"kms:EncryptionContext:deploymentId":"true"}}');
  });

  it('is no reason for another key where no issuer has it', () => {
    expect(Object.keys(templates(exampleConfiguration).data.findResources('AWS::KMS::Key'))).toHaveLength(1);
  });

  it('tells the functions how', () => {
    const functions = Object.values(service.findResources('AWS::Lambda::Function'));
    const told = functions.map(({ Properties }) => JSON.stringify(Properties.Environment ?? {}));
    expect(told.filter((text) => text.includes('tokenExchange')).length).toBeGreaterThan(5);
  });
});
