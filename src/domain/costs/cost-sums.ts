import type { Identity } from '../../foundation/identity.ts';
import type { Page, PageRequest } from '../../foundation/page.ts';
import type { Scope } from '../../foundation/scope.ts';
import { type CostLine, rounded } from './estimated-cost.ts';

/** What the deployments of a group cost, in USD. */
export interface GroupCost extends CostLine {
  /** absent: those of no group */
  readonly group?: string;
  /** where the group is known by that name */
  readonly issuer: string;
  /** those that stand */
  readonly deployments: number;
  /** of these, how many have no known price at all */
  readonly unpriced: number;
}

export interface CostSums {
  /** the dearest first */
  readonly groups: readonly GroupCost[];
  /** true: there are more deployments than were read, the oldest of which are not counted */
  readonly isCut: boolean;
}

/** A deployment, as far as it costs something. */
interface Costing {
  readonly id: string;
  readonly createdBy: Pick<Identity, 'issuer'>;
  readonly userGroup?: string;
  readonly infrastructureId?: string;
  readonly cost?: CostLine;
}

/** The part of the deployments' port that this needs. */
interface Listing<One> {
  list(scope: Scope, page: PageRequest): Promise<Page<One>>;
}

/** Records that one answer reads at most: as many as a filter of a list. */
const mostRead = 5_000;
const pageSize = 500;

/** What stands in these scopes costs, by group; a deployment that is in several of them counts once. */
export const costSums = async <One extends Costing>(
  deployments: Listing<One>,
  scopes: readonly Scope[],
  isSeen: (deployment: One) => boolean,
): Promise<CostSums> => {
  const found = new Map<string, One>();
  let read = 0;
  let isCut = false;
  for (const scope of scopes) {
    let cursor: string | undefined;
    do {
      const page: Page<One> = await deployments.list(scope, {
        ...newest,
        ...(cursor !== undefined && { cursor }),
      });
      for (const one of page.content) if (isSeen(one)) found.set(one.id, one);
      cursor = page.cursor;
      read += page.content.length;
      isCut ||= cursor !== undefined && read >= mostRead;
    } while (cursor !== undefined && read < mostRead);
  }
  return { groups: byGroup([...found.values()].filter(stands)), isCut };
};

const newest: PageRequest = { page: 0, size: pageSize, sort: 'createdAt', direction: 'desc' };

/** Known since its first completion. What a failed creation has left is not known. */
const stands = ({ infrastructureId }: Costing): boolean => infrastructureId !== undefined;

const byGroup = (deployments: readonly Costing[]): readonly GroupCost[] =>
  [...Map.groupBy(deployments, ({ createdBy, userGroup }) => JSON.stringify([createdBy.issuer, userGroup]))]
    .map(([, own]) => sumOf(own))
    .toSorted((one, other) => other.hourly - one.hourly || (one.group ?? '').localeCompare(other.group ?? ''));

const sumOf = (own: readonly Costing[]): GroupCost => {
  const [first] = own;
  const known = own.flatMap(({ cost }) => cost ?? []);
  const unpriced = own.length - known.length;
  return {
    ...(first?.userGroup !== undefined && { group: first.userGroup }),
    issuer: first?.createdBy.issuer ?? '',
    ...{ deployments: own.length, unpriced },
    hourly: rounded(sum(known, ({ hourly }) => hourly)),
    monthly: rounded(
      sum(known, ({ monthly }) => monthly),
      2,
    ),
    ...((unpriced > 0 || known.some(({ isPartial }) => isPartial)) && { isPartial: true }),
  };
};

const sum = (lines: readonly CostLine[], of: (line: CostLine) => number): number =>
  lines.reduce((all, line) => all + of(line), 0);
