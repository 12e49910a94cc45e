import { bodyOf } from './answer.ts';
import { type ChangeOptions, headersOf } from './changes.ts';
import { DeploymentChanges } from './deployment-changes.ts';
import type {
  DeadLetterList,
  DeadLettersHandled,
  DependencyState,
  MoveList,
  PauseState,
  ProviderState,
  SubscribedWebhook,
  Webhook,
} from './types.ts';

const webhookAt = (name: string): string => `/webhooks/${encodeURIComponent(name)}`;

/** What only administrators of the installation may ask for, and managers of groups. */
export class Administration extends DeploymentChanges {
  /** The systems that the installation cannot work without, as they were last seen. */
  async dependencies(): Promise<readonly DependencyState[]> {
    const found = await this.json<{ readonly dependencies: readonly DependencyState[] }>(
      '/dependencies',
      'dependencies',
    );
    return found.dependencies;
  }

  /** The providers with their state; for administrators. */
  async providers(): Promise<readonly ProviderState[]> {
    const { providers } = await this.json<{ readonly providers: readonly ProviderState[] }>('/providers', 'providers');
    return providers;
  }

  /** No new deployment goes to a provider that drains; for administrators. */
  drain(
    id: string,
    body: { readonly draining: boolean; readonly reason?: string | undefined },
    options: ChangeOptions = {},
  ): Promise<void> {
    return this.done(`/providers/${encodeURIComponent(id)}/draining`, {
      method: 'PUT',
      body,
      headers: headersOf(options),
    });
  }

  /** What the service could not handle, as often as it tried; for administrators. */
  deadLetters(): Promise<DeadLetterList> {
    return this.json('/dead-letters', 'letters');
  }

  /** Redrives one letter, or as many as one request can, or drops one; for administrators. */
  changeDeadLetters(
    body: { readonly action: 'redrive' | 'drop'; readonly id?: string | undefined },
    options: ChangeOptions = {},
  ): Promise<DeadLettersHandled> {
    return this.json('/dead-letters', 'handled', { method: 'POST', body, headers: headersOf(options) });
  }

  /** Whether the installation is paused, for everybody. */
  pause(): Promise<PauseState> {
    return this.json('/pause', 'paused');
  }

  /** Nothing new begins while the installation is paused; for administrators. */
  setPause(
    body: { readonly paused: boolean; readonly reason?: string | undefined },
    options: ChangeOptions = {},
  ): Promise<void> {
    return this.done('/pause', { method: 'PUT', body, headers: headersOf(options) });
  }

  /** What the groups have subscribed that the caller manages, with what became of the latest events. */
  async webhooks(): Promise<readonly Webhook[]> {
    const path = '/webhooks?deliveries=true';
    const { webhooks } = await this.json<{ readonly webhooks: readonly Webhook[] }>(path, 'webhooks');
    return webhooks;
  }

  /** Subscribes a webhook for a group, with its key, which is shown this once; undefined: it was there, and is changed. */
  async subscribe(
    name: string,
    userGroup: string,
    webhook: { readonly url: string } & Pick<Partial<Webhook>, 'form' | 'kinds'>,
    options: ChangeOptions = {},
  ): Promise<SubscribedWebhook | undefined> {
    const path = webhookAt(name);
    const body = { userGroup, webhook };
    const response = await this.send(path, { method: 'PUT', body, headers: headersOf(options) });
    return response.status === 204 ? undefined : bodyOf<SubscribedWebhook>(response, path, 'createdAt');
  }

  unsubscribe(name: string, userGroup: string, options: ChangeOptions = {}): Promise<void> {
    return this.done(webhookAt(name), {
      method: 'PUT',
      body: { userGroup, webhook: null },
      headers: headersOf(options),
    });
  }

  /** The latest moves, and whether all are stopped; for administrators. */
  moves(): Promise<MoveList> {
    return this.json('/moves', 'moves');
  }

  /** No deployment moves while all are stopped; for administrators. */
  stopMoves(
    body: { readonly stopped: boolean; readonly reason?: string | undefined },
    options: ChangeOptions = {},
  ): Promise<void> {
    return this.done('/moves/stopped', { method: 'PUT', body, headers: headersOf(options) });
  }
}
