import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { configuration } from '../../../lib/configuration/configuration.ts';
import { ownResumptions } from '../../../lib/configuration/limits.ts';
import { limitVariables } from '../../../lib/functions/limit-variables.ts';
import { permissions } from '../../../lib/permissions/permissions.ts';
import { longestOutageMins, resumptions, shortOutageMins } from '../../../src/domain/deployments/record/deadlines.ts';
import { exampleConfiguration, templates } from '../stacks.ts';

const limits = { bodyBytes: 2_097_152, importBytes: 4_194_304, providerTimeoutMins: 60, mostTimeoutMins: 240 };

const told = (given: object, name: string) =>
  limitVariables(name, permissions[name] ?? [], configuration({ ...exampleConfiguration, limits: given }).limits);

describe('limits of the configuration', () => {
  it.each(['http/deployments/create', 'http/deployments/update', 'http/schedules/create'])('are told to %s', (name) => {
    const { CREATION_LIMITS, IMPORT_BYTES } = told(limits, name);
    expect(JSON.parse(CREATION_LIMITS ?? '')).toEqual({
      bodyBytes: 2_097_152,
      providerTimeoutMins: 60,
      mostTimeoutMins: 240,
    });
    expect(IMPORT_BYTES).toBe('4194304');
  });

  it('of all tell who makes deployments when their machines run', () => {
    const calendar = { timeZone: 'Europe/Rome', days: ['mon' as const], start: '08:00', stop: '19:00' };
    const { service } = templates({ ...exampleConfiguration, officeHours: { calendar } });
    const [create] = Object.values(service.findResources('AWS::Lambda::Function')).filter(
      ({ Metadata }) => Metadata['toscanini:entry'] === 'functions/http/deployments/create.ts',
    );
    const { CREATION_LIMITS } = create?.['Properties'].Environment.Variables ?? {};
    expect(JSON.parse(CREATION_LIMITS)).toEqual({ officeHours: { calendar } });
  });

  it('of imports are told to every function that reads them, and to no other', () => {
    expect(told(limits, 'tasks/rank-providers')).toEqual({ IMPORT_BYTES: '4194304' });
    expect(told(limits, 'http/deployments/list')).toEqual({});
  });

  it('of outages are told to every step, and hold what the domain can wait', () => {
    expect(told({ outageMins: 60 }, 'tasks/poll-attempt')).toEqual({ OUTAGE_MINS: '60' });
    expect(told({ outageMins: 60 }, 'http/deployments/list')).toEqual({});
    expect(told({ outageMins: longestOutageMins }, 'tasks/poll-attempt')).toEqual({});
    for (const outageMins of [shortOutageMins - 1, longestOutageMins + 1])
      expect(() => configuration({ ...exampleConfiguration, limits: { outageMins } })).toThrow(/outageMins/);
  });

  it('of interruptions are told to who goes on with operations, where they are not the service’s own', () => {
    expect(ownResumptions).toBe(resumptions);
    expect(told({ resumptions: 0 }, 'events/sweep-workflows')).toEqual({ RESUMPTIONS: '0' });
    expect(told({ resumptions: 0 }, 'events/execution-ended')).toEqual({});
  });

  it('are told to nobody where they are the service’s own', () => {
    for (const name of Object.keys(permissions)) expect(told({}, name)).toEqual({});
  });

  it.each([
    ['a body that Lambda does not take', { bodyBytes: 5_000_000 }, /bodyBytes/],
    ['an attempt that a workflow’s history does not hold', { providerTimeoutMins: 14_401 }, /providerTimeoutMins/],
    [
      'an attempt that is longer than all',
      { providerTimeoutMins: 90, mostTimeoutMins: 60 },
      /more than mostTimeoutMins/,
    ],
  ])('are refused: %s', (_, given, message) => {
    expect(() => configuration({ ...exampleConfiguration, limits: given })).toThrow(message);
  });
});

describe('files that have arrived', () => {
  const expiring = { Rules: Match.arrayWith([Match.objectLike({ ExpirationInDays: 40 })]) };
  let data: Template;
  beforeAll(() => {
    ({ data } = templates({ ...exampleConfiguration, retention: { incomingDays: 40 } }));
  });

  it('go after the days that are asked for, and stay where none are', () => {
    data.hasResourceProperties('AWS::S3::Bucket', { LifecycleConfiguration: expiring });
    const stay = Object.values(
      templates().data.findResources('AWS::S3::Bucket', {
        Properties: { NotificationConfiguration: Match.anyValue() },
      }),
    );
    expect(stay).toHaveLength(1);
    expect(JSON.stringify(stay)).not.toContain('ExpirationInDays');
  });

  it.each([
    'http/schedules/create',
    'http/schedules/change',
    'http/schedules/delete',
    'events/file-created',
    'tasks/fail-event',
  ])('lets the events of schedules wait for those who are told, from %s on', (name) => {
    const given = configuration({ ...exampleConfiguration, events: { bus: true } });
    const told = limitVariables(name, permissions[name] ?? [], given.limits, given);
    expect(told).toMatchObject({ PUBLISH_EVENTS: 'true' });
  });
});
