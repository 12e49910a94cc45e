import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as errors from '../../../src/foundation/errors.ts';
import { refuse, statusFor, statusOf, titleOf } from '../../../src/http/pipeline/errors.ts';
import { readRequest } from '../../../src/http/pipeline/request.ts';
import type { Problem } from '../../../src/tosca/problems.ts';
import { context, event, type Sent } from '../requests.ts';

const refusal = (error: unknown, sent: Sent = {}) => refuse(error, readRequest(event(sent), context));
const body = (error: unknown) => JSON.parse(refusal(error).body);

/** `| \`Name\` | 404 |` or `| \`Name\` | - |` */
const documented = Object.fromEntries(
  [
    ...readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8').matchAll(/^\| `(\w+)` \| (\S+) \|/gm),
  ].map(([, name, status]) => [name, status]),
);

describe('docs/errors.md', () => {
  it('names every error and no other', () => {
    expect(Object.keys(documented).sort()).toEqual(Object.keys(errors).sort());
  });

  it('gives each the status that it has', () => {
    const shown = Object.keys(errors).map((name) => [name, statusOf[name] === undefined ? '-' : `${statusOf[name]}`]);
    expect(documented).toEqual(Object.fromEntries(shown));
  });
});

describe('a refusal', () => {
  const shown = Object.entries(errors).filter(([name]) => statusOf[name] !== undefined);

  it.each(shown)('for %s has its status and the body of the contract', (name, Named) => {
    const status = statusOf[name];
    const answer = refusal(new (Named as new (message: string) => Error)('what was seen'));
    expect(answer.statusCode).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({ code: status, title: expect.any(String), message: 'what was seen' });
    expect(answer.headers).toMatchObject({ 'Content-Type': 'application/json;charset=UTF-8', 'X-Request-ID': 'r-1' });
  });

  it.each([new errors.ProviderFailedError('inner'), new Error('inner'), 'inner', undefined, { name: 'constructor' }])(
    'for anything else (%s) is a 500 that gives nothing away',
    (thrown) => {
      expect(statusFor(thrown)).toBe(500);
      expect(refusal(thrown).body).not.toContain('inner');
    },
  );

  it('tells the problems of a template one a line, without the warnings', () => {
    const problem: Problem = {
      code: 'x',
      severity: 'error',
      file: 'template',
      line: 3,
      column: 5,
      path: 'topology_template.inputs',
      message: 'must be a map',
    };
    const problems = [
      problem,
      { ...problem, severity: 'warning', message: 'deprecated' } as const,
      { ...problem, file: 'https://types.example/t.yaml', line: 9, path: '' },
    ];
    expect(body(new errors.InvalidError('the template is wrong', { problems })).message.split('\n')).toEqual([
      'the template is wrong',
      '3:5 topology_template.inputs: must be a map',
      'https://types.example/t.yaml 9:5: must be a map',
    ]);
  });

  it('has the title that RFC 9110 gives to its status', () => {
    expect(body(new errors.NotFoundError('gone')).title).toBe('Not Found');
    expect(body(new errors.TooLargeError('large')).title).toBe('Content Too Large');
    expect(titleOf(422)).toBe('Unprocessable Content');
  });

  it('asks to come back later when something is unavailable', () => {
    expect(refusal(new errors.UnavailableError('down')).headers).toMatchObject({ 'Retry-After': '5' });
    expect(refusal(new errors.ThrottledError('slowly', { retryAfterSeconds: 7 })).headers).toMatchObject({
      'Retry-After': '7',
    });
  });
});

describe('the message of an error', () => {
  const src = new URL('../../../src/', import.meta.url);
  const messages = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      [...readFileSync(new URL(file, src), 'utf8').matchAll(/new \w+Error\(\s*(['`])((?:\\.|(?!\1).)+)\1/gs)].map(
        ([, , text = '']) => `src/${file}: ${text}`,
      ),
    );
  /** Names that keep their capital at the beginning: headers and systems. */
  const wrong = /^\S+: (?!If-|Vault |CloudFormation |CloudWatch |Batch |Fargate )[A-Z][a-z]|\.$/;

  it('begins in lower case and has no full stop: DEVELOPERS.md, "Plain English"', () => {
    expect(messages.length).toBeGreaterThan(100);
    expect(messages.filter((message) => wrong.test(message))).toEqual([]);
  });
});

describe('the WWW-Authenticate header', () => {
  const header = (error: unknown, sent?: Sent) => refusal(error, sent).headers?.['WWW-Authenticate'];
  const headers = { Authorization: 'Bearer secret.token.text' };

  it('only asks for a token where there was none', () => {
    expect(header(new errors.UnauthenticatedError('required'))).toBe('Bearer realm="toscanini"');
    expect(header(new errors.UnauthenticatedError('required'), { headers: { Authorization: 'Basic eDp5' } })).toBe(
      'Bearer realm="toscanini"',
    );
  });

  it('says what is wrong with a token, in characters that RFC 6750 allows', () => {
    expect(header(new errors.UnauthenticatedError('the "old" token\n\\ é'), { headers })).toBe(
      'Bearer realm="toscanini", error="invalid_token", error_description="the \'old\' token    "',
    );
  });

  it('says that a caller may not do this', () => {
    expect(header(new errors.ForbiddenError('not yours'), { headers })).toBe(
      'Bearer realm="toscanini", error="insufficient_scope", error_description="not yours"',
    );
  });

  it('is on no other answer', () => {
    expect(header(new errors.NotFoundError('nothing'), { headers })).toBeUndefined();
  });
});
