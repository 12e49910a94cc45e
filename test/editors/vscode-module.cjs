// What the extension and the library of the protocol use of the module that VS Code gives, as far as it goes without a window.
// It keeps what is registered, so that a test can ask as VS Code does.

const nothing = () => undefined;
const disposable = { dispose: nothing };

class EventEmitter {
  listeners = new Set();
  event = (listener) => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire = (value) => Promise.all([...this.listeners].map((listener) => listener(value)));
  dispose = nothing;
}

/** By the name of the registering function: its arguments, without the documents that it is for. */
const registered = new Map();
const events = new Map();
const eventOf = (name) => {
  if (!events.has(name)) events.set(name, new EventEmitter());
  return events.get(name);
};

/** `registerX` keeps X, `onDidX` is an event, and what else is asked for is a function that does nothing. */
const surface = (known) =>
  new Proxy(known, {
    get: (_, name) => {
      if (Object.hasOwn(known, name)) return known[name];
      const text = String(name);
      if (text.startsWith('on')) return eventOf(text).event;
      if (text.startsWith('register'))
        return (...given) => {
          registered.set(text, given);
          return disposable;
        };
      return nothing;
    },
  });

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(start, end) {
    Object.assign(this, { start, end });
  }
}
class Uri {
  constructor(text) {
    const { protocol, pathname } = new URL(text);
    Object.assign(this, { scheme: protocol.slice(0, -1), path: pathname, fsPath: pathname, text });
  }
  static parse = (text) => new Uri(text);
  toString() {
    return this.text;
  }
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: () => disposable };
  cancel() {
    this.token.isCancellationRequested = true;
  }
  dispose = nothing;
}
class CodeActionKind {
  constructor(value) {
    this.value = value;
  }
  static Empty = new CodeActionKind('');
  append(part) {
    return new CodeActionKind([this.value, part].filter(Boolean).join('.'));
  }
}

const diagnostics = new Map();
const settings = {};
const failures = [];
const workspace = {
  textDocuments: [],
  workspaceFolders: undefined,
  isTrusted: true,
  getConfiguration: () => ({ get: (name, other) => settings[name] ?? other }),
  createFileSystemWatcher: (pattern) => ({
    pattern,
    dispose: nothing,
    ...Object.fromEntries(['onDidCreate', 'onDidChange', 'onDidDelete'].map((name) => [name, eventOf(name).event])),
  }),
};
const languages = {
  match: (selector, { languageId, uri }) =>
    [selector].flat().some(({ language, scheme }) => language === languageId && scheme === uri.scheme) ? 10 : 0,
  createDiagnosticCollection: () => ({
    set: (uri, found) => {
      diagnostics.set(uri.toString(), found);
      eventOf('diagnostics').fire();
    },
    delete: (uri) => diagnostics.delete(uri.toString()),
    dispose: nothing,
  }),
  setTextDocumentLanguage: async (document, languageId) => Object.assign(document, { languageId }),
};

const known = {
  version: '1.91.0',
  workspace: surface(workspace),
  languages: surface(languages),
  window: surface({
    // the library says there what it could not do
    createOutputChannel: () => surface({ error: (...said) => void failures.push(said.map(String).join(' ')) }),
    showErrorMessage: async (text) => void failures.push(text),
    visibleTextEditors: [],
    tabGroups: { all: [], onDidChangeTabs: () => disposable },
  }),
  commands: surface({}),
  env: surface({ appName: 'Visual Studio Code', language: 'en' }),
  extensions: { getExtension: nothing },
  CancellationTokenSource,
  CodeActionKind,
  EventEmitter,
  Position,
  Range,
  Uri,
  test: {
    registered,
    diagnostics,
    settings,
    failures,
    fire: (name, value) => eventOf(name).fire(value),
    on: (name, listener) => eventOf(name).event(listener),
  },
};

/** Enumerations count from 0; classes keep what they are given. */
module.exports = new Proxy(known, {
  get: (_, name) => {
    if (!Object.hasOwn(known, name))
      known[name] = new Proxy(
        class {
          constructor(...given) {
            Object.assign(this, { given });
          }
        },
        { get: (of, member) => (member in of ? of[member] : 0) },
      );
    return known[name];
  },
});
