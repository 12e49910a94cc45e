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

it('joins two parts of one machine, the second with its title', () => {
  expect(providerLog('VM 0:\nfirst\n\nVM 1:\nother\n\nVM 0:\nsecond\n').parts).toEqual([
    { name: 'header', title: '', text: '' },
    { name: '0', title: 'VM 0:\n', text: 'first\nVM 0:\nsecond' },
    { name: '1', title: 'VM 1:\n', text: 'other' },
  ]);
});

it('takes a title within a line for text, and one with more than a number', () => {
  const log = 'before VM 0:\nafter\nVM 1: more\nVM x:\nend';
  expect(providerLog(log)).toEqual({ parts: [{ name: 'header', title: '', text: log }], quotable: log });
});

it('keeps asterisks that are not an end', () => {
  const text = `${'*'.repeat(19)}\n${'*'.repeat(20)} x\nend ${'*'.repeat(20)}`;
  expect(providerLog(text).parts[0]?.text).toBe(text);
});

it('has a part without text of a machine that has said nothing', () => {
  expect(providerLog(`VM 12:\n${'*'.repeat(20)}\n`).parts[1]).toEqual({ name: '12', title: 'VM 12:\n', text: '' });
});

it('is empty of an empty message', () => {
  expect(providerLog('')).toEqual({ parts: [{ name: 'header', title: '', text: '' }], quotable: '' });
});
