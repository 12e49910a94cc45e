import { expect, test } from 'vitest';
import { template } from '../../bench/template.ts';
import { processTemplate } from '../../src/tosca/process.ts';

const imports = { read: async () => Promise.reject(new Error('no imports here')) };

/** How many Maps the work makes. */
const mapsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  const Ordinary = globalThis.Map;
  let made = 0;
  globalThis.Map = class<K, V> extends Ordinary<K, V> {
    constructor(entries?: Iterable<readonly [K, V]> | null) {
      super(entries);
      made += 1;
    }
  } as MapConstructor;
  try {
    await work();
  } finally {
    globalThis.Map = Ordinary;
  }
  return made;
};

const mapsOf = (nodes: number): Promise<number> =>
  mapsDuring(() => processTemplate(template(nodes), { inputs: {}, imports }));

/** A Map takes as long to make and to keep as the ten nodes of YAML around it: twice as many cost a tenth of the whole. */
test('a node makes few Maps', async () => {
  await mapsOf(10); // what types give is made with the first
  const [few, many] = [await mapsOf(100), await mapsOf(300)];
  const ofOne = (many - few) / 200;
  expect(ofOne).toBeGreaterThan(1);
  expect(ofOne).toBeLessThanOrEqual(4.5);
});
