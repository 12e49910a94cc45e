import { describe, expect, it } from 'vitest';
import { compute, container, runtime, told, weighed } from './requested.ts';

const faas = 'tosca.nodes.aisprint.FaaS.Function';

describe('a container', () => {
  const nodes = (...containers: readonly ReturnType<typeof container>[]) => [runtime('docker', {}), ...containers];
  const [shop, cart] = [container('shop', 'docker'), container('cart', 'docker')];
  const image = (file: string) => nodes(container('shop', 'docker', { artifacts: { image: { file } } }));
  const copies = (count: number) => nodes(container('shop', 'docker', { count }));
  const function_ = { ...compute('resize'), type: faas, types: [faas] };

  it.each([
    ['container', nodes(shop, cart), nodes(shop), 'cart type refused'],
    ['function', nodes(shop, function_), nodes(shop), 'resize type refused'],
  ])('cannot be dropped: the Infrastructure Manager would run the %s again', (_, before, after, line) => {
    const judged = weighed(before, after);
    expect(told(judged)).toEqual([line]);
    expect(judged.changes[0]?.why).toMatch(/keeps running the container of a node that a new template leaves out/);
    expect(told(weighed(before, after, { replace: true }))).toEqual([line]);
  });

  it('that only a failed update added does not block the template in force, and is told to stay', () => {
    const judged = weighed(nodes(shop, cart), nodes(shop), { inForce: nodes(shop) });
    expect(told(judged)).toEqual(['cart type kept']);
    expect(judged.changes[0]?.why).toMatch(/the update that added it failed.+until the deployment is deleted/);
  });

  it('can be added', () => {
    expect(told(weighed(nodes(shop), nodes(shop, cart)))).toEqual([]);
  });

  it('gets another image only when it is replaced', () => {
    expect(told(weighed(image('a:1'), image('a:2')))).toEqual(['shop artifacts.image.file refused']);
    expect(told(weighed(image('a:1'), image('a:2'), { replace: ['shop'] }))).toEqual([
      'shop artifacts.image.file replaced',
    ]);
  });

  it('is there once or not at all', () => {
    expect(weighed(copies(1), copies(2)).changes).toMatchObject([
      { node: 'shop', property: 'count', old: 1, new: 2, how: 'refused', why: expect.stringContaining('once at most') },
    ]);
    expect(told(weighed(copies(1), copies(0)))).toEqual(['shop count scaled']);
  });
});
