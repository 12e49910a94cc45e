import {
  NotFoundError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
  WorkFailedError,
} from '../../foundation/errors.ts';
import { messageOf } from '../../foundation/sanitised-error.ts';

/**
 * What a call is about: it decides whose fault a refusal is. `session`: a role is to be assumed; `key`: a private key, or
 * another secret, is read, and no error quotes the answer.
 */
export type AwsCall = 'create' | 'update' | 'stack' | 'machine' | 'session' | 'key';

/** An error of the SDK: the service has answered if there is a status. */
interface Answered extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $fault?: 'client' | 'server';
}

/**
 * Calls AWS, and turns every failure into an error of the domain (docs/decisions/0024, 0033). `secret`: what the call
 * sends and no error may quote.
 */
export const answering = async <T>(call: AwsCall, run: () => Promise<T>, secret?: string): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw translated(secret ? without(secret, error) : error, call);
  }
};

/** The error without the secret that a service quotes, and without its causes. */
const without = (secret: string, error: Answered): Answered => {
  const message = error.message.replaceAll(secret, '***').replaceAll(encodeURIComponent(secret), '***');
  if (message === error.message) return error;
  return Object.assign(new Error(message), {
    name: error.name,
    ...(error.$metadata && { $metadata: error.$metadata }),
    // without it a refusal counts as an answer that cannot be read
    ...(error.$fault && { $fault: error.$fault }),
  });
};

/** A part of every answer of AWS. An answer without it comes from something else, such as a proxy, and proves nothing. */
export const given = <T>(value: T | undefined, what: string): T => {
  if (value !== undefined) return value;
  const said = `AWS answered without ${what}, which it never does: something stands between`;
  throw new ProviderUnavailableError(said, { hasAnswered: true });
};

const translated = (error: Answered, call: AwsCall): unknown => {
  const options = { cause: error };
  if (isOurs(error)) return error;
  const status = error.$metadata?.httpStatusCode;
  const isUnreadable = error instanceof SyntaxError || (status !== undefined && error.$fault === undefined);
  // such an error may quote a part of the answer
  if (call === 'key' && isUnreadable)
    return new ProviderUnavailableError('AWS answered with something that cannot be read', { hasAnswered: true });
  // only what the SDK could read has a fault: an error that was cut off is no refusal
  if (status !== undefined && (status < 400 || error.$fault === undefined)) {
    const why = messageOf(error, longestReason);
    const said = `AWS answered with something that cannot be read: ${why}`;
    return new ProviderUnavailableError(said, { ...options, hasAnswered: true });
  }
  if (error instanceof TypeError || error instanceof RangeError) return error;
  const said = `AWS refused: ${error.message} (${error.name})`;
  if (exhausted.test(error.name)) return new ProviderFailedError(said, options);
  if (status === undefined || status >= 500 || throttled.test(error.name)) {
    const hasAnswered = throttled.test(error.name) && ({ hasAnswered: true } as const);
    const message = `AWS did not answer: ${error.message} (${error.name})`;
    return new ProviderUnavailableError(message, { ...options, ...hasAnswered });
  }
  if (unknown.test(error.message) || missing.test(error.name)) return new NotFoundError(said, options);
  if (busy.test(error.message) || busyNames.test(error.name))
    return new NotReadyError(`the stack is still being changed: ${error.message}`, options);
  if (unready.test(error.name))
    return new NotReadyError(`AWS cannot do this yet: ${error.message} (${error.name})`, options);
  if (denied.test(error.name)) return refusedRights(error, call);
  if (call === 'create' || call === 'update')
    return isTemplates(error) ? badTemplate(error, call) : new ProviderFailedError(said, options);
  return new ProviderFailedError(said, options);
};

/** in characters */
const longestReason = 1_000;

const ours = [NotFoundError, NotReadyError, ProviderFailedError, ProviderUnavailableError, WorkFailedError];
const isOurs = (error: Error): boolean => ours.some((each) => error instanceof each);

const throttled = /Throttl|RequestLimitExceeded|SlowDown|TooManyRequests/;
/** EC2 answers 500 to some of these. */
const exhausted = /^(Insufficient\w*Capacity|(Instance|Vcpu|Volume)LimitExceeded)$/;
const unknown = /^Stack with id \S+ does not exist|^Stack \[\S+\] does not exist|^Stack:\S+ does not exist/;
const missing = /^InvalidInstanceID\./;
/** Said to a change of a stack, and to its deletion. */
const busy = /_IN_PROGRESS state and can ?not |cannot be deleted while in status \w+_IN_PROGRESS/;
const busyNames = /^(IncorrectInstanceState|IncorrectState|OperationInProgress)/;
/** Systems Manager: a machine that does not report yet, or at the moment; and a parameter that somebody else is writing. */
const unready = /^(InvalidInstanceId|TooManyUpdates)$/;
const denied =
  /AccessDenied|UnauthorizedOperation|AuthFailure|InvalidClientTokenId|ExpiredToken|SignatureDoesNotMatch|UnrecognizedClient|OptInRequired/;

/**
 * A missing right is no fault of the template: the next provider may have it. What exists already is not gone because
 * we may not see it, so there it is an outage.
 */
const refusedRights = (error: Answered, call: AwsCall): Error => {
  const advice =
    call === 'session'
      ? ': this role must exist and trust this service, and its external id must be that of the secret of the provider'
      : '';
  const said = `AWS refused the credentials of this service: ${error.message} (${error.name})${advice}`;
  const refused = new ProviderUnavailableError(said, { cause: error, outageCause: 'credentials-refused' });
  return call === 'create' ? forNew(refused) : refused;
};

/** What does not exist yet can be made at the next provider: nobody waits until an operator has corrected this one. */
const forNew = (refused: ProviderUnavailableError): Error =>
  new ProviderFailedError(refused.message, { cause: refused });

/** Opens a session for something new. ProviderFailedError where its role may not be assumed. */
export const openedForNew = async <Opened>(open: () => Promise<Opened>): Promise<Opened> => {
  try {
    return await open();
  } catch (error) {
    const isRefused = error instanceof ProviderUnavailableError && error.outageCause === 'credentials-refused';
    throw isRefused ? forNew(error) : error;
  }
};

/** A template that is wrong is wrong in every region. A parameter that the region does not have is not. */
const isTemplates = ({ name, message }: Error): boolean =>
  name === 'ValidationError' && /^(Template (format error|validation error|error)|Invalid template)/.test(message);

const badTemplate = (error: Error, call: AwsCall): Error => {
  const said = `CloudFormation does not accept what the template became: ${error.message}`;
  return call === 'create'
    ? new WorkFailedError(said, { cause: error })
    : new ProviderFailedError(said, { cause: error });
};
