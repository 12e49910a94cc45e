import type { Json } from '../../../tosca/topology.ts';
import { isUnknown, mapOf } from '../../deployers/capability-values.ts';
import type { OutputValue } from '../blueprint/blueprint.ts';
import { attributeReader, isIndex, type Sources } from './attribute-calls.ts';
import { UnmappedError } from './attributes.ts';

/** Reads a value that holds calls of functions. Throws UnmappedError. */
export const valueReader = (sources: Sources): ((value: Json) => OutputValue) => {
  const read = (value: Json): OutputValue => {
    if (typeof value === 'string') return { is: 'text', text: value };
    if (!isUnknown(value)) return { is: 'text', text: JSON.stringify(value), isJson: true };
    if (Array.isArray(value)) return { is: 'list', items: value.map(read) };
    const [[name, given] = ['', null], ...others] = Object.entries(mapOf(value));
    const call = Array.isArray(given) ? (given as readonly Json[]) : [];
    switch (others.length === 0 ? name : '') {
      case 'get_attribute':
        return readAttribute(call);
      case 'concat':
        return { is: 'joined', parts: call.map(part), separator: '' };
      case 'join':
        return joined(call);
      case 'token':
        return token(call);
      case 'get_operation_output':
      case 'get_artifact':
        throw new UnmappedError(`needs ${name}, which only operations on machines could give`);
      default:
        throw new UnmappedError('is a map of values that are known only later: make an output of each');
    }
  };
  // nothing is an empty text in a longer one
  const part = (value: Json): OutputValue => read(value ?? '');
  const joined = ([parts, separator]: readonly Json[]): OutputValue => {
    const between = typeof separator === 'string' ? separator : '';
    if (Array.isArray(parts)) return { is: 'joined', parts: parts.map(part), separator: between };
    if (!isUnknown(parts ?? null)) throw new UnmappedError('joins something that is no list');
    const of = read(parts ?? null);
    if (of.is === 'attribute') return { is: 'joinedAll', of, separator: between };
    // its texts may become a dynamic reference together: only `joined` is judged for that
    return { is: 'joined', parts: of.is === 'list' ? of.items : [of], separator: between };
  };
  const token = ([of, separator, index]: readonly Json[]): OutputValue => {
    const position = typeof index === 'string' && /^\d+$/.test(index) ? Number(index) : index;
    if (typeof separator !== 'string' || separator === '' || !isPosition(position))
      throw new UnmappedError(
        `has a token that cannot be read: it takes a text, delimiters and the index of a part from 0 to ${lastPart}`,
      );
    return { is: 'token', of: read(of ?? null), separator, index: position };
  };
  const readAttribute = attributeReader(sources, read);
  return read;
};

/** The last part of a text that a token may ask for: the stack holds as many delimiters. */
const lastPart = 200;

const isPosition = (index: Json | undefined): index is number =>
  isIndex(index) && index !== undefined && index <= lastPart;
