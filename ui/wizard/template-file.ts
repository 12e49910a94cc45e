import { textIn } from '../../src/tosca/yaml/text-in.ts';

export interface TemplateFile {
  readonly name: string;
  readonly text: string;
}

/** The ending of an archive's name, by its first bytes; undefined: it is a text. */
const endingOf = (bytes: Uint8Array): 'zip' | 'tar.gz' | 'tar' | undefined => {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'zip';
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'tar.gz';
  return new TextDecoder('latin1').decode(bytes.slice(257, 262)) === 'ustar' ? 'tar' : undefined;
};

/** As the service takes it: YAML as a text, an archive as base64. Throws an Error whose message can be shown. */
export async function readTemplateFile(file: File): Promise<TemplateFile> {
  const { name } = file;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (endingOf(bytes)) return { name, text: base64(bytes) };
  const text = textOf(name, bytes);
  if (text.trim() !== '') return { name, text };
  throw new Error(`${name} is empty: a template is expected there`);
}

const textOf = (name: string, bytes: Uint8Array): string => {
  try {
    return textIn(bytes);
  } catch (cause) {
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
};

function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(''));
}

/** The file that a template's text was read from; `name` has no ending. */
export const fileOf = (name: string, text: string): { readonly name: string; readonly content: Content } => {
  const safe = name.replace(/[^\w.-]+/g, '-');
  if (!isArchiveText(text)) return { name: `${safe}.yaml`, content: text };
  const content = Uint8Array.from(atob(text.replace(/\s+/g, '')), (sign) => sign.charCodeAt(0));
  return { name: `${safe}.${endingOf(content) ?? 'csar'}`, content };
};

type Content = string | Uint8Array<ArrayBuffer>;

/** An archive in base64: the service unpacks it, the browser cannot. */
export const isArchiveText = (text: string): boolean =>
  /^\s*(?:UEsD|UEsF|H4sI)/.test(text) || /^[A-Za-z0-9+/\s]{352}/.test(text);
