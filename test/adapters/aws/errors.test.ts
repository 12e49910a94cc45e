import { describe, expect, it } from 'vitest';
import { type AwsCall, answering, given, openedForNew } from '../../../src/adapters/aws/errors.ts';
import {
  NotFoundError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
  WorkFailedError,
} from '../../../src/foundation/errors.ts';

/** An error as the SDK throws it for an answer that it could read. */
const answer = (httpStatusCode: number, name: string, message = 'said so'): Error =>
  Object.assign(new Error(message), { name, $fault: 'client', $metadata: { httpStatusCode } });

/** What the SDK throws for an answer that it could not read. */
const unreadable = (httpStatusCode: number, error: Error = new SyntaxError('Unexpected token <html>')): Error =>
  Object.assign(error, { $metadata: { httpStatusCode } });

const failing = async (call: AwsCall, error: unknown, secret?: string): Promise<Error> =>
  answering(call, () => Promise.reject(error), secret).then(
    () => expect.unreachable(),
    (reason) => reason,
  );

const calls = ['create', 'update', 'stack', 'machine', 'session', 'key'] as const;

it('gives what AWS answers', async () => {
  expect(await answering('stack', async () => 'an answer')).toBe('an answer');
});

describe('a call that AWS did not answer', () => {
  it.each<readonly [string, Error]>([
    ['no connection', Object.assign(new Error('connect'), { name: 'ECONNREFUSED' })],
    ['500', answer(500, 'InternalError', 'connect')],
    ['503', answer(503, 'AccessDenied', 'connect')],
    ...['Throttling', 'ThrottlingException', 'RequestLimitExceeded', 'SlowDown', 'TooManyRequestsException'].map(
      (name) => [`400 ${name}`, answer(400, name, 'connect')] as const,
    ),
  ])('is an outage, whatever it was about: %s', async (_, error) => {
    for (const call of calls)
      expect(await failing(call, error)).toMatchObject({
        name: 'ProviderUnavailableError',
        outageCause: 'no-answer',
        message: `AWS did not answer: connect (${error.name})`,
        cause: error,
      });
  });

  it.each([
    ['a page instead of the answer', unreadable(200)],
    ['a refusal that was cut off', unreadable(403, new Error('Unexpected token <html>'))],
    ['a mistake that the SDK made while it read', unreadable(400, new TypeError('Unexpected token <html>'))],
    ['an error under the status of a success', answer(399, 'ValidationError', 'Unexpected token <html>')],
  ])('since something stands between is an outage: %s', async (_, error) => {
    expect(await failing('stack', error)).toMatchObject({
      name: 'ProviderUnavailableError',
      message: 'AWS answered with something that cannot be read: Unexpected token <html>',
      cause: error,
    });
  });

  it('quotes nothing of an answer that may hold a private key', async () => {
    const quoting = [new SyntaxError('{"Value":"-----BEGIN"'), unreadable(200), unreadable(400, new Error('BEGIN'))];
    for (const error of quoting) {
      const told = await failing('key', error);
      expect(told).toMatchObject({
        name: 'ProviderUnavailableError',
        message: 'AWS answered with something that cannot be read',
      });
      expect(told.cause).toBeUndefined();
    }
  });
});

describe('an error that is not of AWS', () => {
  it.each([
    new NotFoundError('gone'),
    new NotReadyError('later'),
    new ProviderFailedError('refused'),
    new ProviderUnavailableError('away'),
    new WorkFailedError('wrong'),
    new TypeError('x is not a function'),
    new RangeError('too deep'),
    'no error at all',
  ])('stays as it is: %s', async (error) => {
    expect(await failing('create', error)).toBe(error);
  });
});

describe('a refusal', () => {
  it.each(calls)('of a call about "%s" is the fault of the provider, and says what AWS said', async (call) => {
    const error = answer(400, 'ValidationError', 'no such size');
    const told = await failing(call, error);
    expect(told).toBeInstanceOf(ProviderFailedError);
    expect(told).toMatchObject({ message: 'AWS refused: no such size (ValidationError)', cause: error });
  });

  it.each([
    'InsufficientInstanceCapacity',
    'InsufficientCapacity',
    'InstanceLimitExceeded',
    'VcpuLimitExceeded',
    'VolumeLimitExceeded',
  ])('for want of capacity is no outage, even as a 500: %s', async (name) => {
    const told = await failing('machine', answer(500, name));
    expect(told).toBeInstanceOf(ProviderFailedError);
    expect(told.message).toBe(`AWS refused: said so (${name})`);
  });
});

