import * as v from 'valibot';
import { removeFiles } from '../../domain/deployments/record/remove-files.ts';
import { requireEnd } from '../../domain/lifetimes/lifetime.ts';
import { type CreateSchedulePorts, createSchedule, readerOf } from '../../domain/schedules/create-schedule.ts';
import { planSchedule } from '../../domain/schedules/plan-schedule.ts';
import type { Schedules } from '../../domain/schedules/ports.ts';
import type { Schedule } from '../../domain/schedules/schedule.ts';
import { type Readable, refusal, scheduleFaults } from '../../domain/schedules/schedule-faults.ts';
import type { Caller } from '../../foundation/caller.ts';
import { alsoLogging } from '../../foundation/log.ts';
import { examine } from '../../foundation/shape/examine.ts';
import {
  type CreationPorts,
  creationFields,
  creationRequest,
  originOf,
  timeoutsInOrder,
} from '../deployments/creation.ts';
import { type DelegationPorts, delegated } from '../deployments/delegation.ts';
import type { ViewPorts } from '../deployments/views.ts';
import { type Answer, created, ok } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import { flag, members, optional, refused, wholeNumber } from '../pipeline/fields.ts';
import { type IdempotencyPorts, keyOf, oncePerKey } from '../pipeline/idempotency.ts';
import type { Links } from '../pipeline/links.ts';
import { requireNothingThere } from '../pipeline/preconditions.ts';
import type { Request } from '../pipeline/request.ts';
import { scheduleEntity, scheduleLink } from './schedule-views.ts';

const expression = v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty'));

/**
 * docs/contract/api.md, "Create a schedule". `userGroup` is an extension: members of this group may read the schedule, and
 * its deployments belong to the group.
 */
const fieldsOf = (ports: CreationPorts) => ({
  ...creationFields(ports),
  // jobs end by themselves, and what is to run longer is set for each deployment
  officeHours: refused(
    'are not for schedules: give its deployments a life time (ttl), or set them for each deployment, PUT /deployments/{id}/office-hours',
  ),
  protected: optional(flag),
  fileExpression: expression,
  replicationExpression: expression,
  numberOfReplicas: wholeNumber(1),
});

export const scheduleCreation = (ports: CreationPorts) => v.pipe(members(fieldsOf(ports)), timeoutsInOrder());

type ScheduleCreation = v.InferOutput<ReturnType<typeof scheduleCreation>>;

/** postSchedule reads the body, so that one error lists the mistakes in its fields and in their content. */
export const anyBody = () => v.unknown();

export const scheduleCreationQuery = v.object(dryRunQuery);

type Ports = CreationPorts &
  ViewPorts &
  IdempotencyPorts &
  CreateSchedulePorts & { readonly schedules: Pick<Schedules, 'find' | 'findRemoved'> } & Partial<DelegationPorts>;

interface Input {
  readonly query: v.InferOutput<typeof scheduleCreationQuery>;
  readonly body: unknown;
  readonly caller: Caller;
  readonly headers: Request['headers'];
  readonly links: Links;
}

/** POST /schedules. The caller's token is kept for later deployments, if its issuer is configured for token exchange. */
export const postSchedule =
  (ports: Ports) =>
  async ({ query, body: sent, caller, headers, links }: Input): Promise<Answer> => {
    const body = await read(ports, sent, caller);
    requireNothingThere(headers);
    requireEnd(body, { now: ports.clock.now() });
    const { fileExpression, replicationExpression, numberOfReplicas } = body;
    const { owner: _, officeHours: __, ...replicated } = creationRequest(body, caller, ports.creationLimits);
    const request = { ...replicated, origin: originOf(caller, links) };
    const rule = { fileExpression, replicationExpression, numberOfReplicas };
    const { delegations } = ports;
    if (query.dryRun) {
      const { scheduleView } = await import('./schedule-dry-run.ts');
      return ok(scheduleView(await planSchedule(ports, { ...request, ...rule }, caller)));
    }
    const delegation = delegations && delegated({ delegations }, caller, headers);
    const answer = (schedule: Schedule): Answer => {
      alsoLogging({ scheduleId: schedule.id });
      return created(scheduleEntity(ports, links, schedule), scheduleLink(links, schedule.id));
    };
    const { issuer, subject } = caller;
    return oncePerKey(ports, {
      owner: { issuer, subject },
      makes: 'scheduleId',
      key: keyOf(headers),
      about: ['POST /schedules', sent],
      run: async (ids) => {
        // left by a process that died, or could not clean up, before its schedule became visible
        if (ids?.isResumed) await removeFiles(ports, ids.deploymentId);
        const scheduleRequest = { ...request, ...rule, ...delegation, id: ids?.deploymentId, isHeld: ids?.isHeld };
        return answer(await createSchedule(ports, scheduleRequest, caller));
      },
      recover: async ({ deploymentId }) => {
        // if it was deleted since, nothing is created again
        const found = (await ports.schedules.find(deploymentId)) ?? (await ports.schedules.findRemoved(deploymentId));
        return found && answer(found);
      },
    });
  };

/**
 * The body, checked by its schema. Or one InvalidError with every mistake in the body, and in the content of its readable
 * fields.
 */
const read = async (
  ports: CreationPorts & CreateSchedulePorts,
  sent: unknown,
  caller: Caller,
): Promise<ScheduleCreation> => {
  const whole = examine(scheduleCreation(ports), sent);
  if (whole.ok) return whole.value;
  const mistakes = whole.mistakes.map(({ path, message }) => `${path.join('.') || 'the body'} ${message}`);
  const readableRule = { ...readable(fieldsOf(ports), sent), reader: readerOf(caller) };
  throw refusal(await scheduleFaults(ports, readableRule, mistakes));
};

const readable = (schemas: ReturnType<typeof fieldsOf>, sent: unknown): Readable => {
  const fields = typeof sent === 'object' && sent !== null ? (sent as Readonly<Record<string, unknown>>) : {};
  return {
    template: ifSound(schemas.template, fields['template']),
    parameters: ifSound(schemas.parameters, fields['parameters']),
    fileExpression: ifSound(schemas.fileExpression, fields['fileExpression']),
    replicationExpression: ifSound(schemas.replicationExpression, fields['replicationExpression']),
    numberOfReplicas: ifSound(schemas.numberOfReplicas, fields['numberOfReplicas']),
  };
};

const ifSound = <Schema extends v.GenericSchema>(schema: Schema, value: unknown) => {
  const examined = examine(schema, value);
  return examined.ok ? examined.value : undefined;
};
