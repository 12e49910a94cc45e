import { describe, expect, it } from 'vitest';
import { creation, limitsOf } from '../../src/http/deployments/creation.ts';
import { readBody } from '../../src/http/pipeline/body.ts';
import { parse } from '../../src/http/pipeline/parse.ts';
import type { Request } from '../../src/http/pipeline/request.ts';

const own = { providerTimeoutMins: 60, mostTimeoutMins: 240 };
const read = (body: object) =>
  parse(creation({ callbacksToPrivateAddresses: false, creationLimits: own }), { template: 't', ...body }, 'body');

describe('what an installation bounds of a request', () => {
  it.each(['timeoutMins', 'providerTimeoutMins'])('is the largest %s, which is said when it is passed', (name) => {
    expect(read({ [name]: 240 })).toMatchObject({ [name]: 240 });
    expect(() => read({ [name]: 241 })).toThrow(`${name} must be at most 240, which this installation allows`);
    expect(() => read({ [name]: '0' })).toThrow(`${name} must be a whole number from 1`);
  });

  it('is what requests have that say nothing', () => {
    expect(limitsOf(read({}), own)).toEqual({ providerTimeoutMins: 60, timeoutMins: 240, keepLastAttempt: false });
    expect(limitsOf(read({ timeoutMins: 30 }), own)).toMatchObject({ timeoutMins: 30 });
    expect(limitsOf(read({}), { mostTimeoutMins: 90 })).toMatchObject({ providerTimeoutMins: 90, timeoutMins: 90 });
  });

  it('is nothing but the defaults of the interface where it says nothing', () => {
    expect(limitsOf(read({}))).toEqual({ providerTimeoutMins: 14_400, keepLastAttempt: false });
  });

  it('is the size of a body', () => {
    const request = { body: JSON.stringify({ template: 'x'.repeat(2_000) }), isBase64: false, headers: {} } as Request;
    expect(readBody(request, 4_096)).toHaveProperty('template');
    expect(() => readBody(request, 1_024)).toThrow('at most 1024 are taken');
  });
});
