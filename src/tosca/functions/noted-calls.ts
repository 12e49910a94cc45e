import type { CallForm } from '../infrastructure-manager/call-forms.ts';
import type { Json } from '../topology.ts';
import { toJson } from '../yaml/scalar.ts';
import type { Call } from './function.ts';
import { withNamedPlaces } from './named-places.ts';

const words: ReadonlySet<Json> = new Set(['SELF', 'HOST', 'SOURCE', 'TARGET']);

/** The node or relationship in which a call stands. */
const placeOf = ({ site: { relationship, node } }: Call): object | undefined => relationship ?? node;

/** A call in another form, for the Infrastructure Manager. */
export function formOf(call: Call, form: Json): CallForm {
  const argument = toJson(call.argument);
  const [named = null] = Object.values(withNamedPlaces({ get_attribute: argument }, call.site) ?? {}) as Json[];
  const [first = null] = Array.isArray(named) ? (named as readonly Json[]) : [];
  const isNamed = !words.has(first);
  return {
    ...{ place: placeOf(call), argument, form },
    named: isNamed ? { argument: named, form: withNamedPlaces(form, call.site) } : undefined,
  };
}

/** Gives a call another form for the Infrastructure Manager. */
export function noteForm(call: Call, form: Json): void {
  call.service.unsupported?.calls.addForm(call.node, formOf(call, form));
}

/** For the same: a value with calls that only the deployment can answer, which would mean something else at another place. */
export function noteLater(call: Call, value: Json): void {
  const { unsupported } = call.service;
  if (unsupported === undefined) return;
  if (JSON.stringify(value) === JSON.stringify({ [call.name]: toJson(call.argument) })) return;
  unsupported.addCall(call.node, unsupported.calls.forms.valueAt(value, placeOf(call)));
}
