import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ports } from '../../lib/permissions/ports.ts';

// so that the handler of an entry file is its list of ports
vi.mock('../../src/runtime/lambda.ts', () => ({ onLambda: (_: unknown, given: object) => given }));

const folder = join(import.meta.dirname, '../../functions');
const names = globSync('**/*.ts', { cwd: folder })
  .map((file) => file.replace(/\.ts$/, ''))
  .toSorted();
const wiring = join(import.meta.dirname, '../../src/wiring');
const joined: readonly object[] = await Promise.all(
  globSync('*.ts', { cwd: wiring }).map((file) => import(/* @vite-ignore */ `${wiring}/${file}`)),
);
const wired = new Map<unknown, string>(
  joined.flatMap((all) => Object.entries(all).map(([name, port]) => [port, name] as const)),
);

/** The names in src/wiring of the ports of an entry file. */
const portsOf = async (name: string): Promise<readonly string[]> => {
  const { handler }: { handler: object } = await import(/* @vite-ignore */ `${folder}/${name}.ts`);
  return Object.entries(handler).map(([port, made]) => {
    const known = wired.get(made);
    if (known === undefined)
      throw new Error(`functions/${name}.ts: export its port ${port} from a file of src/wiring as it is`);
    return known;
  });
};

describe('the ports of functions', () => {
  it('are those of lib/permissions/functions.json', async () => {
    const lines = names.map(async (name) => [name, (await portsOf(name)).toSorted().join(' ')] as const);
    const text = `${JSON.stringify(Object.fromEntries(await Promise.all(lines)), undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot('../../lib/permissions/functions.json');
  });

  it('are the ports that have permissions', async () => {
    const used = new Set((await Promise.all(names.map(portsOf))).flat());
    expect(Object.keys(ports).toSorted()).toEqual([...used].toSorted());
  });
});
