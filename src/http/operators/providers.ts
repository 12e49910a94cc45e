import * as v from 'valibot';
import { causeOf } from '../../domain/deployments/record/cause.ts';
import type { Draining, Switches } from '../../domain/operators/switches.ts';
import type { Offer } from '../../domain/providers/offer.ts';
import type { FailuresInSequence, ProviderFailures, Providers } from '../../domain/providers/ports.ts';
import type { Clock } from '../../foundation/clock.ts';
import { ConflictError } from '../../foundation/errors.ts';
import { identityOf } from '../../foundation/identity.ts';
import { log } from '../../foundation/log.ts';
import type { AdministratorInput } from '../pipeline/administrator.ts';
import { type Answer, entity, noContent, ok } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import { flag, members, optional, shortText } from '../pipeline/fields.ts';
import type { BodyOf } from '../schemas/answers.ts';
import { inTurn } from './in-turn.ts';
import { requireAsSeen } from './require-as-seen.ts';

/** A provider as the operator has configured it. */
export type Listed = Pick<Offer, 'id' | 'name' | 'priority' | 'groups' | 'deployer' | 'draining'>;

/** One that is not configured here has neither a priority nor groups. */
type Shown = Partial<Listed> & Pick<Listed, 'id' | 'name'>;

interface ListPorts {
  readonly providerList: readonly Listed[];
  readonly providers: Pick<Providers, 'get'>;
  readonly providerFailures: ProviderFailures;
  readonly switches: Pick<Switches, 'draining'>;
}

/** GET /providers: an extension (docs/decisions/0088). Those that are configured, and others that drain, such as those of a federation. */
export const providerStates =
  ({ providerList, providers, providerFailures, switches }: ListPorts) =>
  async (): Promise<Answer> => {
    const draining = await switches.draining();
    const known = new Set(providerList.map(({ id }) => id));
    const others = [...draining.keys()].filter((id) => !known.has(id)).map((id): Shown => ({ id, name: id }));
    const views = [...providerList, ...others].map(async (one): Promise<BodyOf<'ProviderState'>> => {
      const facts = known.has(one.id) ? (await providers.get(one.id)).facts : undefined;
      return {
        ...configured(one),
        ...(facts?.type !== undefined && { type: facts.type }),
        ...(facts?.region !== undefined && { region: facts.region }),
        ...drainingView(one, draining.get(one.id)),
        ...failuresView(await providerFailures.inSequence(one.id)),
      };
    });
    return entity({ providers: await Promise.all(views) });
  };

const configured = ({ id, name, priority, groups, deployer }: Shown) => ({
  ...{ id, name },
  ...(priority !== undefined && { priority }),
  ...(groups && { groups: [...groups] }),
  ...(deployer && { deployer }),
});

const failuresView = ({
  count,
  deployments,
  noRoom,
}: FailuresInSequence): Pick<BodyOf<'ProviderState'>, 'failures' | 'noRoom'> => ({
  failures: { count, deployments: [...deployments] },
  ...(noRoom && { noRoom: { count: noRoom.count, at: noRoom.at, why: causeOf(noRoom.why).cause } }),
});

const drainingView = (
  { draining: isConfigured = false }: Shown,
  switched: Draining | undefined,
): Pick<BodyOf<'ProviderState'>, 'draining'> => {
  if (switched === undefined) return isConfigured ? { draining: { by: 'configuration' } } : {};
  const { since, by, reason } = switched;
  return {
    draining: {
      by: isConfigured ? 'configuration' : 'switch',
      ...{ since, switchedBy: identityOf(by) },
      ...(reason !== undefined && { reason }),
    },
  };
};

/** The body of PUT /providers/{provider_id}/draining. */
export const drainingChange = () => members({ draining: flag, reason: optional(shortText(500)) });

export const drainingQuery = v.object(dryRunQuery);

type Input = Pick<
  AdministratorInput<typeof drainingQuery, ReturnType<typeof drainingChange>>,
  'caller' | 'headers' | 'path' | 'query' | 'body'
>;

interface Ports extends ListPorts {
  readonly clock: Clock;
  readonly switches: Switches;
}

/** NotFoundError for a provider that is not found, unless it drains: it may have left the configuration since. */
export const findProvider =
  ({ providers, switches }: Pick<ListPorts, 'providers' | 'switches'>) =>
  async ({ provider_id: id = '' }: { readonly [name: string]: string | undefined }): Promise<void> => {
    if (!(await switches.draining()).has(id)) await providers.get(id);
  };

/**
 * PUT /providers/{provider_id}/draining: an extension. Its preconditions are about the list of providers. With `dryRun=true` it shows the
 * switch before and after.
 */
export const drainProvider = (ports: Ports) => (input: Input) => inTurn('this provider', () => switched(ports, input));

/** undefined: another administrator has switched it since it was read. */
const switched = async (ports: Ports, { caller, headers, path, query, body }: Input): Promise<Answer | undefined> => {
  const { clock, providerList, providers, switches } = ports;
  const id = path['provider_id'] ?? '';
  const before = (await switches.draining()).get(id);
  await requireAsSeen(headers, providerStates(ports));
  const { draining: next, reason } = body;
  // one that drains may have left the configuration since
  const { name } = before ? { name: id } : await providers.get(id);
  if (!next && providerList.some((one) => one.id === id && one.draining === true))
    throw new ConflictError(`the configuration of ${name} says draining: true; take it out there, and deploy that`);
  if (query.dryRun) return ok({ provider: id, draining: before !== undefined, nextDraining: next });
  const by = identityOf(caller);
  const after = { providerId: id, since: clock.now().toISOString(), by, ...(reason !== undefined && { reason }) };
  const message = next
    ? `the provider ${name} takes no new deployments${reason === undefined ? '' : `: ${reason}`}`
    : `the provider ${name} takes new deployments`;
  const kind = next ? 'PROVIDER_DRAINING' : 'PROVIDER_USABLE';
  const switched = { kind, message, by, provider: id } as const;
  if (!(await switches.ofProvider(id).replace(before, next ? after : undefined, switched))) return undefined;
  log('INFO', next ? 'a provider drains' : 'a provider takes new deployments again', { provider: id, by, reason });
  return noContent;
};
