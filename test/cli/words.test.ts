import { describe, expect, it } from 'vitest';
import { briefs } from '../../cli/briefs.ts';
import { CliError } from '../../cli/cli-error.ts';
import { exitCodeOf } from '../../cli/exit-codes.ts';
import { connectionFlagsIn, connectionFlagsLast, deploymentNameFlag } from '../../cli/flags.ts';
import { groups } from '../../cli/help.ts';
import { withNewName } from '../../cli/orchent-names.ts';
import { exitCodes } from '../../cli/outcome.ts';
import { readTemplate } from '../../cli/template.ts';
import { type CatalogEntry, type ErrorName, ToscaniniError } from '../../client/index.ts';
import { call } from './called.ts';

describe('a template', () => {
  it('that is a folder is an error', async () => {
    const nothing = { readInput: async () => Buffer.from('from standard input') };
    const client = { catalogEntry: async (name: string) => ({ template: `that of ${name}` }) as CatalogEntry };
    await expect(readTemplate(nothing, client, '/')).rejects.toThrow('/: it is a folder: name a template in it');
    expect(await readTemplate(nothing, client, '-')).toBe('from standard input');
    expect(await readTemplate(nothing, client, 'catalog:web')).toBe('that of web');
  });

  it('of the catalog without a name is a wrong call: its address would be that of the list', async () => {
    for (const args of [
      ['deploy', 'catalog:'],
      ['catalog', 'show', ''],
      ['catalog', 'template', ''],
    ])
      expect(await call([...args, '--url', 'http://127.0.0.1:1', '--token', 'x']), `${args}`).toMatchObject({
        code: 2,
        error: '✖ the name of the template is empty; toscanini catalog list shows the names\n',
      });
  });
});

describe('flags of the connection', () => {
  it.each([
    ['--url u ls', 'ls --url u'],
    ['--context=lab --token t schedules list', 'schedules list --context=lab --token t'],
    ['--url u deploy -- -', 'deploy --url u -- -'],
    ['--json ls', '--json ls'],
    ['--url u', '--url u'],
    ['--url', '--url'],
    ['ls --url u', 'ls --url u'],
    ['', ''],
  ])('may stand first: %s is %s', (first, last) => expect(connectionFlagsLast(first.split(' ')).join(' ')).toBe(last));
});

describe('the words that a shell completes', () => {
  it.each<[string, string, object]>([
    ['--context lab delete w', 'delete w', { context: 'lab' }],
    ['delete --url=http://x/?a=b w', 'delete w', { url: 'http://x/?a=b' }],
    ['delete w --token t --context lab ', 'delete w ', { token: 't', context: 'lab' }],
    // what is typed now is no flag yet
    ['ls --context', 'ls --context', {}],
    ['ls --context l', 'ls --context l', {}],
    ['ls --context=l', 'ls --context=l', {}],
    ['deploy --name lab --inp', 'deploy --name lab --inp', {}],
    ['', '', {}],
  ])('are without the flags of the connection, which say whose names are proposed: %s', (typed, words, flags) => {
    const found = connectionFlagsIn(typed.split(' '));
    expect({ words: found.words.join(' '), flags: found.flags }).toEqual({ words, flags });
  });
});

describe("orchent's names", () => {
  it.each([
    ['depls -c me', 'ls --by me'],
    ['depls --user_group=g', 'ls --group=g'],
    ['resshow u r', 'show u r'],
    ['test', 'doctor'],
    ['depshow u', 'show u'],
    [
      'depcreate t {"a":1} --user_group=g --keepLastAttempt',
      'deploy --detach t --inputs {"a":1} --group=g --keep-last',
    ],
    ['depupdate u t {"a":1}', 'update --detach --yes u t --inputs {"a":1}'],
    ['depdel u --force', 'delete --detach --yes u --force'],
    ['vmstop u r', 'stop u r'],
    ['ls --json', 'ls --json'],
    ['', ''],
    ['constructor', 'constructor'],
  ])('%s is %s', (old, now) => {
    const words = (text: string) => text.split(' ').filter((word) => word !== '');
    expect(withNewName(words(old)).args).toEqual(words(now));
  });

  it('say what they are called now', () => {
    expect(withNewName(['depls']).newName).toBe('toscanini ls');
    expect(withNewName(['ls']).newName).toBeUndefined();
  });
});

