import { bodyOf } from './answer.ts';
import type { Send } from './calls.ts';
import type { DeploymentView } from './types.ts';

export interface ViewOptions {
  /** of the view that is known; then an unchanged one is not sent again */
  readonly etag?: string | undefined;
  /** false: without the nodes of the template, which hardly ever change; default true. It has ETags of its own */
  readonly topology?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Viewed {
  readonly view: DeploymentView;
  /** for the next question */
  readonly etag: string | undefined;
}

export const readView = async (
  send: Send,
  id: string,
  { etag, topology, signal }: ViewOptions = {},
): Promise<Viewed | 'unchanged'> => {
  const headers = etag === undefined ? {} : { 'If-None-Match': etag };
  const path = `/deployments/${id}/view`;
  const response = await send(path, { headers, signal, query: { topology } });
  if (response.status === 304) return 'unchanged';
  const view = await bodyOf<DeploymentView>(response, path, 'uuid');
  return { view, etag: response.headers.get('etag') ?? undefined };
};
