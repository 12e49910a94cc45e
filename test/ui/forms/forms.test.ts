import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeclaredInput } from '../../../src/tosca/declared-inputs.ts';
import { labelOf, tabsOf } from '../../../ui/forms/fields.ts';
import { hintsOf, noHints, severalOf } from '../../../ui/forms/hints.ts';
import { limitsOf } from '../../../ui/forms/limits.ts';
import { newPassword } from '../../../ui/forms/random.ts';
import {
  madeValues,
  missing,
  numberOf,
  problemsByInput,
  scalarOf,
  scalarText,
  scalarTyped,
  shownValue,
  withValue,
} from '../../../ui/forms/values.ts';
import { widgetOf, widgetOfOptions } from '../../../ui/forms/widgets.ts';

const input = (name: string, base: string, more: Partial<DeclaredInput> = {}): DeclaredInput => ({
  name,
  type: base,
  base,
  required: true,
  ...more,
});

const workers = input('workers', 'integer', { default: 2 });
const note = input('note', 'string', { required: false });

describe('the limits of an input', () => {
  it.each([
    [{ operator: 'in_range', operand: [1, 10] }, '1 to 10', 1, 10],
    [{ operator: 'in_range', operand: [1, 'UNBOUNDED'] }, 'at least 1', 1, undefined],
    [{ operator: 'in_range', operand: ['UNBOUNDED', 9] }, 'at most 9', undefined, 9],
    [{ operator: 'greater_or_equal', operand: '1 GB' }, 'at least 1 GB', '1 GB', undefined],
    [{ operator: 'less_than', operand: 5 }, 'less than 5', undefined, undefined],
    [{ operator: 'min_length', operand: 8 }, 'at least 8 long', undefined, undefined],
    [{ operator: 'pattern', operand: '[a-z]+' }, 'like [a-z]+', undefined, undefined],
    [{ operator: 'validation', operand: {} }, '', undefined, undefined],
  ])('%j are said as "%s"', (constraint, words, least, most) => {
    const limits = limitsOf({ constraints: [constraint] });
    expect([limits.words, limits.least, limits.most]).toEqual([words, least, most]);
  });

  it('are what can be chosen', () => {
    expect(limitsOf({ constraints: [{ operator: 'valid_values', operand: ['a', 'b'] }] }).options).toEqual(['a', 'b']);
  });
});

describe('the widget of an input', () => {
  const oneOf = (...operand: readonly string[]) => ({ constraints: [{ operator: 'valid_values', operand }] });
  it.each([
    [input('n', 'integer'), 'whole'],
    [input('n', 'float'), 'number'],
    [input('n', 'boolean'), 'switch'],
    [input('n', 'string'), 'text'],
    [input('n', 'string', { secret: true }), 'secret'],
    [input('ssh_public_key', 'string'), 'long'],
    [input('keyboard', 'string'), 'text'],
    [input('n', 'scalar-unit.size', { units: ['MB', 'GB'] }), 'scalar'],
    [input('n', 'list', { entry: { type: 'string', base: 'string' } }), 'list'],
    [input('n', 'list'), 'json'],
    [input('n', 'map'), 'map'],
    [input('n', 'complex', { members: [] }), 'members'],
    [input('n', 'complex'), 'json'],
    [input('n', 'timestamp'), 'text'],
    [input('n', 'string', oneOf('a', 'b')), 'segments'],
    [input('n', 'string', oneOf('a', 'b', 'c', 'd', 'e')), 'select'],
    [input('n', 'integer', { constraints: [{ operator: 'valid_values', operand: [1, 2] }] }), 'segments'],
  ])('%j is %s', (declared, widget) => {
    expect(widgetOf(declared)).toBe(widget);
  });

  it('is what the catalogue wishes, where that fits the type', () => {
    expect(widgetOf(input('n', 'string'), 'password')).toBe('secret');
    expect(widgetOf(input('n', 'integer'), 'password')).toBe('whole');
    expect(widgetOf(input('n', 'string'), 'ssh_pub_key_type')).toBe('long');
    expect(widgetOfOptions([{ value: 'True', label: 'On' }], 'toggle')).toBe('switch');
    expect(widgetOfOptions([{ value: 'a', label: 'a label that is far too long for a row of buttons' }])).toBe(
      'select',
    );
  });
});

