import type { Json } from '../topology.ts';
import { withPlainNumber } from '../values/units.ts';
import { isMisread, isTime, mayBeMisread } from '../yaml/misread.ts';
import { type Step, sourceOf, stepsTo, type YamlMapping, type YamlNode, type YamlScalar } from '../yaml/node.ts';

interface Place {
  readonly file: string | undefined;
  /** keys and indexes from the root of the file */
  readonly path: readonly Step[];
}

/** A value that a reader of YAML 1.1 gets wrong, such as the version 22.10, which it takes for 22.1. */
interface MisreadValue extends Place {
  /** by its type */
  readonly value: string | number | bigint | boolean;
  /** true: a number that the manager's parser takes for a float only with a point */
  readonly isFloat: boolean;
}

/** A key in the map at `path`. */
interface MisreadKey extends Place {
  readonly key: string;
}

interface Reading {
  readonly value: Json;
  readonly isFloat: boolean;
  /** true: aliases use it for values of several types */
  readonly isShared: boolean;
}

/** Collects scalars that a reader of YAML 1.1 gets wrong, since it does not know their types. */
export class MisreadScalars {
  readonly #values = new Map<YamlScalar, Reading>();
  readonly #keys: MisreadKey[] = [];

  /** `type`: the name of the scalar's type, if it has one. A unit is compared with the form of it that the manager reads. */
  addValue(node: YamlScalar, read: Json, type = ''): void {
    if (!mayBeMisread(node.text)) return;
    const isFloat = type === 'float';
    const value = type.startsWith('scalar-unit') && typeof read === 'string' ? withPlainNumber(read) : read;
    const before = this.#values.get(node);
    const isSame = before === undefined || (before.value === value && before.isFloat === isFloat);
    this.#values.set(node, { value, isFloat, isShared: !isSame || before?.isShared === true });
  }

  /**
   * Without a type, only what YAML 1.1 reads as nobody means it: a date or 12:30 is a text, and 1e3 a number. Words such as `yes`
   * and numbers with zeros in front stay as they are written: authors write them for such readers.
   */
  addUntyped(node: YamlScalar, read: Json): void {
    if (!mayBeMisread(node.text)) return;
    const isNumber = typeof read === 'number' || typeof read === 'bigint';
    if (isNumber ? !/^[-+]?0\d/.test(node.text) : isTime(node.text)) this.addValue(node, read);
  }

  /** A number keeps its form: it reads the same, and the manager would merge the text beside an older number. */
  addKey(map: YamlMapping, key: string, value: YamlNode): void {
    if (!mayBeMisread(key) || isNumber(key) || !isMisread(key, true, key)) return;
    // an alias is the node where its anchor is, and a merged key stands in another map
    const isHere = value.parent === map || value.key !== key;
    this.#keys.push(isHere ? { ...placeOf(map), key } : { ...placeOf(value.parent ?? map), key });
  }

  /** Where aliases use a scalar for values of several types, nothing can be written that is right for all. */
  get values(): readonly MisreadValue[] {
    return [...this.#values].flatMap(([node, { value, isFloat, isShared }]) => {
      const isWrong = (isFloat && isInteger(node)) || isMisread(node.text, node.plain, value);
      return isShared || !isWrong || typeof value === 'object' ? [] : [{ ...placeOf(node), value, isFloat }];
    });
  }

  get keys(): readonly MisreadKey[] {
    return this.#keys;
  }
}

const isInteger = ({ text, plain }: YamlScalar): boolean => plain && /^[-+]?\d+$/.test(text);

const isNumber = (key: string): boolean => /^(?:0|[1-9]\d*)$/.test(key);

const placeOf = (node: YamlNode): Place => ({
  file: sourceOf(node)?.file,
  path: stepsTo(node),
});
