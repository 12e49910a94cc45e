import type { Candidate, Ranking } from './ports.ts';

/** The ranking as text for the deployment's log: which providers may be tried, in which order, and why others may not. */
export const rankingLog = (ranking: Ranking, at: Date): string => {
  const { candidates } = ranking;
  const many = candidates.length === 1 ? 'one provider' : `${candidates.length || 'no'} providers`;
  return `${at.toISOString()} ${many} may be tried\n${rankingLines(ranking)}\n`;
};

/** The same without a heading and without a final line break. */
export const rankingLines = (ranking: Ranking): string =>
  [...ranking.candidates.flatMap(candidateLines), ...reasonsOf(ranking)].map((line) => `  ${line}`).join('\n');

/** Why providers may not be tried, and other notes, one line each. */
export const reasonsOf = ({ dropped, notes }: Pick<Ranking, 'dropped' | 'notes'>): readonly string[] => [
  ...dropped.map(({ id, name, reason }) => `not ${label(id, name)}: ${reason}`),
  ...notes,
];

const candidateLines = ({ id, name, score, edits }: Candidate, index: number): readonly string[] => [
  `${index + 1}. ${label(id, name)}${score === undefined ? '' : `: ${score}`}`,
  ...edits.flatMap(({ node, path, value }) =>
    value === undefined
      ? []
      : [`   ${node}: ${path.at(-1)} ${typeof value === 'string' ? value : JSON.stringify(value)}`],
  ),
];

const label = (id: string, name: string): string => (id === name ? id : `${name} (${id})`);
