import { describe, expect, it } from 'vitest';
import { eventSubject } from '../../client/stream-text.ts';
import type { Approval, DeploymentItem, Me, StreamEvent } from '../../client/types.ts';
import { openRules, rightsOf } from '../../ui/pages/approval/approval-words.ts';
import { byDay, shownEvents } from '../../ui/pages/team/activity-rows.ts';
import { keptOf } from '../../ui/pages/team/kept-parts.ts';
import { streamEventInWords } from '../../ui/pages/team/other-events.ts';
import { ownersOf, quotasAddress } from '../../ui/pages/team/owners.ts';

const issuer = 'https://iam.example/';
const at = '2026-11-29T10:00:00.000Z';
const olga = { issuer, subject: 'olga' };

const approval = (more: Partial<Approval> = {}): Approval => ({
  deployment: { uuid: '01a21b88-4dd2-7325-a5a4-29da0f739848', createdBy: olga, status: 'CREATE_IN_PROGRESS' },
  ...{ operation: 'one', state: 'waiting', since: at, expiresAt: at, digest: 'd', approvals: [] },
  rules: [
    { rule: 'large', message: 'it is large', approvers: ['leads'] },
    { rule: 'public', message: 'it is public', approvers: ['security@https://other.example/'] },
  ],
  ...more,
});

const somebody = (subject: string, more: Partial<Me> = {}): Me =>
  ({ issuer, subject, groups: [], administrator: false, ...more }) as Me;

describe('who may decide, as the page offers it', () => {
  it.each([
    ['who has asked takes it back', somebody('olga', { groups: ['leads'] }), { approve: false, refuse: true }],
    ['a member of a group of the rule', somebody('mia', { groups: ['leads'] }), { approve: true, refuse: true }],
    ['the same name at another issuer', somebody('mia', { issuer: 'https://other.example/', groups: ['leads'] }), {}],
    [
      'a group that names its issuer',
      somebody('sam', { issuer: 'https://other.example/', groups: ['security'] }),
      { approve: true, refuse: true },
    ],
    ['that group at another issuer', somebody('sam', { groups: ['security'] }), {}],
    ['an administrator', somebody('ada', { administrator: true }), { approve: true, refuse: true }],
    ['a member of no group', somebody('otto'), {}],
    ['somebody whose issuer tells no groups', somebody('otto', { groups: undefined }), {}],
  ])('%s', (_, me, may) => expect(rightsOf(approval(), me)).toMatchObject({ approve: false, refuse: false, ...may }));

  it('lets nobody approve twice, nor what is decided', () => {
    const grant = { by: { issuer, subject: 'mia' }, at, rules: ['large'] };
    const granted = approval({ approvals: [grant] });
    expect(openRules(granted)).toEqual(['public']);
    const mia = somebody('mia', { groups: ['leads'] });
    expect(rightsOf(granted, mia)).toMatchObject({ approve: false, refuse: true });
    expect(rightsOf(approval({ state: 'refused' }), mia)).toMatchObject({ approve: false, refuse: false });
  });

  it('takes who asked for an update, and not the owner, for the author', () => {
    const byMia = approval({ requestedBy: { issuer, subject: 'mia' } });
    expect(rightsOf(byMia, somebody('mia', { groups: ['leads'] }))).toMatchObject({ approve: false, isOwn: true });
    expect(rightsOf(byMia, somebody('olga', { groups: ['leads'] }))).toMatchObject({ approve: true, refuse: true });
  });
});

