import { describe, expect, it } from 'vitest';
import { withoutSecretText } from '../../../src/tosca/secrets/material.ts';

describe('a login without a scheme', () => {
  it.each([
    'rsync -a bob:~@backup.example::data /x',
    'git clone bob:~@h.example:repo.git',
    'the database is bob:~@db.example:5432/app',
    'dsn bob:~@tcp(127.0.0.1:3306)/db',
    'connecting to bob:~@10.0.0.1',
    'url=bob:~@localhost/x',
    'cvs -d :pserver:bob:~@h.example:/cvs co x',
    '"bob:~@[2001:db8::1]:5432"',
  ])('keeps its user and its host: %s', (text) => {
    for (const password of ['Zx9q7Lw2Rt', 'hunter2', 'se$cr!t9'])
      expect(withoutSecretText(text.replace('~', password))).toBe(text.replace('~', '********'));
  });

  it.each([
    'mailto:bob2@example.org',
    'sip:bob2@example.org:5060',
    'nginx:1.25.3@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'alias npm:lodash2@4.17.21',
    'git@github.com:org/repo1.git',
    'user:bob@example.org',
    '12:30:05 bob2@example.org said',
    'Contact: bob2@example.org',
    'postgres:$PASSWORD@db.example:5432/x',
    'system:serviceaccount@x2',
    'https://h.example/a:b2@c.example/d',
    'a:bob@example.org',
  ])('is none in %s', (text) => expect(withoutSecretText(text)).toBe(text));
});
