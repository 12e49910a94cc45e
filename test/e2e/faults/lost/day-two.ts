/** What is done on a deployment that stands, or with what stands: moves, runs, adoption, office hours, new owners; and what administrators switch. */

import { heldBy } from '../held.ts';
import { templateOf } from '../templates.ts';
import { created, place, recordOf, type Scenario, wanted } from './prepared.ts';
import { clear } from './records.ts';
import { runs } from './runs.ts';
import type { Scene } from './scene.ts';
import { moving } from './service.ts';

/** The provider at which it stands gives no answer any more. */
const silence = async ({ house: { fetch, sandbox }, deployer }: Scene): Promise<void> => {
  const put = (address: string, body: object) => fetch(address, { method: 'PUT', body: JSON.stringify(body) });
  const silent = { call: '*', answer: 'lose-before', region: 'eu-west-1' };
  if (deployer === 'cloudformation') await put(`${sandbox.awsUrl}/_sandbox/aws`, { faults: [silent] });
  else await put(`${sandbox.imUrl}/_sandbox/clouds/sandbox-a`, { fault: 'silent' });
};

const answersAgain = async ({ house: { fetch, sandbox }, deployer }: Scene): Promise<void> => {
  const put = (address: string, body: object) => fetch(address, { method: 'PUT', body: JSON.stringify(body) });
  if (deployer === 'cloudformation') await put(`${sandbox.awsUrl}/_sandbox/aws`, { faults: [] });
  else await put(`${sandbox.imUrl}/_sandbox/clouds/sandbox-a`, { fault: null });
};

/** A check finds that nothing answers. */
const missed = async (scene: Scene): Promise<void> => {
  await silence(scene);
  await scene.ask('check', { path: await place(scene), key: 'check' });
  await scene.look(async (check) => check?.outage !== undefined);
};

/** What it has left at the provider is destroyed when that answers again. */
const leave = async (scene: Scene): Promise<void> => {
  await answersAgain(scene);
  for (const minutes of [2, 6, 6, 6, 40, 200, 1_500]) await scene.sweepOrphans(minutes);
};

const askToMove = async (scene: Scene): Promise<void> => {
  await scene.ask('move', { path: await place(scene), body: {}, key: 'move' });
  await scene.work();
};

const thatMayMove = `${templateOf({ count: 1 }).replace('imports:', 'imports:\n  - toscanini-types.yaml')}  policies:
    - elsewhere: { type: toscanini.policies.Moving }
`;

const agoMins = ({ house }: Scene, instant: string | undefined): number =>
  instant === undefined ? 0 : (house.clock.now().getTime() - Date.parse(instant)) / 60_000;

const moves: readonly Scenario[] = [
  {
    name: 'move',
    prepare: async (scene) => {
      await created(scene);
      await missed(scene);
    },
    act: async (scene) => {
      await askToMove(scene);
      await leave(scene);
    },
  },
  {
    name: 'move without a request',
    prepare: async (scene) => {
      await created(scene, { template: thatMayMove });
      await silence(scene);
      await scene.ask('check', { path: await place(scene), key: 'check' });
      // so that the next look is the one after which it is gone: as many calls in each run
      await scene.look(async (check) => agoMins(scene, check?.outage?.since) > moving.afterMins - 5);
    },
    act: async (scene) => {
      await scene.look(async () => (await recordOf(scene)).status === 'UPDATE_IN_PROGRESS');
      await scene.work();
      await leave(scene);
    },
  },
];

const closed = (now: Date) => {
  const days = [-1, 0, 1, 2, 3].map((day) => new Date(now.getTime() + day * 86_400_000).toISOString().slice(0, 10));
  return { ...open, exceptions: days.map((date) => ({ date })) };
};
const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const open = { timeZone: 'UTC', days: week, start: '00:00', stop: '24:00' };

const setHours = async (scene: Scene, officeHours: object, key: string): Promise<void> => {
  await scene.ask('changeHours', { path: await place(scene), body: { officeHours }, key });
};

const atHome = async (scene: Scene): Promise<void> => {
  await created(scene);
  await setHours(scene, closed(scene.house.clock.now()), 'closed');
};

