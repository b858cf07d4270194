/** Watches the memory of processes through their `/metrics`. */
export type MemoryWatch = {
  /** The highest number of megabytes so far, by name. */
  peaks(): Map<string, number>;
  stop(): void;
};

const everyMs = 1000;

export function watchMemory(processes: { name: string; url: string }[]): MemoryWatch {
  const peaks = new Map<string, number>();
  const timer = setInterval(() => {
    for (const { name, url } of processes) {
      void residentMegabytes(url).then(
        (megabytes) => peaks.set(name, Math.max(peaks.get(name) ?? 0, megabytes)),
        () => undefined,
      );
    }
  }, everyMs);
  return { peaks: () => peaks, stop: () => clearInterval(timer) };
}

export async function residentMegabytes(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5000) });
  const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(await answer.text()) ?? [];
  if (!bytes) throw new Error('the process does not tell its memory');
  return Number(bytes) / 1024 / 1024;
}
