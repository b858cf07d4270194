import fs from 'node:fs';
import path from 'node:path';

type Store<T> = {
  get(id: string): T | undefined;
  put(id: string, value: T): void;
  delete(id: string): void;
  values(): IterableIterator<T>;
  readonly size: number;
};

export type SandboxState = {
  collection<T>(name: string): Store<T>;
  /** The next number of a persisted sequence, starting at 1. */
  counter(name: string): number;
  setCounter(name: string, last: number): void;
  /** Resolves once everything put so far survives a kill of the process. */
  flush(): Promise<void>;
  close(): Promise<void>;
  reset(): void;
  /** Called after a reset, to clear indexes built over collections. */
  onReset(listener: () => void): void;
};

const countersKey = '#counters';
const compactAboveBytes = 48 * 1024 * 1024;

/** One line of the journal: collection, id and value; a line without a value deletes the entry. */
type Line = [collection: string, id: string, value?: unknown];

/**
 * Collections in memory over an append-only journal. A put marks the entry dirty; a flush writes all dirty entries with one
 * write, so a killed process loses nothing that was flushed. A torn last line is dropped at the next start.
 */
export async function openState(dir: string): Promise<SandboxState> {
  fs.mkdirSync(dir, { recursive: true });
  const file = path.join(dir, 'journal.jsonl');
  const collections = new Map<string, Map<string, unknown>>();
  replay(file, collections);
  compact(file, collections);

  let descriptor = fs.openSync(file, 'a');
  let journalBytes = fs.fstatSync(descriptor).size;
  let compactAt = Math.max(compactAboveBytes, journalBytes * 4);
  let dirty = new Map<string, Set<string>>();
  let scheduled = false;
  let closed = false;
  const resetListeners: (() => void)[] = [];

  function markDirty(collection: string, id: string): void {
    const ids = dirty.get(collection);
    if (ids) ids.add(id);
    else dirty.set(collection, new Set([id]));
    if (scheduled) return;
    scheduled = true;
    setImmediate(write);
  }

  function write(): void {
    scheduled = false;
    if (closed || dirty.size === 0) return;
    const lines: string[] = [];
    for (const [collection, ids] of dirty) {
      const entries = collections.get(collection);
      for (const id of ids) {
        const line: Line = entries?.has(id) ? [collection, id, entries.get(id)] : [collection, id];
        lines.push(JSON.stringify(line));
      }
    }
    dirty = new Map();
    const text = Buffer.from(`${lines.join('\n')}\n`);
    fs.writeSync(descriptor, text);
    journalBytes += text.length;
    if (journalBytes > compactAt) rewrite();
  }

  function rewrite(): void {
    fs.closeSync(descriptor);
    compact(file, collections);
    descriptor = fs.openSync(file, 'a');
    journalBytes = fs.fstatSync(descriptor).size;
    compactAt = Math.max(compactAboveBytes, journalBytes * 4);
  }

  function entriesOf(name: string): Map<string, unknown> {
    const known = collections.get(name);
    if (known) return known;
    const created = new Map<string, unknown>();
    collections.set(name, created);
    return created;
  }

  return {
    collection<T>(name: string): Store<T> {
      // A collection reads back only what it wrote, so the caller's type holds.
      const entries = entriesOf(name) as Map<string, T>;
      return {
        get: (id) => entries.get(id),
        put: (id, value) => {
          entries.set(id, value);
          markDirty(name, id);
        },
        delete: (id) => {
          if (entries.delete(id)) markDirty(name, id);
        },
        values: () => entries.values(),
        get size() {
          return entries.size;
        },
      };
    },
    counter(name) {
      const counters = entriesOf(countersKey);
      const last = counters.get(name);
      const next = (typeof last === 'number' ? last : 0) + 1;
      counters.set(name, next);
      markDirty(countersKey, name);
      return next;
    },
    setCounter(name, last) {
      entriesOf(countersKey).set(name, last);
      markDirty(countersKey, name);
    },
    async flush() {
      write();
    },
    async close() {
      if (closed) return;
      write();
      closed = true;
      fs.closeSync(descriptor);
    },
    reset() {
      for (const entries of collections.values()) entries.clear();
      dirty = new Map();
      fs.ftruncateSync(descriptor);
      journalBytes = 0;
      for (const listener of resetListeners) listener();
    },
    onReset(listener) {
      resetListeners.push(listener);
    },
  };
}

function replay(file: string, collections: Map<string, Map<string, unknown>>): void {
  if (!fs.existsSync(file)) return;
  for (const text of fs.readFileSync(file, 'utf8').split('\n')) {
    const line = parseLine(text);
    if (!line) continue;
    const [collection, id] = line;
    const entries = collections.get(collection) ?? new Map<string, unknown>();
    collections.set(collection, entries);
    if (line.length === 3) entries.set(id, line[2]);
    else entries.delete(id);
  }
}

function parseLine(text: string): Line | undefined {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

/** Writes the live entries to a new file and swaps it in; a kill in between leaves the old file whole. */
function compact(file: string, collections: Map<string, Map<string, unknown>>): void {
  const newFile = `${file}.new`;
  const descriptor = fs.openSync(newFile, 'w');
  for (const [collection, entries] of collections) {
    let chunk = '';
    for (const [id, value] of entries) {
      chunk += `${JSON.stringify([collection, id, value])}\n`;
      if (chunk.length > 1_000_000) {
        fs.writeSync(descriptor, chunk);
        chunk = '';
      }
    }
    fs.writeSync(descriptor, chunk);
  }
  fs.closeSync(descriptor);
  fs.renameSync(newFile, file);
}
