import assert from 'node:assert/strict';
import type { Checks } from '../checks.ts';
import { client } from '../client.ts';
import type { Service } from '../service.ts';
import type { ImServer } from './im-server.ts';
import { infrastructuresOf } from './im-view.ts';
import type { LossyProxy } from './lossy-proxy.ts';
import { twoNodes } from './templates.ts';

interface Parties {
  readonly im: ImServer;
  readonly proxy: LossyProxy;
  readonly service: Service;
}

/** The answer to a creation is lost: what was made is found by its name, and neither made twice nor left behind. */
export const checkOrphan = async ({ im, proxy, service }: Parties, checks: Checks): Promise<void> => {
  const user = client(service.url, await service.token());
  const named = async (uuid: string) => (await infrastructuresOf(im.url)).filter(({ name }) => name.includes(uuid));
  await checks.check('service: what was made when the answer was lost is found by its name', async () => {
    proxy.loseNextCreation();
    const { uuid } = await user.create({ template: twoNodes(), parameters: {} });
    const settled = await user.settled(uuid);
    assert.equal(settled.status, 'CREATE_COMPLETE', settled.statusReason);
    assert.equal((await named(uuid)).length, 1);
    await user.delete(uuid);
    await user.gone(uuid);
    assert.deepEqual(await named(uuid), []);
  });
};
