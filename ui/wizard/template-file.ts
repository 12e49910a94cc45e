export interface TemplateFile {
  readonly name: string;
  readonly text: string;
}

/** zip, gzip: files that are archives by their first bytes */
const isBinary = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x50 && bytes[1] === 0x4b) ||
  (bytes[0] === 0x1f && bytes[1] === 0x8b) ||
  new TextDecoder('latin1').decode(bytes.slice(257, 262)) === 'ustar';

/** As the service takes it: YAML as a text, an archive as base64. */
export async function readTemplateFile(file: File): Promise<TemplateFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { name: file.name, text: isBinary(bytes) ? base64(bytes) : new TextDecoder().decode(bytes) };
}

function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(''));
}

/** An archive in base64: the service unpacks it, the browser cannot. */
export const isArchiveText = (text: string): boolean =>
  /^\s*(?:UEsD|UEsF|H4sI)/.test(text) || /^[A-Za-z0-9+/\s]{352}/.test(text);
