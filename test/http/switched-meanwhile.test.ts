/** Two administrators turn one switch: a request is about what stands there in the last moment (docs/decisions/0088). */

import { afterEach, describe, expect, it } from 'vitest';
import type { Switch } from '../../src/domain/operators/switches.ts';
import { call } from './requests.ts';
import { serviceForTests } from './service.ts';
import { drain, moveList, providerStates, stopMoves } from './under-test.ts';

const test = serviceForTests();
const by = { issuer: 'https://iam.example/', subject: 'bea' };
const mine = { since: '2026-11-20T12:00:00.000Z', by, reason: 'mine' };
const theirs = { ...mine, reason: 'a restore' };

/** The `replace` of a switch, before whose first call another administrator has switched. */
const switchedBefore = <T>(real: Switch<T>, next: T): Switch<T>['replace'] => {
  let isSwitched = false;
  return async (seen, wanted) => {
    if (!isSwitched) await real.replace(await real.current(), next);
    isSwitched = true;
    return real.replace(seen, wanted);
  };
};

const provider = { providerId: 'first', ...mine };
const ofMoves = (): Switch<typeof mine> => {
  const { stopped: current, replaceStopped: replace } = test.service.moveStates;
  return { current: async () => (await current()) as typeof mine | undefined, replace };
};

describe('another administrator switches between the read and the write, and', () => {
  afterEach(async () => {
    for (const one of [ofMoves(), test.service.switches.ofProvider('first')])
      await one.replace((await one.current()) as never, undefined);
  });

  it.each([
    { headers: 'If-Match', status: 412, left: theirs.reason },
    { headers: undefined, status: 204, left: undefined },
  ])('a provider is taken back by $headers: $status', async ({ headers, status, left }) => {
    const { switches } = test.service;
    const real = switches.ofProvider('first');
    await real.replace(undefined, provider);
    const seen = String((await call(providerStates(test.service), { as: 'ada' })).headers['ETag']);
    const replace = switchedBefore(real, { ...provider, ...theirs });
    const ports = { ...test.service, switches: { ...switches, ofProvider: () => ({ ...real, replace }) } };
    const back = { as: 'ada', method: 'PUT', path: { provider_id: 'first' }, body: { draining: false } } as const;
    const answer = await call(drain(ports), { ...back, headers: headers ? { [headers]: seen } : {} });
    expect([answer.status, (await real.current())?.reason]).toEqual([status, left]);
  });

  it.each([
    { headers: 'If-Match', status: 412, left: theirs.reason },
    { headers: undefined, status: 204, left: undefined },
  ])('moves are allowed by $headers: $status', async ({ headers, status, left }) => {
    const { moveStates } = test.service;
    await ofMoves().replace(undefined, mine);
    const seen = String((await call(moveList(test.service), { as: 'ada' })).headers['ETag']);
    const ports = { ...test.service, moveStates: { ...moveStates, replaceStopped: switchedBefore(ofMoves(), theirs) } };
    const allow = { as: 'ada', method: 'PUT', body: { stopped: false } } as const;
    const answer = await call(stopMoves(ports), { ...allow, headers: headers ? { [headers]: seen } : {} });
    expect([answer.status, (await moveStates.stopped())?.reason]).toEqual([status, left]);
  });
});
