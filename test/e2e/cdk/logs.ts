import assert from 'node:assert/strict';
import { z } from 'zod';
import type { Checks } from '../checks.ts';
import { account } from './cdk.ts';
import type { Installed } from './deployed.ts';

const groups = z.object({ logGroups: z.array(z.object({ logGroupName: z.string() })) });
const events = z.object({
  events: z.array(z.object({ message: z.string() })),
  nextToken: z.string().nullish(),
});

/** What CloudWatch Logs holds after everything else: every function wrote, and nobody wrote a secret. */
export const checkLogs = async (aws: string, { sandbox }: Installed, checks: Checks): Promise<void> => {
  const ask = (operation: string, input: unknown): Promise<unknown> => cloudWatchLogs(aws, operation, input);
  await checks.check('logs: no token, password or secret is in any of them', async () => {
    const lines = await allLines(ask);
    assert.ok(lines.length > 50, `${lines.length} lines: expected those of every function`);
    const secrets = Object.values(sandbox.secrets).flatMap(({ password }) =>
      password === undefined ? [] : [password],
    );
    for (const secret of [...secrets, 'Bearer ey']) {
      const found = lines.find((line) => line.includes(secret));
      assert.equal(found, undefined, 'a secret was logged');
    }
  });
};

const allLines = async (ask: (operation: string, input: unknown) => Promise<unknown>): Promise<string[]> => {
  const lines: string[] = [];
  const { logGroups } = groups.parse(await ask('DescribeLogGroups', {}));
  for (const { logGroupName } of logGroups) {
    let nextToken: string | null | undefined;
    do {
      const page = events.parse(await ask('FilterLogEvents', { logGroupName, ...(nextToken && { nextToken }) }));
      lines.push(...page.events.map(({ message }) => message));
      nextToken = page.nextToken;
    } while (nextToken);
  }
  return lines;
};

/** Two calls do not pay for a client of their own in package.json; the emulator checks no signature, only whose key it is. */
const cloudWatchLogs = async (aws: string, operation: string, input: unknown): Promise<unknown> => {
  const answer = await fetch(aws, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-amz-json-1.1',
      'X-Amz-Target': `Logs_20140328.${operation}`,
      Authorization: `AWS4-HMAC-SHA256 Credential=${account.AWS_ACCESS_KEY_ID}/20260101/${account.AWS_REGION}/logs/aws4_request, SignedHeaders=host, Signature=none`,
    },
    body: JSON.stringify(input),
  });
  if (!answer.ok) throw new Error(`CloudWatch Logs answered ${answer.status} to ${operation}: ${await answer.text()}`);
  return answer.json();
};
