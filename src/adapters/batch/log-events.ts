import { ProviderUnavailableError } from '../../foundation/errors.ts';
import { answering } from '../aws/errors.ts';
import type { Session } from './session.ts';

/** A page of a log stream. */
interface Page {
  readonly events?: readonly { readonly message?: string }[];
  readonly nextForwardToken?: string;
  readonly nextBackwardToken?: string;
}

/** Pages of a megabyte each: of a longer log, the start is copied, and CloudWatch has the rest. */
export const mostPages = 8;

/**
 * The lines of a log stream so far, oldest first; none while there is no such stream: a container that prints nothing has
 * none. CloudWatch Logs is asked for with Batch's own signer and connections, since its client would be one more package
 * for one call.
 */
export const linesOf = async (
  session: Session,
  logStreamName: string,
  pages = mostPages,
): Promise<readonly string[]> => {
  const lines: string[] = [];
  let nextToken: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const answer = await pageOf(session, { logStreamName, startFromHead: true, nextToken });
    if (answer === undefined) return lines;
    lines.push(...linesIn(answer));
    // the last page's token points to that page
    if (answer.nextForwardToken === undefined || answer.nextForwardToken === nextToken) return lines;
    nextToken = answer.nextForwardToken;
  }
  return [...lines, `… the log goes on in CloudWatch Logs: group ${session.logGroup}, stream ${logStreamName}`];
};

/**
 * The last line of a log stream that starts with these characters; undefined: there is none. It is looked for from the end,
 * which `linesOf` does not reach in a long log.
 */
export const lastLineOf = async (
  session: Session,
  logStreamName: string,
  start: string,
): Promise<string | undefined> => {
  let nextToken: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await pageOf(session, { logStreamName, startFromHead: false, nextToken });
    if (answer === undefined) return undefined;
    const line = linesIn(answer).findLast((one) => one.startsWith(start));
    if (line !== undefined) return line;
    // the first page's token points to that page
    if (answer.nextBackwardToken === undefined || answer.nextBackwardToken === nextToken) return undefined;
    nextToken = answer.nextBackwardToken;
  }
  return undefined;
};

interface Place {
  readonly logStreamName: string;
  readonly startFromHead: boolean;
  readonly nextToken: string | undefined;
}

/** undefined: there is no such stream */
const pageOf = (session: Session, { nextToken, ...place }: Place): Promise<Page | undefined> => {
  const request = { logGroupName: session.logGroup, ...place, ...(nextToken && { nextToken }) };
  return answering('stack', () => getLogEvents(session, request));
};

const linesIn = ({ events = [] }: Page): readonly string[] => events.map(({ message = '' }) => message);

const getLogEvents = async (session: Session, place: object): Promise<Page | undefined> => {
  const { region, logsEndpoint, batch } = session;
  const own = `https://logs.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  const { protocol, hostname, port, host } = new URL(logsEndpoint ?? own);
  const request = {
    method: 'POST',
    protocol,
    hostname,
    ...(port && { port: Number(port) }),
    path: '/',
    query: {},
    headers: {
      host,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'Logs_20140328.GetLogEvents',
    },
    body: JSON.stringify(place),
  };
  const signer = await batch.config.signer();
  const signed = await signer.sign(request, { signingService: 'logs', signingRegion: region });
  const { response } = await batch.config.requestHandler.handle(
    signed as Parameters<typeof batch.config.requestHandler.handle>[0],
  );
  const text = await textOf(response.body);
  if (response.statusCode < 300) return JSON.parse(text) as Page;
  if (/ResourceNotFoundException/.test(text)) return undefined;
  throw new ProviderUnavailableError(`CloudWatch Logs answered ${response.statusCode}: ${text.slice(0, 500)}`);
};

const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString();
};