describe('the values of a form', () => {
  it('hold what differs from the defaults of the template only', () => {
    const changed = withValue({}, workers, 5);
    expect(changed).toEqual({ workers: 5 });
    expect(shownValue(workers, changed)).toBe(5);
    expect(withValue(changed, workers, 2)).toEqual({});
    expect(withValue(changed, workers, undefined)).toEqual({});
    expect(shownValue(workers, {})).toBe(2);
  });

  it('are missing where one is required and there is no default', () => {
    const key = input('key', 'string');
    expect(missing([workers, note, key], {})).toEqual(['key']);
    expect(missing([workers, note, key], { key: 'a' })).toEqual([]);
  });

  it('keep a number with a unit through the two fields', () => {
    const units = ['B', 'kB', 'MB', 'GB'];
    fc.assert(
      fc.property(fc.nat(100_000), fc.constantFrom(...units), (number, unit) => {
        expect(scalarText(scalarOf(`${number} ${unit}`, units))).toBe(`${number} ${unit}`);
      }),
    );
    expect(scalarOf('4 gb', units)).toEqual({ number: '4', unit: 'GB' });
    expect(scalarOf(undefined, units)).toEqual({ number: '', unit: 'GB' });
    expect(scalarOf('5 d', ['d', 'h'])).toEqual({ number: '5', unit: 'd' });
    expect(scalarText({ number: ' ', unit: 'GB' })).toBeUndefined();
  });

  it.each([
    ['512', '512 GB'],
    ['512 MB', '512 MB'],
    ['512mb', '512 MB'],
    ['2 GB', '2 GB'],
    // still being typed, or no number at all: the field shows it, and the checker says what is wrong
    ['2 M', '2 M GB'],
    ['two', 'two GB'],
    ['', undefined],
  ])('take %j, typed where the number of a size belongs, as %j', (text, value) => {
    const units = ['B', 'kB', 'MB', 'GB'];
    expect(scalarText(scalarTyped(text, 'GB', units))).toBe(value);
    if (value?.endsWith(' GB')) expect(scalarOf(value, units)).toEqual({ number: value.slice(0, -3), unit: 'GB' });
  });

  it('are numbers where a number was typed, else the text, which the checker refuses', () => {
    expect([numberOf('5'), numberOf(' -1.5 '), numberOf('.5'), numberOf('two'), numberOf(''), numberOf('0x')]).toEqual([
      5,
      -1.5,
      0.5,
      'two',
      undefined,
      '0x',
    ]);
  });

  it('show what the checker says of each, without what the field says already', () => {
    const problem = {
      ...{ code: 'input-invalid', severity: 'error' as const, file: 'template', line: 4, column: 5 },
      path: 'inputs.cpus',
      message: 'the value given for the input "cpus" is not allowed: expected an integer, found "two"',
    };
    const other = { ...problem, code: 'value-type', path: 'topology_template.node_templates.web' };
    expect([...problemsByInput([problem, other])]).toEqual([['cpus', 'expected an integer, found "two"']]);
  });
});

describe('what the catalogue says of a form', () => {
  const hints = hintsOf({
    tabs: ['Cluster', { name: 'Advanced' }],
    inputs: {
      size: {
        display_name: 'Size of machines',
        tab: 'Cluster',
        tag_type: 'select',
        constraints: [{ value: "{'workers':'4', 'memory':'8 GB'}", label: 'Medium' }],
      },
      workers: {
        display_name: 'How many',
        tag_type: 'select',
        tab: 'Advanced',
        constraints: [{ value: 1 }, { value: 4 }],
      },
      pass: { type: 'random_password', tab: 'Cluster' },
      id: { type: 'uuidgen' },
      quiet: { tag_type: 'hidden', default: 'fixed' },
      broken: 'not a map',
    },
  });
  const inputs = [workers, note, input('pass', 'string'), input('id', 'string'), input('quiet', 'string')];

  it('puts inputs into tabs, and the rest into one more', () => {
    expect(tabsOf(inputs, hints).map(({ name, fields }) => [name, fields.map((field) => field.input.name)])).toEqual([
      ['Cluster', ['pass']],
      ['Advanced', ['workers']],
      ['More', ['id', 'note']],
    ]);
    expect(tabsOf(inputs, noHints).map(({ name, fields }) => [name, fields.length])).toEqual([['', 5]]);
  });

  it('gives labels, options, and choices that set several inputs', () => {
    const [cluster, advanced] = tabsOf(inputs, hints);
    expect(cluster?.presets).toEqual([
      {
        name: 'size',
        label: 'Size of machines',
        help: '',
        options: [{ label: 'Medium', sets: { workers: '4', memory: '8 GB' } }],
      },
    ]);
    expect(advanced?.fields[0]).toMatchObject({
      label: 'How many',
      options: [
        { value: '1', label: '1' },
        { value: '4', label: '4' },
      ],
    });
  });

  it('makes passwords and ids, and fills in its own defaults', () => {
    const made = madeValues(inputs, hints, { password: () => 'secret', uuid: () => 'one' });
    expect(made).toEqual({ pass: 'secret', id: 'one', quiet: 'fixed' });
  });

  it('is left out where it has another form', () => {
    for (const nonsense of [undefined, null, 3, 'text', [], { inputs: [] }, { tabs: { a: 1 } }]) {
      expect(hintsOf(nonsense)).toEqual(noHints);
    }
    expect(hintsOf({ tabs: { 1: 'One', 2: 'Two' } }).tabs).toEqual(['One', 'Two']);
  });

  it('reads an option that stands for several inputs', () => {
    expect(severalOf("{'a':'1', \"b\": \"2 GB\", 'c': 3}")).toEqual({ a: '1', b: '2 GB', c: '3' });
    expect(severalOf('plain')).toBeUndefined();
    expect(severalOf('{}')).toBeUndefined();
  });
});

describe('labels', () => {
  it.each([
    ['worker_cpus', 'Worker CPUs'],
    ['sshPublicKey', 'SSH public key'],
    ['mem', 'Mem'],
    ['http_port', 'HTTP port'],
    ['user-id', 'User ID'],
  ])('%s is %s', (name, label) => expect(labelOf(name)).toBe(label));
});

describe('a password that is made', () => {
  it('has 20 characters, each as likely as the others', () => {
    let state = 1;
    const random = (bytes: Uint8Array<ArrayBuffer>) =>
      bytes.map(() => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return state >>> 16;
      });
    const made = Array.from({ length: 570 }, () => newPassword(random)).join('');
    const counts = new Map<string, number>();
    for (const character of made) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(made).toHaveLength(570 * 20);
    expect(counts.size).toBe(57);
    expect(Math.max(...counts.values()) / Math.min(...counts.values())).toBeLessThan(1.5);
  });
});