describe('the exit code', () => {
  const of = (name: ErrorName) => exitCodeOf(new ToscaniniError('why', { name }));

  it.each<[ErrorName, number]>([
    ['InvalidError', 1],
    ['UnauthenticatedError', 3],
    ['ForbiddenError', 3],
    ['NotFoundError', 4],
    ['ConflictError', 5],
    ['PreconditionFailedError', 5],
    ['ThrottledError', 6],
    ['UnavailableError', 6],
  ])('of %s is %i', (name, code) => expect(of(name)).toBe(code));

  it('of our own errors is that of their outcome, and of a defect 1', () => {
    expect(exitCodeOf(new CliError('waitedTooLong', ''))).toBe(7);
    expect(exitCodeOf(new CliError('interrupted', ''))).toBe(exitCodes.interrupted);
    expect(exitCodeOf(new TypeError('x'))).toBe(1);
  });
});

describe('a call without a service', () => {
  const nowhere = { env: { HOME: '/nowhere' } };

  it('says how to get one', async () => {
    expect(await call(['ls'], nowhere)).toMatchObject({
      code: 2,
      error: expect.stringContaining('no service is known: start one on this machine with npm start'),
    });
  });

  it('checks templates all the same', async () => {
    expect(await call(['check', 'examples/web-server.yaml'], nowhere)).toMatchObject({
      code: 0,
      out: expect.stringContaining('no problems'),
    });
    const broken = await call(['check', 'examples/broken.yaml', 'examples/web-server.yaml', '--json'], nowhere);
    expect(broken).toMatchObject({ code: 1, error: '' });
    expect(
      broken.out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).ok),
    ).toEqual([false, true]);
    expect((await call(['check', '--graph', 'examples/web-server.yaml'], nowhere)).out).toContain('flowchart');
    expect(await call(['check', 'no-such-file.yaml'], nowhere)).toMatchObject({ code: 2 });
  });

  it.each([
    ['deploy', 'FILE is missing'],
    ['deploy x.yaml --max-providers many', 'many is no whole number above 0'],
    ['schedules create x.yaml --files . --replicate . --replicas 0', '0 is no whole number above 0'],
    ['ls --limit 1.5', '1.5 is no whole number above 0'],
    ['ls --state broken', 'broken is no state: write working, complete, failed, deleted, or a status'],
    ['ls -o xml', '--output xml: write one of wide, name, json, yaml'],
    ['ls --nothing', 'there is no flag --nothing'],
    ['ls --jsn', 'there is no flag --jsn, did you mean --json?'],
    ['show web --yes', 'there is no flag --yes\nthe same command with --help'],
    ['ls -z', 'there is no flag -z'],
    ['ls --limit', '--limit needs a value'],
    ['ls --name a --name b', '--name is given twice: a and b'],
    ['show one two three', '"three" is one argument too many: put a text with spaces in quotes'],
    ['completion tcsh', 'SHELL: tcsh is no shell that is known'],
    ['deplyo x.yaml', 'there is no command deplyo, did you mean deploy?'],
    ['schedules lst', 'there is no command lst, did you mean list?'],
    ['nothing-like-it', 'there is no command nothing-like-it\ntoscanini --help lists the commands'],
    ['ls --name ', '--name: the value is empty'],
    ['ls --name=', '--name= has no value'],
    ['ls --url ', '--url: the value is empty'],
    ['deploy x.yaml --name ', '--name: the value is empty'],
    ['up x.yaml --name @last', '--name: @last means your newest deployment: choose another name'],
    [`deploy x.yaml --name ${'n'.repeat(101)}`, '--name: a name has at most 100 characters, and this one has 101'],
    ['deploy x.yaml --timeout 0h', '--timeout: 0h is too short: write at least 1m, or leave the flag out'],
    ['context use nowhere', 'there is no context nowhere; known: none'],
    ['context use constructor', 'there is no context constructor; known: none'],
    ['login http://127.0.0.1:1 --token-stdin', 'standard input is empty: a token is expected there'],
    ['ls --by maria', 'maria is no user; write me, or SUBJECT@ISSUER'],
    ['deploy x.yaml --callback there', 'there is not an address; write it as https://example.org/told'],
    [
      'deploy examples/web-server.yaml --url http://127.0.0.1:1 --timeout 1h --provider-timeout 2h',
      '--provider-timeout is longer than --timeout',
    ],
    ['context list --json -o yaml', '--json and --output yaml: name one of them'],
    ['graph x --dot --mermaid', '--dot and --mermaid: name one of them'],
    // a deployment of that name is meant, and not the folder
    ['graph docs', 'no service is known'],
    ['login nonsense', 'nonsense is not an address; write it as https://toscanini.example.org'],
    ['ls --url nonsense', 'nonsense is not an address'],
  ])('that is wrong says what is allowed: %s', async (words, message) => {
    const { code, out, error } = await call(words.split(' '), nowhere);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toContain(message);
    expect(error).not.toMatch(/defect|\n {4}at /);
  });

  it('that lacks two arguments names both, and says once where the right one is shown', async () => {
    const { code, error } = await call(['adopt'], nowhere);
    expect(code).toBe(2);
    expect(error.trimEnd().split('\n')).toEqual([
      '✖ PROVIDER/INFRASTRUCTURE is missing',
      '✖ FILE is missing',
      'the same command with --help shows how it is called',
    ]);
  });

  it.each([['--help'], ['-h'], ['help'], ['']])(
    'describes every command on a page that fits on a screen: %s',
    async (word) => {
      const { code, out } = await call(word === '' ? [] : [word], nowhere);
      expect(code).toBe(0);
      for (const [name, brief] of Object.entries(briefs))
        expect(out).toMatch(new RegExp(`^  ${name} +${brief.replaceAll('.', '\\.')}$`, 'm'));
      expect(Object.values(groups).flat().toSorted()).toEqual(Object.keys(briefs).toSorted());
      expect(out.split('\n').length).toBeLessThan(66);
      expect(out.split('\n').filter((line) => line.length > 110)).toEqual([]);
    },
  );

  it('knows the words that other commands have for help and version', async () => {
    expect((await call(['help', 'schedules', 'list'], nowhere)).out).toBe(
      (await call(['schedules', 'list', '--help'], nowhere)).out,
    );
    expect((await call(['version'], nowhere)).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('with an empty id never means the only deployment', async () => {
    const known = { env: { TOSCANINI_URL: 'http://127.0.0.1:1', TOSCANINI_TOKEN: 'x' } };
    for (const words of [
      ['delete', '', '--yes'],
      ['show', ' '],
      ['stop', '', 'web'],
    ])
      expect(await call(words, known)).toMatchObject({ code: 2, error: expect.stringContaining('the ID is empty') });
  });

  it('takes no empty template', async () => {
    const known = { env: { TOSCANINI_URL: 'http://127.0.0.1:1', TOSCANINI_TOKEN: 'x' }, input: '\n' };
    expect(await call(['deploy', '-'], known)).toMatchObject({
      code: 2,
      error: expect.stringContaining('standard input is empty: a template is expected there'),
    });
  });

  it('reads an archive from standard input too', async () => {
    const zip = { readInput: async () => Buffer.from('PK\x03\x04\xff\xfe', 'latin1') };
    const nothing = { catalogEntry: async () => Promise.reject(new Error('not asked')) };
    expect(await readTemplate(zip, nothing, '-')).toBe(Buffer.from('PK\x03\x04\xff\xfe', 'latin1').toString('base64'));
  });

  it('ends with 130 when the user has enough while it waits', async () => {
    const known = { TOSCANINI_URL: 'http://127.0.0.1:1', TOSCANINI_TOKEN: 'x' };
    const { code, error } = await call(['ls'], { env: known, interrupted: AbortSignal.abort() });
    expect({ code, error }).toEqual({ code: 130, error: 'interrupted\n' });
  });
});

it('counts the characters of a name as the service does', () => {
  const name = '🙂'.repeat(100);
  expect(deploymentNameFlag('').parse(name)).toBe(name);
  expect(() => deploymentNameFlag('').parse(`${name}🙂`)).toThrow('this one has 101');
});
