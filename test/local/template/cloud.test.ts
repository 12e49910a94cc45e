import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fn } from 'aws-cdk-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { readCloud } from '../../../local/template/read-cloud.ts';
import { matches } from '../../../local/template/rules.ts';
import { furnishApi, furnishWorkflow, synthesise } from './small-app.ts';

const definition = { StartAt: 'Submit', States: { Submit: { Type: 'Task', Resource: '${SubmitAttempt}', End: true } } };

const directory = mkdtempSync(join(tmpdir(), 'toscanini-asl-'));
afterAll(() => rmSync(directory, { recursive: true }));
const definitionFile = (text: string): string => {
  const file = join(directory, 'some.asl.json');
  writeFileSync(file, text);
  return file;
};

describe('the cloud of a synthesised template', () => {
  it('has the tables with keys, indexes and time to live, and the buckets', () => {
    const { tables, buckets } = readCloud(synthesise(() => {}));
    expect(tables).toMatchObject([
      {
        create: {
          TableName: expect.stringMatching(/^Deployments\w+$/),
          BillingMode: 'PAY_PER_REQUEST',
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
          GlobalSecondaryIndexes: [{ IndexName: 'byOwner', Projection: { ProjectionType: 'KEYS_ONLY' } }],
        },
        timeToLive: 'expiresAt',
      },
    ]);
    expect(tables[0]?.create).not.toHaveProperty('TimeToLiveSpecification');
    expect(buckets).toEqual([expect.stringMatching(/^files[a-z0-9]+$/)]);
  });

  it('gives the functions their entry files, and one environment with the names of both stacks', () => {
    const { functions, environment, tables, buckets } = readCloud(
      synthesise(({ function: handler, table, files, service }) => {
        handler('first', {
          TABLE: table.tableName,
          PARTS: `${service.partition}/${service.region}`,
          NODE_OPTIONS: '-v',
        });
        handler('second', { TABLE: table.tableName, BUCKET: files.bucketName });
      }),
    );
    expect(functions).toMatchObject([
      { entry: 'functions/first.ts', timeoutSeconds: 28 },
      {
        entry: 'functions/second.ts',
        arn: expect.stringMatching(/^arn:aws:lambda:us-east-1:000000000000:function:second/),
      },
    ]);
    expect(environment).toEqual({
      TABLE: tables[0]?.create.TableName,
      BUCKET: buckets[0],
      PARTS: 'aws/us-east-1',
    });
  });

  it('refuses functions that need different values of one variable', () => {
    const assembly = synthesise(({ function: handler }) => {
      handler('first', { MODE: 'a' });
      handler('second', { MODE: 'b' });
    });
    expect(() => readCloud(assembly)).toThrow(/second\w+ and first\w+ need different values of MODE/);
  });

  it('refuses an intrinsic function that it does not know', () => {
    const assembly = synthesise(({ function: handler }) => handler('first', { ZONE: Fn.select(0, Fn.getAzs()) }));
    expect(() => readCloud(assembly)).toThrow('the laptop does not support Fn::GetAZs');
  });

  it('refuses a reference to what a laptop does not have', () => {
    const assembly = synthesise(({ function: handler }) => {
      const first = handler('first');
      handler('second', { ROLE: first.role?.roleArn ?? '' });
    });
    expect(() => readCloud(assembly)).toThrow('the laptop does not support AWS::IAM::Role');
  });

  it("has the API's methods with their paths, mocks and the gateway's own answers", () => {
    const { api, functions } = readCloud(synthesise(furnishApi));
    const path = '/deployments/{deployment_id}';
    expect(api.methods).toMatchObject([
      { path, method: 'GET', target: { functionArn: functions[0]?.arn } },
      { path, method: 'ANY', target: { status: 405, headers: { Allow: 'GET' }, body: '{"code":405}' } },
    ]);
    expect(api.refusals).toEqual({
      REQUEST_TOO_LARGE: { status: 413, headers: { 'Retry-After': '5' }, body: '{"code":413}' },
    });
  });

  it('has the workflows with their placeholders filled in, the schedules and the rules', () => {
    const { workflows, functions, schedules, rules } = readCloud(
      synthesise((app) => furnishWorkflow(app, definitionFile(JSON.stringify(definition)))),
    );
    const [submit, ended, startAndSweep] = functions.map(({ arn }) => arn);
    const [workflow] = workflows;
    expect(JSON.parse(`${workflow?.definition}`)).toMatchObject({ States: { Submit: { Resource: submit } } });
    expect(schedules).toMatchObject([{ everySeconds: 60, functionArns: [startAndSweep] }]);
    expect(rules).toMatchObject([
      {
        pattern: { source: ['aws.states'], detail: { stateMachineArn: [workflow?.arn], status: ['FAILED'] } },
        functionArns: [ended],
      },
    ]);
  });

  it('refuses a placeholder that the template gives nothing for', () => {
    const open = JSON.stringify(definition).replace('SubmitAttempt', 'PollAttempt');
    const assembly = synthesise((app) => furnishWorkflow(app, definitionFile(open)));
    expect(() => readCloud(assembly)).toThrow('has no value for its placeholder ${PollAttempt}');
  });
});

describe('an event pattern', () => {
  const pattern = { source: ['aws.states'], detail: { status: ['FAILED', 'ABORTED'] } };
  it.each([
    [true, { source: 'aws.states', detail: { status: 'ABORTED', name: 'x' }, id: '1' }],
    [false, { source: 'aws.states', detail: { status: 'SUCCEEDED' } }],
    [false, { source: 'aws.s3', detail: { status: 'FAILED' } }],
    [false, { source: 'aws.states' }],
  ])('says %s to %j', (answer, event) => {
    expect(matches(pattern, event)).toBe(answer);
  });
});
