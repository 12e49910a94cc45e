import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inWordsOfCommands, inWordsOfPages } from '../../client/words.ts';

const root = join(import.meta.dirname, '../..');

/** Texts of the service in which a route stands; comments are for its authors. */
const messages = ['src/domain', 'src/http', 'src/adapters', 'src/foundation'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('openapi') && !file.includes('schemas'))
    .flatMap((file) => readFileSync(join(root, room, file), 'utf8').split('\n'))
    .filter((line) => !/^\s*(?:\/\*|\*|\/\/)/.test(line))
    .filter(
      (line) => /['`].*\b(?:GET|POST|PUT|DELETE|PATCH) (?:…|\/[a-z]).*['`]/.test(line) && !/^\s*about: /.test(line),
    ),
);

describe('what the faces say instead of a route', () => {
  it('is there for every message of the service', () => {
    expect(messages.length).toBeGreaterThan(8);
    for (const message of messages)
      for (const said of [inWordsOfCommands(message), inWordsOfPages(message)])
        expect(said).not.toMatch(/\b(?:GET|POST|PUT|DELETE|PATCH) (?:…|\/)/);
  });

  it.each([
    ['; GET /deployments lists those', '; toscanini ls lists those', '; the list of deployments lists those'],
    ['PUT /deployments/{id}/labels changes', 'toscanini label ID changes', 'the settings on its page changes'],
    ['GET /schedules/0198-ab/backfills lists', 'toscanini schedules backfills lists', 'the page of the schedule lists'],
    [
      'officeHours.stop must be a time; officeHours: nothing here',
      'the stop of the hours must be a time; the office hours: nothing here',
      'the stop must be a time; the office hours: nothing here',
    ],
    [
      'the input "a" is required and has no default; give it a value in parameters',
      'the input "a" is required and has no default; give it a value with -i NAME=VALUE',
      'the input "a" is required and has no default; give it a value',
    ],
    ['officeHours.exceptions must be a list', '--except must be a list', 'the other days must be a list'],
    [
      'providerTimeoutMins and timeoutMins',
      '--provider-timeout and --timeout',
      'the time limit of each provider and the time limit',
    ],
  ])('%s', (message, command, page) => {
    expect([inWordsOfCommands(message), inWordsOfPages(message)]).toEqual([command, page]);
  });
});
