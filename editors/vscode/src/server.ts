/** The server as a program and its arguments; `command`: the setting, by default `["toscanini"]`. */
export const serverOf = (command: readonly string[] = []): { command: string; args: string[] } => {
  const [program = 'toscanini', ...args] = command;
  return { command: program, args: [...args, 'lsp', '--stdio'] };
};

/** Whether a text means to be TOSCA: it names the version of the language, as every template has to. */
export const isTosca = (text: string): boolean => /^\s*(["']?)tosca_definitions_version\1\s*:/m.test(text);
