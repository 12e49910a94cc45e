import { describe, expect, it } from 'vitest';
import functions from '../../lib/permissions/functions.json' with { type: 'json' };
import { permissions } from '../../lib/permissions/permissions.ts';

/** Permissions that begin work. */
const beginning = /^(creations|updates|operations|act-on-resource|fire-schedule|backfill-schedule):start$/;

/** What only goes on with what was accepted before. */
const goingOn = new Set(['http/deployments/delete', 'tasks/start-event-deployment', 'tasks/begin-event']);

describe('a function that may start work', () => {
  const starting = Object.entries(permissions).filter(([, all]) => all.some((one) => beginning.test(one)));

  it.each(starting.map(([name]) => name).filter((name) => !goingOn.has(name)))(
    '%s asks whether the installation is paused',
    (name) => {
      expect(functions[name as keyof typeof functions].split(' ')).toContain('pauses');
    },
  );

  it('is found', () => {
    expect(starting.length).toBeGreaterThan(10);
  });
});
