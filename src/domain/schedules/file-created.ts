import * as v from 'valibot';
import { InvalidError } from '../../foundation/errors.ts';
import { type File, mayTrigger } from './schedule.ts';

/** A batch of SQS messages, in Lambda's form. */
export const fileCreatedEvent = v.object({
  Records: v.array(v.object({ messageId: v.string(), body: v.string() })),
});
export type Messages = v.InferOutput<typeof fileCreatedEvent>;

/** S3's own notification (S3 user guide, "Event message structure"): keys are encoded as in an HTML form. */
const notification = v.object({
  Records: v.array(
    v.object({
      eventName: v.string(),
      s3: v.object({
        bucket: v.object({ name: v.string() }),
        object: v.object({ key: v.string(), size: v.optional(v.number()), versionId: v.optional(v.string()) }),
      }),
    }),
  ),
});

/** The same through EventBridge (S3 user guide, "EventBridge event message structure"): keys are not encoded. */
const bridged = v.object({
  source: v.literal('aws.s3'),
  'detail-type': v.string(),
  detail: v.object({
    bucket: v.object({ name: v.string() }),
    object: v.object({ key: v.string(), size: v.optional(v.number()), 'version-id': v.optional(v.string()) }),
  }),
});

/** S3 sends this once, when notifications are set up. */
const trial = v.object({ Event: v.literal('s3:TestEvent') });

/** The files that a message reports and that may trigger a schedule; InvalidError for a message that S3 does not send. */
export const filesIn = (body: string): readonly File[] => allFilesIn(body).filter(mayTrigger);

const allFilesIn = (body: string): readonly File[] => {
  const message = readJson(body);
  const sent = v.safeParse(notification, message);
  if (sent.success)
    return sent.output.Records.filter(({ eventName }) => isCreation(eventName)).map(({ s3 }) => fileOf(s3));
  const event = v.safeParse(bridged, message);
  if (event.success) {
    const { bucket, object } = event.output.detail;
    return event.output['detail-type'] === 'Object Created'
      ? [fileWith({ scope: bucket.name, name: object.key }, object.size, object['version-id'])]
      : [];
  }
  if (v.is(trial, message)) return [];
  throw new InvalidError('the message is not an S3 notification, neither from S3 itself nor from EventBridge');
};

const isCreation = (eventName: string): boolean => /^(s3:)?ObjectCreated:/.test(eventName);

const fileOf = ({ bucket, object }: v.InferOutput<typeof notification>['Records'][number]['s3']): File =>
  fileWith(
    { scope: bucket.name, name: decodeURIComponent(object.key.replaceAll('+', ' ')) },
    object.size,
    object.versionId,
  );

const fileWith = (file: File, size: number | undefined, version: string | undefined): File => ({
  ...file,
  ...(size !== undefined && { size }),
  ...(version !== undefined && { version }),
});

const readJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new InvalidError('the message is not JSON, so it is not an S3 notification', { cause });
  }
};
