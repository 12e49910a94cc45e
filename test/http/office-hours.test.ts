import { describe, expect, it } from 'vitest';
import { keptHours, local, rome } from './kept-hours.ts';
import { type Answered, call } from './requests.ts';
import { id, sampleDeployment, sampleResource } from './samples.ts';
import { serviceForTests } from './service.ts';
import { changeHours, create, events, get, list, update, view } from './under-test.ts';

const test = serviceForTests();
const { over, standing, path, put, found } = keptHours(test);
const template = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template: { node_templates: { web: { type: tosca.nodes.Compute } } }
`;

describe('office hours', () => {
  it('do not change with an update, which says where they do', async () => {
    await standing();
    const sent = { as: 'olga', method: 'PUT', path, body: { template, officeHours: rome } } as const;
    expect((await call(update(test.service), sent)).json).toMatchObject({
      ...{ code: 400, message: expect.stringContaining('/office-hours') },
    });
    expect(await found()).not.toHaveProperty('officeHours');
  });

  it('are set, shown with what comes next, shown before and after by a dry run, and taken away', async () => {
    await standing();
    const next = { type: 'stop', at: local('19:00').toISOString(), text: 'stops Mon 30 Nov 19:00 Europe/Rome' };
    const dry = await put(rome, local('12:00'), { query: { dryRun: 'true' } });
    expect(dry.json).toEqual({ nextOfficeHours: { ...rome, next } });
    expect(await found()).not.toHaveProperty('officeHours');
    const { headers } = await call(get(test.service), { as: 'olga', path });
    const only = { headers: { 'If-Match': String(headers['ETag']) } };
    expect((await put(rome, local('12:00'), only)).status).toBe(204);
    expect((await put(rome, local('12:00'), only)).status).toBe(412);
    for (const read of [get, view])
      expect((await call(read(test.service), { as: 'olga', path })).json).toMatchObject({
        officeHours: { ...rome, next },
      });
    const { json } = await call(list(test.service), { as: 'olga', query: {} });
    expect(json['content']).toContainEqual(expect.objectContaining({ officeHours: { ...rome, next } }));
    expect((await put(null)).status).toBe(204);
    expect(await found()).not.toHaveProperty('officeHours');
    expect((await put(rome, local('12:00'), { as: 'otto' })).status).toBe(404);
  });

  it('have several pairs of times, which are shown as they were given', async () => {
    await standing();
    const { days } = rome;
    const more = [{ days, start: '20:00', stop: '21:00' }];
    expect((await put({ ...rome, more } as never, local('19:30'))).status).toBe(204);
    const shown = (await call(get(test.service), { as: 'olga', path })).json['officeHours'];
    expect(shown).toMatchObject({ ...rome, more, next: { type: 'start', at: local('20:00').toISOString() } });
    for (const wrong of [[{ days, start: '20:00', stop: '20:00' }], [{ start: '20:00', stop: '21:00' }], 'none'])
      expect((await put({ ...rome, more: wrong } as never)).status).toBe(400);
    expect((await put({ ...rome, more: Array.from({ length: 14 }, () => more[0]) } as never)).status).toBe(400);
  });

  it('are the same for a repeat of the request', async () => {
    await standing();
    const sent = { as: 'olga', method: 'PUT', path, headers: { 'Idempotency-Key': 'one' } } as const;
    const request = (): Promise<Answered> =>
      call(changeHours(over(local('12:00')) as never), { ...sent, body: { officeHours: rome } });
    expect((await request()).status).toBe(204);
    await put(null);
    expect((await request()).status).toBe(204);
    expect(await found()).not.toHaveProperty('officeHours');
  });

  it.each([
    ['no zone', { ...rome, timeZone: 'Europe/Roma' }],
    ['a distance from UTC', { ...rome, timeZone: '+01:00' }],
    ['no day', { ...rome, days: [] }],
    ['a day twice', { ...rome, days: ['mon', 'mon'] }],
    ['another day', { ...rome, days: ['monday'] }],
    ['no time', { ...rome, start: '8:00' }],
    ['a time that is none', { ...rome, stop: '24:30' }],
    ['a start at the end of the day', { ...rome, start: '24:00' }],
    ['no hours', { ...rome, stop: '08:00' }],
    ['a date that is none', { ...rome, exceptions: [{ date: '2027-02-29' }] }],
    ['half of the other hours', { ...rome, exceptions: [{ date: '2026-12-24', start: '09:00' }] }],
    ['a date twice', { ...rome, exceptions: [{ date: '2026-12-24' }, { date: '2026-12-24' }] }],
    ['nothing', undefined],
  ])('are refused with %s', async (_, calendar) => {
    await standing();
    const { status, json } = await put(calendar);
    expect([status, json['message']]).toEqual([400, expect.stringContaining('officeHours')]);
  });

  it('are in the zone as the database writes it', async () => {
    await standing();
    expect((await put({ ...rome, timeZone: 'europe/rome' })).status).toBe(204);
    expect(await found()).toMatchObject({ officeHours: { calendar: { timeZone: 'Europe/Rome' } } });
  });

  it('are refused with the name of a day that is there twice', async () => {
    await standing();
    const days = ['2026-12-24', '2026-12-25', '2026-12-24'].map((date) => ({ date }));
    expect((await put({ ...rome, exceptions: days })).json['message']).toContain('2026-12-24 is there twice');
  });

  it.each([
    ['20:00', 'it has office hours: it stops within minutes, and starts Tue 1 Dec 08:00 Europe/Rome'],
    ['12:00', 'it has office hours: it stops Mon 30 Nov 19:00 Europe/Rome'],
  ])('tell in the events what comes first, at %s', async (time, message) => {
    await standing();
    expect((await put(rome, local(time))).status).toBe(204);
    const { json } = await call(events(test.service), { as: 'olga', path });
    expect(json['content']).toContainEqual(expect.objectContaining({ message }));
  });

  it('are refused where nothing can be stopped, and say why', async () => {
    await standing({ providerId: 'batch', provider: { cannot: ['start', 'stop'] } });
    expect((await put(rome)).json).toMatchObject({
      code: 400,
      message: expect.stringContaining('cannot stop machines'),
    });
    await test.service.deployments.remove(id(1), (await found())?.operation.id ?? '');
    await test.service.deployments.accept(sampleDeployment());
    await test.service.resources.put([sampleResource({ toscaTypes: ['tosca.nodes.Container.Application'] })]);
    expect((await put(rome)).json).toMatchObject({
      code: 400,
      message: expect.stringContaining('tosca.nodes.Compute'),
    });
    expect((await put(null)).status).toBe(204);
  });

  it('are given at the creation, or are those of the group or the installation where there are machines', async () => {
    const making = async (body: object, more: object = {}) => {
      const { status, json } = await call(create({ ...over(local('12:00')), ...more } as never), {
        ...{ as: 'olga', method: 'POST', body: { template, ...body } },
      });
      return [status, (json['officeHours'] as { start?: string } | undefined)?.start];
    };
    const nowhere = template.replace('Compute', 'network.Network');
    expect(await making({ officeHours: rome })).toEqual([201, '08:00']);
    expect(await making({})).toEqual([201, undefined]);
    expect(await making({ officeHours: rome, template: nowhere })).toEqual([400, undefined]);
    const dry = { as: 'olga', method: 'POST', query: { dryRun: 'true' } } as const;
    const body = { officeHours: rome, template: nowhere };
    expect((await call(create(test.service), { ...dry, body })).json).toMatchObject({
      ...{ code: 400, message: expect.stringContaining('officeHours') },
    });
    const officeHours = { calendar: rome, groups: { physics: { ...rome, start: '07:00' }, chemistry: null } };
    const usual = { creationLimits: { officeHours } };
    expect(await making({}, usual)).toEqual([201, '08:00']);
    expect(await making({ userGroup: 'physics' }, usual)).toEqual([201, '07:00']);
    expect(await making({ officeHours: null }, usual)).toEqual([201, undefined]);
    expect(await making({ template: nowhere }, usual)).toEqual([201, undefined]);
  });
});
