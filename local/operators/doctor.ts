/**
 * `npm run doctor`: checks whether the service on this machine has what it needs. `npm run doctor -- --stack
 * toscanini-service`: checks an installation in AWS from inside, and its account, with the `aws` command.
 */

import { parseArgs } from 'node:util';
import * as v from 'valibot';
import type { Examined } from '../../src/domain/doctor/examination.ts';
import { conform } from '../../src/foundation/shape/examine.ts';
import { LaptopError, wordsOf } from '../machine/laptop-error.ts';
import { readRunning } from '../machine/running.ts';
import { accountFindings } from './account.ts';
import { aws, invoked } from './aws-command.ts';
import { reportOf } from './doctor-report.ts';
import { outputOf } from './stack-outputs.ts';

const examined = v.object({
  findings: v.array(
    v.object({
      subject: v.string(),
      verdict: v.picklist(['ok', 'failed', 'late']),
      seen: v.string(),
      advice: v.optional(v.string()),
    }),
  ),
});

const onLaptop = async (): Promise<unknown> => {
  const door = readRunning()?.operators;
  if (door === undefined)
    throw new LaptopError('the service does not run on this machine: start it (npm start), or name a --stack in AWS');
  const response = await fetch(`${door}/doctor`, { method: 'POST' }).catch((cause: unknown) => {
    throw new LaptopError('the service does not answer: restart it (npm start)', { cause });
  });
  if (!response.ok) throw new LaptopError(`the doctor failed: ${await response.text()}`);
  return response.json();
};

const inCloud = async (stack: string): Promise<unknown> => {
  const { failure, answer } = await invoked(await outputOf(aws, stack, 'DoctorFunction'), '{}');
  if (failure !== undefined) throw new LaptopError(`the doctor failed: ${failure}`);
  return JSON.parse(answer);
};

try {
  const { values } = parseArgs({ options: { stack: { type: 'string' } } });
  const answer = await (values.stack === undefined ? onLaptop() : inCloud(values.stack));
  const { findings: inside } = conform(examined, answer) as Examined;
  const findings = [...inside, ...(values.stack === undefined ? [] : await accountFindings(aws))];
  console.log(reportOf({ findings }));
  if (findings.some(({ verdict }) => verdict !== 'ok')) process.exitCode = 1;
} catch (error) {
  console.error(wordsOf(error));
  process.exitCode = 2;
}