const hours: readonly Scenario[] = [
  {
    name: 'office hours',
    prepare: created,
    act: (scene) => setHours(scene, closed(scene.house.clock.now()), 'closed'),
  },
  { name: 'office hours end', prepare: atHome, act: (scene) => scene.keepHours() },
  {
    name: 'office hours begin',
    prepare: async (scene) => {
      await atHome(scene);
      await scene.keepHours();
      await setHours(scene, open, 'open');
    },
    act: (scene) => scene.keepHours(),
  },
];

/** The record is lost, and what it was about stands: ann's at the Infrastructure Manager, the installation's at AWS. */
const forgotten = async (scene: Scene): Promise<void> => {
  await created(scene);
  await clear(scene.house);
};

const adopt = async (scene: Scene): Promise<void> => {
  const { deployer, house } = scene;
  const [one] = await heldBy(house);
  const adopted = `${one?.cloud}/${deployer === 'cloudformation' ? one?.name : one?.id}`;
  const token = await house.sandbox.token({ subject: 'ann', administrator: deployer === 'cloudformation' });
  await scene.ask('create', { body: wanted(scene), query: { adopt: adopted }, key: 'adopt', token });
  await scene.work();
};

const adoptions: readonly Scenario[] = [{ name: 'adopt', prepare: forgotten, act: adopt }];

/** Their agreement is with the cloud that knows users by their own tokens alone. */
const physics = { groups: ['physics'] };

const ofPhysics = async (scene: Scene): Promise<void> => {
  const token = await scene.house.sandbox.token({ subject: 'ann', ...physics });
  await created(scene, { userGroup: 'physics' }, token);
};

const give = async (scene: Scene): Promise<void> => {
  const token = await scene.house.sandbox.token({ subject: 'ann', ...physics });
  const body = { transfer: { to: 'bob' } };
  await scene.ask('askForOwner', { path: await place(scene), body, key: 'give', token });
};

const answer = async (scene: Scene, word: 'accept' | 'decline'): Promise<void> => {
  const token = await scene.house.sandbox.token({ subject: 'bob', ...physics });
  await scene.ask('answerTransfer', { path: await place(scene), body: { answer: word }, key: word, token });
};

const given = async (scene: Scene): Promise<void> => {
  await ofPhysics(scene);
  await give(scene);
};

const transfers: readonly Scenario[] = [
  { name: 'give', prepare: ofPhysics, act: give },
  { name: 'accept', prepare: given, act: (scene) => answer(scene, 'accept') },
  { name: 'decline', prepare: given, act: (scene) => answer(scene, 'decline') },
];

const ofAdministrator = async (scene: Scene) => ({
  token: await scene.house.sandbox.token({ subject: 'root', administrator: true }),
});

const drain = async (scene: Scene, draining: boolean): Promise<void> => {
  const path = { provider_id: 'sandbox-a' };
  await scene.ask('drain', { path, body: { draining }, key: `${draining}`, ...(await ofAdministrator(scene)) });
};

const stopMoves = async (scene: Scene, stopped: boolean): Promise<void> => {
  await scene.ask('stopMoves', { body: { stopped }, key: `${stopped}`, ...(await ofAdministrator(scene)) });
};

const switches: readonly Scenario[] = [
  { name: 'drain', act: (scene) => drain(scene, true) },
  { name: 'drain no more', prepare: (scene) => drain(scene, true), act: (scene) => drain(scene, false) },
  { name: 'stop all moves', act: (scene) => stopMoves(scene, true) },
  { name: 'allow moves', prepare: (scene) => stopMoves(scene, true), act: (scene) => stopMoves(scene, false) },
];

const anywhere = [...moves, ...hours, ...adoptions];

/** In an outage of AWS the SDK makes other numbers of calls, by the way in which an answer is lost: what is recorded would not be met. */
const atAws = anywhere.filter(({ name }) => name !== 'move without a request');

export const dayTwo: readonly Scenario[] = [
  ...anywhere,
  ...atAws.map((one): Scenario => ({ ...one, name: `AWS: ${one.name}`, deployer: 'cloudformation' })),
  ...runs,
  ...transfers,
  ...switches,
];
