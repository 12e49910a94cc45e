import { describe, expect, it } from 'vitest';
import { secretNotes } from '../../../src/domain/batch/secret-notes.ts';

const arn = (rest: string): string => `arn:aws:${rest}`;

describe('a secret of a job', () => {
  it.each([
    arn('secretsmanager:eu-west-1:111111111111:secret:toscanini-containers/team/word-AbCdEf'),
    arn('secretsmanager:eu-west-1:111111111111:secret:toscanini-containers/word-AbCdEf:password::'),
    'arn:aws-us-gov:ssm:us-gov-west-1:111111111111:parameter/toscanini-containers/word',
    '/toscanini-containers/word',
    'toscanini-containers/word',
  ])('that the installation may read gets no note: %s', (from) => expect(secretNotes({ WORD: from })).toEqual([]));

  it.each([
    arn('secretsmanager:eu-west-1:111111111111:secret:payroll/word-AbCdEf'),
    arn('ssm:eu-west-1:111111111111:parameter/payroll/word'),
    '/payroll/word',
    'word',
  ])('of another name is said, without its name: %s', (from) =>
    expect(secretNotes({ WORD: from })).toEqual([
      "reads the secret WORD, whose name does not begin with toscanini-containers/: it starts only where the provider's execution role may read it",
    ]),
  );

  it.each([arn('s3:::bucket/word'), arn('ssm:x'), 'my secret word!', 'https://vault.example/word', ''])(
    'that is no reference is said, without its value: %s',
    (from) =>
      expect(secretNotes({ WORD: from })).toEqual([
        'names for the secret WORD no ARN of Secrets Manager or Parameter Store: AWS Batch will not start it',
      ]),
  );
});
