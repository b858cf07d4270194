import { inflateSync } from 'node:zlib';

const woffHeader = 44;
const woffEntry = 20;
const sfntHeader = 12;
const sfntEntry = 16;

/**
 * Converts a WOFF font to plain TrueType or OpenType, because the font library unpacks a WOFF's tables repeatedly,
 * which is slow. Source: W3C, WOFF File Format 1.0, sections 3 to 5.
 */
export function sfntOf(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF font');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => tableAt(woff, woffHeader + index * woffEntry));
  const directory = Buffer.alloc(sfntHeader + count * sfntEntry);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  directory.writeUInt16BE(16 * 2 ** power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(16 * (count - 2 ** power), 10);
  let offset = directory.length;
  const parts = [directory];
  for (const [index, table] of tables.entries()) {
    const at = sfntHeader + index * sfntEntry;
    table.tag.copy(directory, at);
    directory.writeUInt32BE(table.checksum, at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(table.bytes.length, at + 12);
    const padded = Buffer.alloc(Math.ceil(table.bytes.length / 4) * 4);
    table.bytes.copy(padded);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

function tableAt(woff: Buffer, at: number): { tag: Buffer; checksum: number; bytes: Buffer } {
  const offset = woff.readUInt32BE(at + 4);
  const packed = woff.subarray(offset, offset + woff.readUInt32BE(at + 8));
  const length = woff.readUInt32BE(at + 12);
  return {
    tag: woff.subarray(at, at + 4),
    checksum: woff.readUInt32BE(at + 16),
    bytes: packed.length < length ? inflateSync(packed) : packed,
  };
}
