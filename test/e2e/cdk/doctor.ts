import assert from 'node:assert/strict';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import type { Checks } from '../checks.ts';
import { account } from './cdk.ts';
import type { Installed } from './deployed.ts';

const examined = v.object({
  findings: v.array(v.looseObject({ subject: v.string(), verdict: v.string(), seen: v.string() })),
});

/** What `npm run doctor -- --stack` asks, from inside of the installation. */
export const checkDoctor = async (endpoint: string, { doctor, sandbox }: Installed, checks: Checks): Promise<void> => {
  const client = new LambdaClient({
    endpoint,
    region: account.AWS_REGION,
    credentials: { accessKeyId: account.AWS_ACCESS_KEY_ID, secretAccessKey: account.AWS_SECRET_ACCESS_KEY },
  });
  await checks.check(
    'doctor: issuer, manager, clouds, secrets of both stores, tables and buckets are well',
    async () => {
      const { Payload, FunctionError } = await client.send(new InvokeCommand({ FunctionName: doctor, Payload: '{}' }));
      const text = Buffer.from(Payload ?? []).toString();
      assert.equal(FunctionError, undefined, text);
      const { findings } = v.parse(examined, JSON.parse(text));
      assert.deepEqual(
        findings.filter(({ verdict }) => verdict !== 'ok'),
        [],
      );
      const subjects = findings.map(({ subject }) => subject);
      for (const { id } of sandbox.providers) assert.ok(subjects.includes(`provider ${id}`), subjects.join());
      for (const kind of ['issuer', 'secret ssm:', 'secret toscanini/', 'table', 'bucket', 'functions at once'])
        assert.ok(
          subjects.some((subject) => subject.startsWith(kind)),
          `${kind} is not among ${subjects.join()}`,
        );
    },
  );
  client.destroy();
};