describe('something that is not there', () => {
  it.each([
    ['ValidationError', 'Stack with id toscanini-1-1 does not exist'],
    ['ValidationError', 'Stack [toscanini-1-1] does not exist'],
    ['ValidationError', 'Stack:arn:aws:cloudformation:eu-west-1:1:stack/a/b does not exist'],
    ['InvalidInstanceID.NotFound', 'The instance ID i-1 does not exist'],
    ['InvalidInstanceID.Malformed', 'Invalid id: "x"'],
  ])('is gone: %s, %s', async (name, message) => {
    expect(await failing('stack', answer(400, name, message))).toMatchObject({
      name: 'NotFoundError',
      message: `AWS refused: ${message} (${name})`,
    });
  });

  it.each([
    ['ValidationError', 'No updates: Stack with id a does not exist'],
    ['ValidationError', 'ChangeSet [a] does not exist'],
    ['ValidationError', 'a change of Stack [a] does not exist'],
    ['ValidationError', 'the export of Stack:a does not exist'],
    ['SomeInvalidInstanceID.NotFound', 'no'],
  ])('is not the infrastructure where AWS speaks of something else: %s, %s', async (name, message) => {
    expect(await failing('stack', answer(400, name, message))).toBeInstanceOf(ProviderFailedError);
  });
});

describe('what Systems Manager cannot do yet', () => {
  it.each(['InvalidInstanceId', 'TooManyUpdates'])('is asked for again: %s', async (name) => {
    expect(await failing('machine', answer(400, name, 'not now'))).toMatchObject({ name: 'NotReadyError' });
  });
});

describe('something that is still being changed', () => {
  it.each([
    ['ValidationError', 'Stack:a is in UPDATE_IN_PROGRESS state and can not be updated.'],
    ['ValidationError', 'Stack [a] is in CREATE_IN_PROGRESS state and cannot be deleted'],
    ['IncorrectInstanceState', 'The instance is not in a state from which it can be started'],
    ['IncorrectState', 'detaching'],
    ['OperationInProgressException', 'another operation'],
  ])('is not ready: %s, %s', async (name, message) => {
    expect(await failing('update', answer(400, name, message))).toMatchObject({
      name: 'NotReadyError',
      message: `the stack is still being changed: ${message}`,
    });
  });

  it.each([
    ['ValidationError', 'Stack:a is in ROLLBACK_COMPLETE state and can not be updated.'],
    ['NotIncorrectState', 'x'],
  ])('is not what has come to its end: %s, %s', async (name, message) => {
    expect(await failing('update', answer(400, name, message))).toBeInstanceOf(ProviderFailedError);
  });
});

describe('refused credentials', () => {
  const names = [
    ...['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation', 'AuthFailure', 'InvalidClientTokenId'],
    ...['ExpiredToken', 'ExpiredTokenException', 'SignatureDoesNotMatch', 'UnrecognizedClientException'],
    'OptInRequired',
  ];

  it.each(names)('are an outage of what exists, since an operator must correct them: %s', async (name) => {
    for (const call of ['update', 'stack', 'machine', 'key'] as const)
      expect(await failing(call, answer(403, name))).toMatchObject({
        name: 'ProviderUnavailableError',
        outageCause: 'credentials-refused',
        message: `AWS refused the credentials of this service: said so (${name})`,
      });
  });

  it.each(names)('end the attempt where nothing exists yet: %s', async (name) => {
    expect(await failing('create', answer(403, name))).toMatchObject({
      name: 'ProviderFailedError',
      message: `AWS refused the credentials of this service: said so (${name})`,
      cause: { outageCause: 'credentials-refused' },
    });
  });

  it('for a role say what the operator must look at', async () => {
    const told = await failing('session', answer(403, 'AccessDenied'));
    expect(told).toMatchObject({ name: 'ProviderUnavailableError', outageCause: 'credentials-refused' });
    expect(told.message).toMatch(/\(AccessDenied\): this role must exist and trust this service/);
  });
});

