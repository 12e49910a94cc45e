import { expect, it } from 'vitest';
import { withLog } from '../../../../src/domain/deployments/record/quoted-log.ts';

const said = 'Error in VM of type server at a: No valid host was found.';

it('quotes what a provider says of a machine once, though its log says it twice', () => {
  const log = `2026-11-22 20:17:40.101000: ${said}\n\nVM 0:\n${said}\n`;
  expect(withLog('it failed', log)).toBe(`it failed\ncontextualization message:\n2026-11-22 20:17:40.101000: ${said}`);
});

it('keeps what is said of a machine alone', () => {
  const log = `Select master VM\n\nVM 0:\n${said}\n\nVM 1:\nanother\n`;
  expect(withLog('it failed', log)).toBe(`it failed\ncontextualization message:\n${log.trim()}`);
});