describe('the users and groups of a list', () => {
  it('count at their issuer, the most deployments first', () => {
    const of = (subject: string, userGroup?: string, at = issuer) => ({
      createdBy: { issuer: at, subject },
      status: 'CREATE_COMPLETE' as const,
      ...(userGroup !== undefined && { userGroup }),
    });
    const owners = ownersOf([
      of('olga'),
      of('olga', 'physics'),
      of('mia', 'physics'),
      of('mia', 'physics', 'https://b/'),
    ]);
    expect(owners.map(({ of, name, issuer: at, deployments }) => [of, name, at, deployments])).toEqual([
      ['user', 'olga', issuer, 2],
      ['group', 'physics', issuer, 2],
      ['user', 'mia', issuer, 1],
      ['user', 'mia', 'https://b/', 1],
      ['group', 'physics', 'https://b/', 1],
    ]);
  });

  it('have another version once one of their deployments comes, goes or gets another status', () => {
    const versions = (...all: ('CREATE_COMPLETE' | 'UPDATE_IN_PROGRESS')[]) =>
      ownersOf(all.map((status) => ({ createdBy: { issuer, subject: 'olga' }, status }))).map(({ version }) => version);
    const one = versions('CREATE_COMPLETE');
    expect(versions('CREATE_COMPLETE')).toEqual(one);
    expect(versions('UPDATE_IN_PROGRESS')).not.toEqual(one);
    expect(versions('CREATE_COMPLETE', 'CREATE_COMPLETE')).not.toEqual(one);
  });

  it('are asked for by name and issuer', () => {
    expect(quotasAddress({ of: 'user', name: 'a&b', issuer })).toBe(
      '/quotas?createdBy=a%26b%40https%3A%2F%2Fiam.example%2F',
    );
    expect(quotasAddress({ of: 'group', name: 'physics', issuer })).toMatch(/^\/quotas\?userGroup=physics%40/);
  });
});

describe('what ended deployments have left', () => {
  it('is a line for each part', () => {
    const part = (id: string) => ({ type: 'AWS::S3::Bucket', id, region: 'eu-west-1', as: 'itself' as const });
    const ended = (uuid: string, ...ids: string[]) =>
      ({ uuid, ending: { time: at, ...(ids.length > 0 && { kept: ids.map(part) }) } }) as unknown as DeploymentItem;
    const found = keptOf([ended('1', 'a', 'b'), ended('2'), ended('3', 'c')]);
    expect(found.map(({ of, part: { id } }) => [of.uuid, id])).toEqual([
      ['1', 'a'],
      ['1', 'b'],
      ['3', 'c'],
    ]);
  });
});

describe('the activity of all', () => {
  type OfDeployment = Extract<StreamEvent, { readonly deployment: unknown }>;
  const event = (id: string, kind: OfDeployment['kind'], more: Partial<OfDeployment> = {}): StreamEvent => ({
    ...{ id, kind, message: `said ${id}`, at, writtenAt: at },
    deployment: {
      uuid: `uuid-${id}`,
      name: `web ${id}`,
      userGroup: 'physics',
      createdBy: olga,
      status: 'CREATE_COMPLETE',
    },
    ...more,
  });
  const events = [event('one', 'FAILED'), event('two', 'PROVIDER_SAID'), event('three', 'DELETED')];
  const shown = (text: string, withProgress = true) => shownEvents(events, { text, withProgress }).map(({ id }) => id);

  it('leaves out what providers say meanwhile, unless it is asked for', () => {
    expect(shown('', false)).toEqual(['one', 'three']);
    expect(shown('')).toEqual(['one', 'two', 'three']);
  });

  it.each(['WEB two', 'uuid-two', ' said two '])('finds %j', (text) => expect(shown(text)).toEqual(['two']));

  it.each(['physics', 'olga'])('finds all of %s', (text) => expect(shown(text)).toHaveLength(3));

  it('has the events of schedules too, and finds them by the name of the schedule', () => {
    const failed: StreamEvent = {
      ...{ id: 'four', kind: 'FILE_FAILED', message: 'incoming:a.csv: the job is refused', at, writtenAt: at },
      schedule: { uuid: 'uuid-s', name: 'analysis', createdBy: olga, status: 'RUNNING' },
    };
    for (const text of ['analysis', 'a.csv', 'uuid-s'])
      expect(shownEvents([...events, failed], { text, withProgress: false })).toEqual([failed]);
    expect(eventSubject(failed)).toMatchObject({ path: 'schedules/uuid-s', name: 'analysis' });
    expect(streamEventInWords(failed.kind, failed.message)).toMatchObject({ tone: 'failed', word: 'File failed' });
  });

  it('is one list for each day, in its order', () => {
    const later = event('later', 'COMPLETE', { writtenAt: '2026-11-30T01:00:00.000Z' });
    const days = byDay([later, ...events], (instant) => instant.slice(0, 10));
    expect(days.map(([day, all]) => [day, all.length])).toEqual([
      ['2026-11-30', 1],
      ['2026-11-29', 3],
    ]);
  });
});
