/** Who asked for a change: the event of its acceptance says so, and the record of an ended deployment. */

import { beforeEach, describe, expect, it } from 'vitest';
import type { Identity } from '../../src/foundation/identity.ts';
import { asking, changing, prepared } from './changing-routes.ts';
import { call, people } from './requests.ts';
import { id, serverTemplate } from './samples.ts';
import { serviceForTests } from './service.ts';
import { create, events, get, remove } from './under-test.ts';

const test = serviceForTests();
const ask = asking(test);
const who = ({ issuer, subject }: Identity): Identity => ({ issuer, subject });
const ada = who(people.ada);

/** Each event that was accepted, with the one who asked for it. */
const acceptances = async (deployment: string, query = {}) => {
  const path = { deployment_id: deployment };
  const { json } = await call(events(test.service), { as: 'ada', path, query });
  return json.content.filter(({ kind }) => kind === 'ACCEPTED').map(({ requestedBy }) => requestedBy);
};

const ofDeployments = changing.filter(
  (name) =>
    !/^(schedules|backfills|approvals|providers|moves|pause|webhooks|dead-letters)\//.test(name) &&
    // no administrator answers for who is asked: transfers.test.ts
    !['deployments/create', 'transfers/answer'].includes(name),
);

describe('a change by an administrator', () => {
  it.each(ofDeployments)('%s is told with the administrator, and not with the owner', async (name) => {
    await prepared(test)(name);
    expect((await ask(name, { as: 'ada' })).status).toBeLessThan(300);
    expect(await acceptances(id(1))).toEqual([ada]);
    const operation = (await test.service.deployments.find(id(1)))?.operation;
    if (name.startsWith('deployments/')) expect(operation?.requestedBy).toEqual(ada);
    expect(JSON.stringify(operation)).not.toContain('isAdministrator');
  });

  it.each(ofDeployments)('%s is told so too when its process died, and it is asked for again', async (name) => {
    await prepared(test)(name);
    const headers = { 'Idempotency-Key': `died-${name}` };
    const dying = {
      timeline: { ...test.service.timeline, add: () => Promise.reject(new Error('the process died')) },
      idempotentRequests: {
        ...test.service.idempotentRequests,
        complete: () => Promise.reject(new Error('the process died')),
      },
    };
    await ask(name, { as: 'ada', headers }, dying);
    const later = { idempotentRequests: test.requestsAt(Date.parse('2026-11-21T10:00:00.000Z')) };
    expect((await ask(name, { as: 'ada', headers }, later)).status).toBeLessThan(300);
    expect(await acceptances(id(1))).toEqual([ada]);
  });
});

describe('a deployment that ended', () => {
  let path: { deployment_id: string };
  const ended = { ended: 'true' };
  const members = { userGroup: 'physics', template: serverTemplate };

  beforeEach(async () => {
    const made = await call(create(test.service), { as: 'olga', method: 'POST', body: members });
    path = { deployment_id: String(made.json['uuid']) };
    await call(remove(test.service), { as: 'ada', method: 'DELETE', path });
  });

  it('says who asked for its deletion, to all who may read it', async () => {
    for (const as of ['olga', 'mia', 'ada'] as const) {
      const { json } = await call(get(test.service), { as, path, query: ended });
      expect(json).toMatchObject({ createdBy: who(people.olga), ending: { requestedBy: ada } });
      const [last] = (await call(events(test.service), { as, path, query: ended })).json.content;
      expect(last).toMatchObject({ message: 'the deployment is deleted', requestedBy: ada });
    }
    expect(await acceptances(path.deployment_id, ended)).toEqual([who(people.olga)]);
  });

  it.each(['otto', 'namesake', 'lone'] as const)('says nothing to %s, who may not read it', async (as) => {
    for (const route of [get, events])
      expect((await call(route(test.service), { as, path, query: ended })).status).toBe(404);
  });
});
