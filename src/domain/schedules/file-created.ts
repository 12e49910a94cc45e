import * as z from 'zod';
import { InvalidError } from '../errors.ts';
import { type File, replicaPrefix } from './schedule.ts';

/** A batch of SQS messages, as Lambda hands it over. */
export const fileCreatedEvent = z.object({
  Records: z.array(z.object({ messageId: z.string(), body: z.string() })),
});
export type Messages = z.output<typeof fileCreatedEvent>;

/** S3's own notifications (S3 user guide, "Event message structure"): keys are encoded as in an HTML form. */
const notification = z.object({
  Records: z.array(
    z.object({
      eventName: z.string(),
      s3: z.object({ bucket: z.object({ name: z.string() }), object: z.object({ key: z.string() }) }),
    }),
  ),
});

/** The same by way of EventBridge (S3 user guide, "EventBridge event message structure"): keys as they are. */
const bridged = z.object({
  source: z.literal('aws.s3'),
  'detail-type': z.string(),
  detail: z.object({ bucket: z.object({ name: z.string() }), object: z.object({ key: z.string() }) }),
});

/** What S3 sends once, when notifications are set up. */
const trial = z.object({ Event: z.literal('s3:TestEvent') });

/** The files that a message tells of; InvalidError for one that S3 does not send. Replicas of ours are no new files. */
export const filesIn = (body: string): readonly File[] =>
  allFilesIn(body).filter(({ name }) => !name.startsWith(replicaPrefix));

const allFilesIn = (body: string): readonly File[] => {
  const message = readJson(body);
  const sent = notification.safeParse(message);
  if (sent.success)
    return sent.data.Records.filter(({ eventName }) => isCreation(eventName)).map(({ s3 }) => fileOf(s3));
  const event = bridged.safeParse(message);
  if (event.success) {
    const { bucket, object } = event.data.detail;
    return event.data['detail-type'] === 'Object Created' ? [{ scope: bucket.name, name: object.key }] : [];
  }
  if (trial.safeParse(message).success) return [];
  throw new InvalidError('the message is no notification of S3, neither its own nor one of EventBridge');
};

const isCreation = (eventName: string): boolean => /^(s3:)?ObjectCreated:/.test(eventName);

const fileOf = ({ bucket, object }: z.output<typeof notification>['Records'][number]['s3']): File => ({
  scope: bucket.name,
  name: decodeURIComponent(object.key.replaceAll('+', ' ')),
});

const readJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new InvalidError('the message is no JSON, so it is no notification of S3', { cause });
  }
};
