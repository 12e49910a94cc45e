import { afterEach, beforeEach, vi } from 'vitest';

/** Lines that are written outside of a function, as plain JSON: fresh for each test. */
export const writtenLines = (): { all(): Record<string, unknown>[]; text(): string } => {
  const lines: string[] = [];
  beforeEach(() => {
    lines.length = 0;
    vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
  });
  afterEach(() => vi.restoreAllMocks());
  return { all: () => lines.map((line) => JSON.parse(line)), text: () => lines.join('\n') };
};
