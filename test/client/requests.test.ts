import { describe, expectTypeOf, it } from 'vitest';
import type { CreateRequest, ScheduleRequest, UpdateRequest } from '../../client/types.ts';
import type { creation } from '../../src/http/deployments/creation.ts';
import type { updating } from '../../src/http/deployments/update-deployment.ts';
import type { scheduleCreation } from '../../src/http/schedules/schedule-creation.ts';

/** The names of the members that the service reads from a body. */
type Read<Schema extends (...ports: never[]) => { readonly entries: object }> = keyof ReturnType<Schema>['entries'];

describe('a request of the client', () => {
  it('has each field that the service takes, and no other one, nor one that it refuses: `npm run types` fails here', () => {
    expectTypeOf<keyof CreateRequest>().toEqualTypeOf<Read<typeof creation>>();
    expectTypeOf<keyof ScheduleRequest>().toEqualTypeOf<Exclude<Read<typeof scheduleCreation>, 'officeHours'>>();
    expectTypeOf<keyof UpdateRequest>().toEqualTypeOf<
      Exclude<Read<typeof updating>, 'userGroup' | 'labels' | 'expiresAt' | 'ttl' | 'officeHours'>
    >();
  });
});
