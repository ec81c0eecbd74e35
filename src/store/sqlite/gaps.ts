import type { FileHandle } from "node:fs/promises";

/**
 * SQLite overwrites a deleted row where it lies. But where pages were split or joined before, copies of rows that moved
 * stay in the gap of the page that they left: between the list of its cells, at the beginning, and their contents, at
 * the end. SQLite never reads a gap, so it may be zeroed in the file, as long as nobody has the page in memory and
 * writes it back: see `purge` in `sqlite.ts`. The format is at https://sqlite.org/fileformat2.html.
 */
export async function dirtyGaps(file: FileHandle): Promise<number[]> {
  const format = await readFormat(file);
  const dirty: number[] = [];
  if (format === undefined) return dirty;
  const { pageSize, pages } = format;
  const zeros = Buffer.alloc(pageSize);
  const block = Buffer.alloc(pageSize * pagesPerRead);
  // The first page holds the schema, which is nobody's.
  for (let first = 2; first <= pages; first += pagesPerRead) {
    const { bytesRead } = await file.read(block, 0, block.length, (first - 1) * pageSize);
    for (let at = 0; at + pageSize <= bytesRead; at += pageSize) {
      const page = block.subarray(at, at + pageSize);
      const gap = gapOf(page);
      if (gap && !isZero(page.subarray(gap.start, gap.end), zeros)) dirty.push(first + at / pageSize);
    }
  }
  return dirty;
}

/** Zeroes the gaps of pages, as they are now. The caller holds the write lock, and the log is empty. */
export async function zeroGaps(file: FileHandle, pages: readonly number[]): Promise<void> {
  const format = await readFormat(file);
  if (format === undefined) return;
  const { pageSize } = format;
  const zeros = Buffer.alloc(pageSize);
  const page = Buffer.alloc(pageSize);
  for (const number of pages) {
    const offset = (number - 1) * pageSize;
    const { bytesRead } = await file.read(page, 0, pageSize, offset);
    const gap = bytesRead === pageSize ? gapOf(page) : undefined;
    if (gap) await file.write(zeros, 0, gap.end - gap.start, offset + gap.start);
  }
  await file.sync();
}

const pagesPerRead = 64;
/** By the first byte of a page: a B-tree's, and how long its header is. */
const headerBytes: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 };
/**
 * Pages outside of B-trees begin with the number of another page. Below this count it does not look like a B-tree's
 * first byte; at 4 KiB a page it is 128 GiB.
 */
const pagesMax = 0x02_00_00_00;

/** `undefined` for a file in which pages of a B-tree cannot be told from others. */
async function readFormat(file: FileHandle): Promise<{ pageSize: number; pages: number } | undefined> {
  const header = Buffer.alloc(100);
  const { bytesRead } = await file.read(header, 0, header.length, 0);
  if (bytesRead < header.length) return undefined;
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const pages = Math.floor((await file.stat()).size / pageSize);
  // With auto-vacuum there are pages that map pointers.
  const autoVacuum = header.readUInt32BE(52) !== 0;
  return autoVacuum || pages >= pagesMax ? undefined : { pageSize, pages };
}

function gapOf(page: Buffer): { start: number; end: number } | undefined {
  const header = headerBytes[page[0]!];
  if (header === undefined) return undefined;
  const start = header + 2 * page.readUInt16BE(3);
  const end = page.readUInt16BE(5) || 65_536;
  return start < end && end <= page.length ? { start, end } : undefined;
}

function isZero(bytes: Buffer, zeros: Buffer): boolean {
  return bytes.equals(zeros.subarray(0, bytes.length));
}
