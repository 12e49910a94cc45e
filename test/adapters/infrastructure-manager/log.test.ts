import { expect, it } from 'vitest';
import { providerLog } from '../../../src/adapters/infrastructure-manager/log.ts';

const said = 'Error in VM of type server at a: No valid host was found.';

it('quotes what a provider says of a machine once, though its log says it twice', () => {
  const log = `2026-11-22 20:17:40.101000: ${said}\n\nVM 0:\n${said}\n`;
  expect(providerLog(log).quotable).toBe(`2026-11-22 20:17:40.101000: ${said}`);
});

it('keeps what is said of a machine alone', () => {
  const log = `Select master VM\n\nVM 0:\n${said}\n\nVM 1:\nanother\n`;
  expect(providerLog(log).quotable).toBe(log.trim());
});

it('has a part for the infrastructure and one for each machine, without the ends that move', () => {
  const log = `Select master VM\n\nVM 0:\n${said}\n${'*'.repeat(40)}\n\nVM 1:\nanother\n`;
  expect(providerLog(log).parts).toEqual([
    { name: 'header', title: '', text: 'Select master VM' },
    { name: '0', title: 'VM 0:\n', text: said },
    { name: '1', title: 'VM 1:\n', text: 'another' },
  ]);
});
