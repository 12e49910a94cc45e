import { expect, it } from 'vitest';
import { fileOf, isArchiveText, readTemplateFile } from '../../ui/wizard/template-file.ts';
import { compressed, tarball, zip } from '../tosca/archives.ts';

const files = { 'a.yaml': 'tosca_definitions_version: tosca_simple_yaml_1_3\n' };
const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(base64, 'base64'));

it.each([
  ['zip', zip(files)],
  ['tar.gz', compressed(files)],
  ['tar', tarball(files)],
])('reads a file that is a %s as the service takes it, and gives the same file back', async (ending, text) => {
  const read = await readTemplateFile(new File([bytesOf(text)], 'a.csar'));
  expect(read).toEqual({ name: 'a.csar', text });
  expect(isArchiveText(read.text)).toBe(true);
  const { name, content } = fileOf('My stack!', read.text);
  expect(name).toBe(`My-stack-.${ending}`);
  expect(content).toEqual(bytesOf(text));
});

it('reads any other file as a text', async () => {
  const text = '# grün\ntosca_definitions_version: tosca_2_0\n';
  const read = await readTemplateFile(new File([text], 'a.yaml'));
  expect(read.text).toBe(text);
  expect(isArchiveText(text)).toBe(false);
  expect(fileOf('a', text)).toEqual({ name: 'a.yaml', content: text });
});

it.each([
  ['UTF-16, as Windows writes it', Buffer.from('\ufeffa: ü\n', 'utf16le')],
  ['UTF-16 of the other order', Buffer.from('\ufeffa: ü\n', 'utf16le').swap16()],
  ['UTF-8 with a mark', Buffer.from('\ufeffa: ü\n')],
])('reads a text in %s', async (_, bytes) => {
  expect((await readTemplateFile(new File([new Uint8Array(bytes)], 'a.yaml'))).text).toBe('a: ü\n');
});

it.each([
  [
    'has lost characters',
    Buffer.from('a: 1\npassword: grün\n', 'latin1'),
    'a.yaml: it is not UTF-8 from line 2 on: save it as UTF-8',
  ],
  ['is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'a.yaml: it is not UTF-8 from line 1 on: save it as UTF-8'],
  ['is empty', Buffer.from(' \n'), 'a.yaml is empty: a template is expected there'],
])('takes no file that %s', async (_, bytes, message) => {
  await expect(readTemplateFile(new File([new Uint8Array(bytes)], 'a.yaml'))).rejects.toThrow(message);
});
