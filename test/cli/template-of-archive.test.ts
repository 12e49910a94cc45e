import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { zip } from '../tosca/archives.ts';
import { call } from './called.ts';

const entry = 'tosca_definitions_version: tosca_simple_yaml_1_3\n';
const archive = zip({ 'web.yaml': entry, 'scripts/install.sh': 'echo' });

let sent: string;
let server: Server;
beforeEach(async () => {
  server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(sent);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
});
afterEach(() => {
  server.close();
});

const template = (live: boolean) =>
  call(['template', '11111111-0000-1000-8000-111111110000'], {
    live,
    env: { TOSCANINI_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, TOSCANINI_TOKEN: 'x' },
  });

describe('the template of a deployment', () => {
  it('is shown on a terminal as its text, also out of an archive, whose other files are named', async () => {
    sent = archive;
    expect(await template(true)).toMatchObject({
      ...{ code: 0, out: entry },
      error:
        'this is web.yaml of an archive with web.yaml, scripts/install.sh; a pipe or a file gets the whole archive, in base64\n',
    });
    sent = entry;
    expect(await template(true)).toMatchObject({ code: 0, out: entry, error: '' });
  });

  it('is what was sent where a program reads it', async () => {
    sent = archive;
    expect(await template(false)).toMatchObject({ code: 0, out: archive, error: '' });
  });
});
