import type { Json } from '../topology.ts';

type Values = { readonly [name: string]: Json };
type Forms = Map<string, Json>;

/** A call that only the deployment can answer, in another form for the Infrastructure Manager. */
export interface CallForm {
  /** the node or relationship in which the call stands */
  readonly place: object | undefined;
  readonly argument: Json;
  readonly form: Json;
  /** the same for every other place: the nodes are named; undefined: something has no name */
  readonly named: { readonly argument: Json; readonly form: Json } | undefined;
}

/**
 * Forms of calls by their arguments. SELF, HOST, SOURCE and TARGET mean something else in each node and relationship, so each has forms
 * of its own; what begins with a name is the same everywhere.
 */
export class CallForms {
  readonly #named: Forms = new Map();
  readonly #byPlace = new Map<object, Forms>();

  add({ place, argument, form, named }: CallForm): void {
    if (place !== undefined) {
      const own = this.#byPlace.get(place) ?? new Map<string, Json>();
      this.#byPlace.set(place, own.set(JSON.stringify(argument), form));
    }
    if (named !== undefined) this.#named.set(JSON.stringify(named.argument), named.form);
  }

  /** Those that begin with a name, by the arguments of the calls as JSON. */
  get named(): ReadonlyMap<string, Json> {
    return this.#named;
  }

  /** A value as the manager reads it at this place. */
  valueAt(value: Json, place: object | undefined): Json {
    if (this.#named.size === 0 && this.#byPlace.size === 0) return value;
    return this.#formIn(value, place && this.#byPlace.get(place));
  }

  /** The same for values by name. */
  valuesAt(values: Values, place: object | undefined): Values {
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, this.valueAt(value, place)]));
  }

  #formIn(value: Json, own: Forms | undefined): Json {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((one: Json) => this.#formIn(one, own));
    const [argument, ...more] = Object.values(value);
    const key = more.length === 0 ? JSON.stringify(argument) : '';
    const form = own?.get(key) ?? this.#named.get(key);
    if (form !== undefined) return form;
    const entries = Object.entries(value as Values).map(([name, one]) => [name, this.#formIn(one, own)] as const);
    return Object.fromEntries(entries);
  }
}
