import { ProviderUnavailableError } from '../../foundation/errors.ts';
import { answering } from '../aws/errors.ts';
import type { Session } from './session.ts';

/** A page of a log stream. */
interface Page {
  readonly events?: readonly { readonly message?: string }[];
  readonly nextForwardToken?: string;
}

/** Pages of a megabyte each: of a longer log, the start is copied, and CloudWatch has the rest. */
const mostPages = 8;

/**
 * The lines of a log stream so far, oldest first; none while there is no such stream: a container that prints nothing has
 * none. CloudWatch Logs is asked for with Batch's own signer and connections, since its client would be one more package
 * for one call.
 */
export const linesOf = async (session: Session, logStreamName: string): Promise<readonly string[]> => {
  const lines: string[] = [];
  let nextToken: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const asked = {
      logGroupName: session.logGroup,
      logStreamName,
      startFromHead: true,
      ...(nextToken && { nextToken }),
    };
    const answer = await answering('stack', () => getLogEvents(session, asked));
    if (answer === undefined) return lines;
    lines.push(...(answer.events ?? []).map(({ message = '' }) => message));
    // the last page's token points to that page
    if (answer.nextForwardToken === undefined || answer.nextForwardToken === nextToken) return lines;
    nextToken = answer.nextForwardToken;
  }
  return [...lines, `… the log goes on in CloudWatch Logs: group ${session.logGroup}, stream ${logStreamName}`];
};

const getLogEvents = async (session: Session, asked: object): Promise<Page | undefined> => {
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
    body: JSON.stringify(asked),
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