describe('a template that CloudFormation does not accept', () => {
  const words = ['Template format error: x', 'Template validation error: x', 'Template error: x', 'Invalid template x'];

  it.each(words)(
    'is wrong at every provider when it is new, and changes nothing when it is an update: %s',
    async (x) => {
      const message = `CloudFormation does not accept what the template became: ${x}`;
      const error = answer(400, 'ValidationError', x);
      expect(await failing('create', error)).toMatchObject({ name: 'WorkFailedError', message, cause: error });
      expect(await failing('update', error)).toMatchObject({ name: 'ProviderFailedError', message, cause: error });
    },
  );

  it.each([
    ['create', 'OtherError', 'Template error: x'],
    ['create', 'ValidationError', 'Parameter a has no value. Template error: x'],
    ['stack', 'ValidationError', 'Template error: x'],
  ] as const)('is not what another call or another refusal says: %s, %s, %s', async (call, name, message) => {
    expect(await failing(call, answer(400, name, message))).toMatchObject({
      name: 'ProviderFailedError',
      message: `AWS refused: ${message} (${name})`,
    });
  });
});

describe('a secret that the call sends', () => {
  const secret = 'never/quoted';
  const quoting = `refused: ${secret} and ${encodeURIComponent(secret)}, ${secret}`;

  it('is in neither message nor cause, and the refusal keeps its meaning', async () => {
    const told = await failing('session', answer(403, 'AccessDenied', quoting), secret);
    expect(told).toMatchObject({ name: 'ProviderUnavailableError', outageCause: 'credentials-refused' });
    expect(told.message).toContain('refused: *** and ***, *** (AccessDenied)');
    expect(`${told.cause} ${(told.cause as Error).stack}`).not.toMatch(/never(%2F|\/)quoted/);
  });

  it('is hidden in an error without an answer too', async () => {
    const told = await failing('session', Object.assign(new Error(quoting), { name: 'TimeoutError' }), secret);
    expect(told).toMatchObject({
      name: 'ProviderUnavailableError',
      message: 'AWS did not answer: refused: *** and ***, *** (TimeoutError)',
    });
  });

  it('changes no error that does not quote it, and an absent or empty one changes none at all', async () => {
    const error = answer(400, 'ValidationError', 'nothing secret');
    for (const each of [secret, undefined, '']) {
      const told = await failing('session', error, each);
      expect(told.message).toBe('AWS refused: nothing secret (ValidationError)');
      expect(told.cause).toBe(error);
    }
  });
});

describe('a part of an answer', () => {
  it('is given as it is, though it is empty', () => {
    expect([given('', 'a text'), given(0, 'a number'), given(null, 'nothing')]).toEqual(['', 0, null]);
  });

  it('that is missing proves that something stands between', () => {
    expect(() => given(undefined, 'a list of stacks')).toThrow(ProviderUnavailableError);
    expect(() => given(undefined, 'a list of stacks')).toThrow(
      'AWS answered without a list of stacks, which it never does: something stands between',
    );
  });
});

describe('a session for something new', () => {
  const opened = (error: Error) => openedForNew(() => Promise.reject(error)).catch((reason: unknown) => reason);

  it('is given', async () => {
    expect(await openedForNew(async () => 'a session')).toBe('a session');
  });

  it('whose role may not be assumed is refused: nobody waits for an operator', async () => {
    const refused = await failing('session', answer(403, 'AccessDenied'));
    expect(await opened(refused)).toMatchObject({
      name: 'ProviderFailedError',
      message: refused.message,
      cause: refused,
    });
  });

  it.each([
    new ProviderUnavailableError('away'),
    Object.assign(new Error('another'), { outageCause: 'credentials-refused' }),
  ])('fails with every other error as it is: %s', async (error) => {
    expect(await opened(error)).toBe(error);
  });
});
