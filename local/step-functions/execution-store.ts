import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { opened } from '../machine/laptop-error.ts';
import type { Execution, ExecutionEnd, ExecutionStatus } from './execution.ts';

/**
 * How long ended executions are kept, and how many: the time is that of Step Functions, the number saves a laptop's disk.
 */
const keptMillis = 90 * 24 * 60 * 60 * 1000;
const keptCount = 10_000;

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS executions (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    arn TEXT NOT NULL UNIQUE, workflowArn TEXT NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL,
    input TEXT NOT NULL, output TEXT, error TEXT, cause TEXT,
    startedAt INTEGER NOT NULL, stoppedAt INTEGER, parentArn TEXT, announced INTEGER NOT NULL DEFAULT 0, history TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS byWorkflow ON executions (workflowArn, number);
  CREATE INDEX IF NOT EXISTS byStatus ON executions (status, announced);
  CREATE INDEX IF NOT EXISTS byStop ON executions (stoppedAt);
`;

interface ExecutionPage {
  readonly executions: readonly Execution[];
  /** pass it as `from` to get the next page; absent on the last page */
  readonly next?: number;
}

/**
 * The executions on disk, so that a stopped or killed laptop continues where it was. Every write is done when the call
 * returns.
 */
export interface ExecutionStore {
  /** Throws when this ARN already exists. */
  add(execution: Execution): void;
  find(arn: string): Execution | undefined;
  /** newest first */
  list(workflowArn: string, status: ExecutionStatus | undefined, limit: number, from?: number): ExecutionPage;
  running(): readonly Execution[];
  /** Ends a RUNNING execution. Returns false when it has already ended. */
  end(arn: string, ending: ExecutionEnd, stoppedAt: number, history: string): boolean;
  history(arn: string): string | undefined;
  /** executions that have ended and whose end has not been announced */
  unannounced(): readonly Execution[];
  announced(arn: string): void;
  close(): void;
}

/** Opens the store in a SQLite file, or in memory without one. Throws LaptopError when the file cannot be used. */
export const openExecutionStore = (dataFile = ':memory:'): ExecutionStore => {
  const db = opened(dataFile, open);
  const many = (where: string): (() => Execution[]) => {
    const statement = db.prepare(`SELECT * FROM executions WHERE ${where}`);
    return () => statement.all().map(toExecution);
  };
  const find = db.prepare('SELECT * FROM executions WHERE arn = ?');
  const history = db.prepare('SELECT history FROM executions WHERE arn = ?');
  const announce = db.prepare('UPDATE executions SET announced = 1 WHERE arn = ?');
  const prune = pruning(db);
  const insert = db.prepare(
    'INSERT INTO executions (arn, workflowArn, name, status, input, startedAt, parentArn) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const end = db.prepare(
    `UPDATE executions SET status = ?, output = ?, error = ?, cause = ?, stoppedAt = ?, history = ? WHERE arn = ? AND status = 'RUNNING'`,
  );
  return {
    add: (e) => void insert.run(e.arn, e.workflowArn, e.name, e.status, e.input, e.startedAt, e.parentArn ?? null),
    find: (arn) => {
      const row = find.get(arn);
      return row && toExecution(row);
    },
    list: (workflowArn, status, limit, from) => page(db, { workflowArn, status, limit, from }),
    running: many("status = 'RUNNING' ORDER BY number"),
    end: (arn, { status, output, error, cause }, stoppedAt, history) => {
      const { changes } = end.run(status, output ?? null, error ?? null, cause ?? null, stoppedAt, history, arn);
      prune(stoppedAt);
      return changes === 1;
    },
    history: (arn) => {
      const row = history.get(arn);
      return row === undefined ? undefined : text(row['history']);
    },
    unannounced: many("status <> 'RUNNING' AND announced = 0 ORDER BY number"),
    announced: (arn) => void announce.run(arn),
    close: () => db.close(),
  };
};

const open = (dataFile: string): DatabaseSync => {
  const db = new DatabaseSync(dataFile);
  db.exec(schema);
  return db;
};

interface PageQuery {
  readonly workflowArn: string;
  readonly status: ExecutionStatus | undefined;
  readonly limit: number;
  readonly from: number | undefined;
}

const page = (db: DatabaseSync, { workflowArn, status, limit, from }: PageQuery): ExecutionPage => {
  const rows = db
    .prepare(
      'SELECT * FROM executions WHERE workflowArn = ? AND status = COALESCE(?, status) AND number <= ? ORDER BY number DESC LIMIT ?',
    )
    .all(workflowArn, status ?? null, from ?? Number.MAX_SAFE_INTEGER, limit + 1);
  const after = rows[limit];
  return {
    executions: rows.slice(0, limit).map(toExecution),
    ...(after && { next: Number(after['number']) }),
  };
};

/** Deletes old executions after every end, so that it never takes long. Running and unannounced ones stay. */
const pruning = (db: DatabaseSync): ((now: number) => void) => {
  const old = db.prepare('DELETE FROM executions WHERE stoppedAt < ? AND announced = 1');
  const surplus = db.prepare(
    `DELETE FROM executions WHERE number <= (SELECT MAX(number) FROM executions) - ?
       AND stoppedAt IS NOT NULL AND announced = 1`,
  );
  return (now) => {
    old.run(now - keptMillis);
    surplus.run(keptCount);
  };
};

type Row = Record<string, SQLOutputValue>;

const toExecution = (row: Row): Execution => ({
  arn: `${row['arn']}`,
  workflowArn: `${row['workflowArn']}`,
  name: `${row['name']}`,
  status: row['status'] as ExecutionStatus,
  input: `${row['input']}`,
  startedAt: Number(row['startedAt']),
  ...optional(row, 'output'),
  ...optional(row, 'error'),
  ...optional(row, 'cause'),
  ...optional(row, 'parentArn'),
  ...(row['stoppedAt'] !== null && { stoppedAt: Number(row['stoppedAt']) }),
});

const optional = <Name extends string>(row: Row, name: Name): { [N in Name]?: string } =>
  typeof row[name] === 'string' ? ({ [name]: row[name] } as { [N in Name]: string }) : {};

const text = (value: SQLOutputValue | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
