import { type ChangeOptions, headersOf } from './changes.ts';
import { DeploymentChanges } from './deployment-changes.ts';
import type { ProviderState } from './types.ts';

/** What only administrators of the installation may ask for. */
export class Administration extends DeploymentChanges {
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
}
