import * as z from 'zod';
import type { Caller } from '../domain/callers.ts';
import { type CreateSchedulePorts, createSchedule } from '../domain/schedules/create-schedule.ts';
import { type Readable, refusal, scheduleFaults } from '../domain/schedules/schedule-faults.ts';
import { created } from './answer.ts';
import { type CreationPorts, creation, creationRequest } from './creation.ts';
import { type DelegationPorts, delegated } from './delegation.ts';
import { wholeNumber } from './fields.ts';
import type { Links } from './links.ts';
import type { Request } from './request.ts';
import { scheduleEntity, scheduleLink } from './schedule-views.ts';
import type { ViewPorts } from './views.ts';

const expression = z.string('must be a text').min(1, 'must not be empty');

/** interface.md, Create schedule; a userGroup means nothing. */
export const scheduleCreation = (ports: CreationPorts) =>
  creation(ports).safeExtend({
    fileExpression: expression,
    replicationExpression: expression,
    numberOfReplicas: wholeNumber(1),
  });

type ScheduleCreation = z.output<ReturnType<typeof scheduleCreation>>;

/** Read in postSchedule, where the mistakes of its fields are told together with those of what they say. */
export const anyBody = () => z.unknown();

interface Input {
  readonly body: unknown;
  readonly caller: Caller;
  readonly headers: Request['headers'];
  readonly links: Links;
}

/** POST /schedules; the caller's authorization is kept for the deployments to come, where its issuer is configured for it. */
export const postSchedule =
  (ports: CreationPorts & ViewPorts & CreateSchedulePorts & Partial<DelegationPorts>) =>
  async ({ body: sent, caller, headers, links }: Input) => {
    const body = await read(ports, sent);
    const { fileExpression, replicationExpression, numberOfReplicas } = body;
    const { owner: _, ...request } = creationRequest({ ...body, userGroup: undefined }, caller);
    const rule = { fileExpression, replicationExpression, numberOfReplicas };
    const { delegations } = ports;
    const entrusted = delegations && delegated({ delegations }, caller, headers);
    const schedule = await createSchedule(ports, { ...request, ...rule, ...entrusted }, caller);
    return created(scheduleEntity(ports, links, schedule), scheduleLink(links, schedule.id));
  };

/** What is sent, by its schema; or one InvalidError with every mistake of it and of what its readable fields say. */
const read = async (ports: CreationPorts & CreateSchedulePorts, sent: unknown): Promise<ScheduleCreation> => {
  const schema = scheduleCreation(ports);
  const whole = schema.safeParse(sent);
  if (whole.success) return whole.data;
  const mistakes = whole.error.issues.map(({ path, message }) => `${path.join('.') || 'the body'} ${message}`);
  throw refusal(await scheduleFaults(ports, readable(schema, sent), mistakes));
};

const readable = ({ shape }: ReturnType<typeof scheduleCreation>, sent: unknown): Readable => {
  const fields = typeof sent === 'object' && sent !== null ? (sent as Readonly<Record<string, unknown>>) : {};
  return {
    template: shape.template.safeParse(fields['template']).data,
    parameters: shape.parameters.safeParse(fields['parameters']).data,
    fileExpression: shape.fileExpression.safeParse(fields['fileExpression']).data,
    replicationExpression: shape.replicationExpression.safeParse(fields['replicationExpression']).data,
    numberOfReplicas: shape.numberOfReplicas.safeParse(fields['numberOfReplicas']).data,
  };
};
