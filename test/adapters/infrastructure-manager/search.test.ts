import { describe, expect, it } from 'vitest';
import { json, refusal, scripted } from '../../fixtures/im/replies.ts';

const address = (of: string) => `http://im-behind-a-proxy:8800/infrastructures/${of}`;

describe('find', () => {
  const list = (...ids: string[]) => json({ 'uri-list': ids.map((one) => ({ uri: address(one) })) });
  const named = (name: string) => json({ tosca: `metadata: {infra_name: ${name}}\ntopology_template: {}\n` });

  it('answers the newest infrastructure of exactly this name', async () => {
    const { im } = scripted({
      'GET /infrastructures': list('a', 'b', 'c'),
      'GET /infrastructures/a/tosca': named('toscanini-1-10'),
      'GET /infrastructures/b/tosca': named('toscanini-1-1'),
      'GET /infrastructures/c/tosca': named('toscanini-1-1'),
    });
    expect(await im.find('toscanini-1-1')).toBe('b');
  });

  it('passes over what is gone, unnamed, unreadable or not made from TOSCA', async () => {
    const { im } = scripted({
      'GET /infrastructures': list('gone', 'unnamed', 'broken', 'radl19', 'radl20', 'good'),
      'GET /infrastructures/unnamed/tosca': json({ tosca: 'topology_template: {}' }),
      'GET /infrastructures/broken/tosca': json({ tosca: 'a: [1' }),
      'GET /infrastructures/radl19/tosca': refusal(
        400,
        "Error Getting Inf. prop: 403 Forbidden: 'tosca' infrastructure property is not valid in this infrastructure",
      ),
      'GET /infrastructures/radl20/tosca': refusal(
        403,
        "'tosca' infrastructure property is not valid in this infrastructure",
      ),
      'GET /infrastructures/good/tosca': named('wanted'),
    });
    expect(await im.find('wanted')).toBe('good');
  });

  it('answers undefined when there is none', async () => {
    expect(await scripted({ 'GET /infrastructures': list() }).im.find('wanted')).toBeUndefined();
  });

  it('fails rather than say there is none when one cannot be read', async () => {
    const { im } = scripted({
      'GET /infrastructures': list('a'),
      'GET /infrastructures/a/tosca': new Response('', { status: 502 }),
    });
    await expect(im.find('wanted')).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
  });
});

describe('the names of infrastructures', () => {
  const named = (name: string) => json({ tosca: `metadata: {infra_name: ${name}}` });

  it('are those that have one, each read once by one process', async () => {
    const { im, seen } = scripted({
      'GET /infrastructures/names-a/tosca': named('one'),
      'GET /infrastructures/names-b/tosca': json({ tosca: 'metadata: {infra_name: 7}' }),
    });
    const expected = new Map([['names-a', 'one']]);
    expect(await im.names(['names-a', 'names-b', 'names-gone'])).toEqual(expected);
    expect(seen).toHaveLength(3);
    expect(await im.names(['names-a'])).toEqual(expected);
    expect(seen).toHaveLength(3);
  });

  it('are not said to be none when one cannot be read', async () => {
    const { im } = scripted({ 'GET /infrastructures/names-c/tosca': new Response('', { status: 502 }) });
    await expect(im.names(['names-c'])).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
  });
});

describe('the list of infrastructures', () => {
  it('has their ids, and leaves out what is no address of one', async () => {
    const uris = [address('a'), `${address('b')}/`, `${address('c')}?x`, 'http://im.example/clouds/d'];
    const { im } = scripted({ 'GET /infrastructures': json({ 'uri-list': uris.map((uri) => ({ uri })) }) });
    expect(await im.list()).toEqual(['a', 'b', 'c']);
  });
});
