import { type FileFault, MAX_FILE_BYTES } from '../../domain/imported.ts';
import type { FileTable } from './table.ts';

/** Reads unchecked files, within limits of memory and time. */
export type ReadFile = (
  workspace: string,
  bytes: Uint8Array,
  given?: { isPasted: boolean },
) => Promise<FileTable | FileFault>;

/** Reads one file. */
export type ReadOne = (bytes: Uint8Array) => Promise<FileTable | FileFault>;

/** The cheap before the dear, and what somebody has just pasted before both. */
const KINDS = ['pasted', 'cheap', 'dear'] as const;
type ReadingKind = (typeof KINDS)[number];

/** How many are read at a time: behind the dear, there is always room for the cheap, and behind both for a paste. */
const MOST_DEAR = 2;
const MOST_FILES = 3;
const MOST_READ = 4;
/** A workspace's files are read one after the other; so many of them may wait. */
const MOST_OF_ONE = 4;
const MOST_WAITING = 100;
/** A text, and a workbook, that can't take long. */
const CHEAP_TEXT = 256 * 1024;
const CHEAP_WORKBOOK = 16 * 1024;

type Waiting = { workspace: string; kind: ReadingKind; start(): Promise<void> };

/**
 * Queues files, each workspace's in a queue of its own. Between workspaces, whoever’s files have taken the least time is
 * next, so that nobody waits behind all the files of another.
 */
export function createReadFile(read: ReadOne, now: () => number): ReadFile {
  const waiting: Waiting[] = [];
  const running = new Map<string, ReadingKind>();
  /** How much time each workspace's files took, until nothing is being read any more. */
  const taken = new Map<string, number>();

  function next(): void {
    const free = waiting.filter(({ workspace, kind }) => !running.has(workspace) && hasRoom(kind));
    const rank = (one: Waiting): number => KINDS.indexOf(one.kind);
    const used = (one: Waiting): number => taken.get(one.workspace) ?? 0;
    const [first] = free.sort((one, other) => rank(one) - rank(other) || used(one) - used(other));
    if (!first) return;
    waiting.splice(waiting.indexOf(first), 1);
    const { workspace } = first;
    running.set(workspace, first.kind);
    const began = now();
    void first.start().then(() => {
      running.delete(workspace);
      taken.set(workspace, (taken.get(workspace) ?? 0) + now() - began);
      if (running.size + waiting.length === 0) taken.clear();
      next();
    });
    next();
  }

  function hasRoom(kind: ReadingKind): boolean {
    const kinds = [...running.values()];
    const files = kinds.filter(one => one !== 'pasted').length;
    const dear = kinds.filter(one => one === 'dear').length;
    if (kinds.length >= MOST_READ || (kind !== 'pasted' && files >= MOST_FILES)) return false;
    return kind !== 'dear' || dear < MOST_DEAR;
  }

  return async (workspace, bytes, { isPasted } = { isPasted: false }) => {
    if (bytes.length > MAX_FILE_BYTES) return 'too_large';
    const own = waiting.filter(one => one.workspace === workspace);
    if (own.length >= MOST_OF_ONE || waiting.length >= MOST_WAITING) return 'busy';
    return new Promise((resolve, reject) => {
      const kind = isPasted ? 'pasted' : isCheap(bytes) ? 'cheap' : 'dear';
      waiting.push({ workspace, kind, start: () => Promise.resolve(bytes).then(read).then(resolve, reject) });
      next();
    });
  };
}

function isCheap(bytes: Uint8Array): boolean {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return bytes.length <= (isArchive ? CHEAP_WORKBOOK : CHEAP_TEXT);
}
