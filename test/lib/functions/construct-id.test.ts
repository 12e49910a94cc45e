import { describe, expect, it } from 'vitest';
import { constructId } from '../../../lib/functions/construct-id.ts';
import functions from '../../../lib/permissions/functions.json' with { type: 'json' };

/** The tasks of release 0.1.0, whose workflows may still run while it is upgraded. */
const tasksOf010 = [
  'tasks/begin-action',
  'tasks/begin-deletion',
  'tasks/begin-event',
  'tasks/begin-update',
  'tasks/change-infrastructure',
  'tasks/choose-provider',
  'tasks/clean-up-attempt',
  'tasks/complete-deployment',
  'tasks/destroy-infrastructures',
  'tasks/fail-action',
  'tasks/fail-event',
  'tasks/fail-operation',
  'tasks/follow-action',
  'tasks/follow-update',
  'tasks/forget-deployment',
  'tasks/give-up-callback',
  'tasks/poll-attempt',
  'tasks/rank-providers',
  'tasks/replicate-file',
  'tasks/send-callback',
  'tasks/start-event-deployment',
  'tasks/submit-attempt',
];

describe('the id of a task', () => {
  it('is the one of release 0.1.0, so that an execution of that release finds its functions after an upgrade', () => {
    const ids = new Set(Object.keys(functions).map(constructId));
    expect(tasksOf010.filter((name) => !ids.has(name.replaceAll('/', '-')))).toEqual([]);
  });

  it('is given once', () => {
    const ids = Object.keys(functions).map(constructId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
